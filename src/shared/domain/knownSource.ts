import { z } from 'zod';

/** In the filter: known from any source. */
export const anySource = 'any';

/** The longest name of a source. */
export const longestSourceName = 40;

/** A source's name, as the user writes it. It stands in queries, whose lists have commas and minus signs. */
export const sourceNameSchema = z
  .string()
  .trim()
  .min(1, 'Say where the companies are known from.')
  .max(longestSourceName, `A source’s name has at most ${String(longestSourceName)} characters.`)
  .refine(
    (name) => !/[,\p{Cc}]/u.test(name) && !name.startsWith('-') && name.isWellFormed(),
    'A source’s name has no commas and does not begin with “-”.',
  )
  .refine((name) => name.toLowerCase() !== anySource, '“any” means every source. Take another name.');
