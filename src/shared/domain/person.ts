import { z } from 'zod';

/** A founder as returned by the API (product 7 `GET /api/people/`). */
export const personRecordSchema = z.object({
  first_name: z.string(),
  last_name: z.string(),
  job_title: z.string(),
  logo_url: z.string(),
  linkedin_url: z.string(),
});
export type PersonRecord = z.infer<typeof personRecordSchema>;

/** A founder as shown in the app (product 3). */
interface Person {
  readonly name: string;
  readonly title: string;
  readonly imageUrl: string;
  readonly linkedInUrl: string;
}

/** Converts a founder: first and last name joined, `job_title` as title (product 3). */
export function personOf(record: PersonRecord): Person {
  return {
    name: [record.first_name, record.last_name].filter((part) => part !== '').join(' '),
    title: record.job_title,
    imageUrl: record.logo_url,
    linkedInUrl: record.linkedin_url,
  };
}
