import { z } from 'zod';
import { linkTypes } from './choices.ts';
import { withoutPlaceholder } from './text.ts';

const id = z.number().int().positive();

export const companyLinkSchema = z.object({ type: z.enum(linkTypes), url: z.string() });
export type CompanyLink = z.infer<typeof companyLinkSchema>;

/**
 * A company as the API delivers it (SPEC 3, API.md `Objects`). A missing text is `''`, a missing number `null`.
 * `score` and `sem_score_percentile` lie between 0 and 1; `founded` is a year; `discovered` a digest week
 * (`2026-W47`) and `discovered_date` its day (`YYYY-MM-DD`); `tags` are highlights joined by commas; `funded` is one
 * funded tag; `business_model` may be several in braces: `{B2B,SaaS}`.
 */
export const companySchema = z.object({
  id,
  name: z.string(),
  logo: z.string(),
  description: z.object({ short: z.string(), long: z.string(), llm: z.string() }),
  customer_problem: z.string(),
  target_customer: z.string(),
  business_model: z.string(),
  score: z.number().min(0).max(1).nullable(),
  region: z.string(),
  location: z.object({ country: z.object({ name: z.string(), code: z.string() }), city: z.string() }),
  founded: z.number().int().nullable(),
  discovered: z.string(),
  discovered_date: z.string(),
  cb_rank: z.number().int().nullable(),
  sem_score_percentile: z.number().nullable(),
  stages: z.array(z.string()),
  industry: z.array(z.string()),
  tags: z.string(),
  links: z.array(companyLinkSchema),
  size: z.object({ label: z.string(), count: z.number().int().nullable() }),
  sizeCategory: z.string(),
  emails: z.array(z.string()),
  funded: z.string(),
  followers: z.string(),
  isTranslated: z.boolean(),
  allTopUnis: z.array(z.string()),
  challenges_llm: z.object({ question1: z.string(), question2: z.string(), question3: z.string() }),
});
export type Company = z.infer<typeof companySchema>;

/** The text to show for a company: the llm one, else the longer of long and short; placeholders are empty (SPEC 3). */
export function preferredDescription(description: Company['description']): string {
  const llm = withoutPlaceholder(description.llm);
  if (llm !== '') return llm;
  const long = withoutPlaceholder(description.long);
  const short = withoutPlaceholder(description.short);
  return long.length >= short.length ? long : short;
}

/** The business models of a raw value; `{B2B,"eCommerce & Marketplace"}` is unwrapped (SPEC 3). */
export function businessModelsOf(raw: string): string[] {
  const text = withoutPlaceholder(raw);
  const inner = text.startsWith('{') && text.endsWith('}') ? text.slice(1, -1) : text;
  return inner
    .split(',')
    .map((part) => part.trim().replaceAll(/^"|"$/g, ''))
    .filter((part) => part !== '');
}

/** Business models as one comma-joined text for reading (SPEC 3). */
export function businessModelText(raw: string): string {
  return businessModelsOf(raw).join(', ');
}

/** The highlights of a company's comma-separated `tags` (SPEC 3). */
export function highlightsOf(tags: string): string[] {
  return tags
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
}

/** A company's link of one type, or `''`. */
export function linkOf(company: Pick<Company, 'links'>, type: CompanyLink['type']): string {
  return company.links.find((link) => link.type === type)?.url ?? '';
}

/** A company's links with the e-mail link of SPEC 3 (a mailto of the first address), each type once. */
export function linksWithEmail(links: readonly CompanyLink[], emails: readonly string[]): CompanyLink[] {
  const others = links.filter((link) => link.type !== 'email');
  const [first] = emails;
  return first === undefined ? others : [...others, { type: 'email', url: `mailto:${first}` }];
}
