import { z } from 'zod';
import { filtersToQuery } from '../domain/filterQuery.ts';
import { filterSetSchema } from '../domain/filters.ts';
import { assertNever } from '../errors.ts';

const id = z.number().int().positive();

/** What a report is about (product 15.4): the sector of a company, or the companies of a list or of a search. */
export const reportSubjectSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('company'), id }),
  z.strictObject({ kind: z.literal('smartList'), id }),
  z.strictObject({ kind: z.literal('collection'), id }),
  z.strictObject({ kind: z.literal('search'), filters: filterSetSchema }),
]);
export type ReportSubject = z.infer<typeof reportSubjectSchema>;

/** A subject as the query of `getSectorReport`. */
export function subjectQuery(subject: ReportSubject): Record<string, string | number> {
  switch (subject.kind) {
    case 'company':
      return { company_id: subject.id };
    case 'smartList':
      return { user_smart_list_id: subject.id };
    case 'collection':
      return { collection_id: subject.id };
    case 'search':
      return filtersToQuery(subject.filters);
    default:
      return assertNever(subject);
  }
}
