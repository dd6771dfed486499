import type { z } from 'zod';
import type { companyLinkSchema, companySchema } from './companySchema.ts';
import { withoutPlaceholder } from './text.ts';

// The schemas have a file of their own, so that threads that only read companies need not load zod.
export type Company = z.infer<typeof companySchema>;
export type CompanyLink = z.infer<typeof companyLinkSchema>;

/**
 * The text to show for a company: the llm one, else the longer of long and short; placeholders are empty (product 3).
 */
export function preferredDescription(description: Company['description']): string {
  const llm = withoutPlaceholder(description.llm);
  if (llm !== '') return llm;
  const long = withoutPlaceholder(description.long);
  const short = withoutPlaceholder(description.short);
  return long.length >= short.length ? long : short;
}

/** The business models of a raw value; `{B2B,"eCommerce & Marketplace"}` is unwrapped (product 3). */
export function businessModelsOf(raw: string): string[] {
  const text = withoutPlaceholder(raw);
  const inner = text.startsWith('{') && text.endsWith('}') ? text.slice(1, -1) : text;
  return inner
    .split(',')
    .map((part) => part.trim().replaceAll(/^"|"$/g, ''))
    .filter((part) => part !== '');
}

/** Business models as one comma-joined text for reading (product 3). */
export function businessModelText(raw: string): string {
  return businessModelsOf(raw).join(', ');
}

/** Where a company is, `Berlin, Germany`: its city and country, each where it is known. */
export function placeText({ location }: Pick<Company, 'location'>): string {
  return [location.city, location.country.name].filter((part) => part !== '').join(', ');
}

/** The highlights of a company's comma-separated `tags` (product 3). */
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

/** A company's links with the e-mail link of product 3 (a mailto of the first address), each type once. */
export function linksWithEmail(links: readonly CompanyLink[], emails: readonly string[]): CompanyLink[] {
  const others = links.filter((link) => link.type !== 'email');
  const [first] = emails;
  return first === undefined ? others : [...others, { type: 'email', url: `mailto:${first}` }];
}
