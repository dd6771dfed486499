import { z } from 'zod';
import { counted, formatCount } from './formats.ts';

/**
 * New companies of an import that may be ones that are here already: called the same but for the form, or at one site,
 * and nothing tells them apart. The user says whether they are; nothing is guessed.
 */

const id = z.number().int().positive();

/** How the rows of a file name a company; all rows that name it so are about one. */
const rowNameShape = {
  name: z.string().max(500),
  /** Its own domain, `''` for none. */
  domain: z.string().max(300),
  /** ISO2, `''` for none. */
  country: z.string().max(10),
};

/** How the rows name it, what they say of it in a line, and which companies it may be, the likeliest first. */
export const likelyRowSchema = z.object({
  ...rowNameShape,
  says: z.string(),
  companies: z.array(z.object({ id, name: z.string(), says: z.string(), by: z.enum(['site', 'name']) })).min(1),
});
export type LikelyRow = z.infer<typeof likelyRowSchema>;

/** How many there are of which nothing was chosen, and the first of them. */
export const likelyRowsSchema = z.object({ count: z.number().int().nonnegative(), rows: z.array(likelyRowSchema) });
export type LikelyRows = z.infer<typeof likelyRowsSchema>;

/** How many of them are told of; the others are chosen for together. */
export const mostLikelyRows = 200;

/**
 * What the user says of them: of single ones the company that each is, null for a new one; of all others that each is
 * the only company that it may be (`match`), a new one (`add`), or nothing (`ask`), so that they are added and stay
 * likely duplicates.
 */
export const likelyChoicesSchema = z.strictObject({
  rows: z.array(z.strictObject({ ...rowNameShape, company: id.nullable() })).max(500),
  others: z.enum(['match', 'add', 'ask']),
});
export type LikelyChoices = z.infer<typeof likelyChoicesSchema>;

/** How many companies a sentence names. */
const mostNamed = 3;

/** Which companies they may be, of each the likeliest: “Dime, Origami and 12 more”. */
function namesOf({ count, rows }: LikelyRows): string {
  const names = [...new Set(rows.map(({ companies: [first] }) => first?.name ?? ''))];
  const all = names.length + (count - rows.length);
  const shown = all > mostNamed ? names.slice(0, mostNamed - 1) : names;
  const parts = all > shown.length ? [...shown, `${formatCount(all - shown.length)} more`] : shown;
  const last = parts.at(-1) ?? '';
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(', ')} and ${last}`;
}

/** Before an import: “2 rows may be companies that are here already: Dime and Origami.” */
export function likelyText(likely: LikelyRows): string {
  const rows = counted(likely.count, 'row may be a company that is', 'rows may be companies that are');
  return `${rows} here already: ${namesOf(likely)}.`;
}

/** After it: “2 of the added companies may be ones that were here: Dime and Origami.” */
export function addedLikelyText(likely: LikelyRows): string {
  const added = counted(likely.count, 'added company may be one that was', 'added companies may be ones that were');
  return `${added} here already: ${namesOf(likely)}.`;
}
