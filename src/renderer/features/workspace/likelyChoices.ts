import { counted, formatCount } from '#shared/domain/formats.ts';
import type { LikelyChoices, LikelyRow, LikelyRows } from '#shared/domain/likelyRows.ts';

/** What is chosen of the rows that may be companies that are here: for all, and for single ones otherwise. */
export interface Chosen {
  readonly others: LikelyChoices['others'];
  /** By `rowKey`: the company that the row is, null for a new one, `'ask'` where nothing is said yet. */
  readonly rows: Readonly<Record<string, number | null | 'ask'>>;
}

export const nothingChosen: Chosen = { others: 'ask', rows: {} };

/** How the rows of a file name a company. */
export function rowKey({ name, domain, country }: Pick<LikelyRow, 'name' | 'domain' | 'country'>): string {
  return [name, domain, country].join('\n');
}

/** What becomes of a row: of several companies that it may be one is chosen by itself, never for all. */
export function choiceOf(row: LikelyRow, { others, rows }: Chosen): number | null | 'ask' {
  const own = rows[rowKey(row)];
  if (own !== undefined) return own;
  if (others === 'add') return null;
  const [only] = row.companies;
  return others === 'match' && row.companies.length === 1 && only !== undefined ? only.id : 'ask';
}

/** The choices as an import takes them; undefined where nothing was chosen. */
export function choicesOf(likely: LikelyRows | undefined, chosen: Chosen): LikelyChoices | undefined {
  if (likely === undefined) return undefined;
  const rows = likely.rows.flatMap((row) => {
    const company = choiceOf(row, chosen);
    const { name, domain, country } = row;
    return company === 'ask' ? [] : [{ name, domain, country, company }];
  });
  return rows.length === 0 && chosen.others === 'ask' ? undefined : { rows, others: chosen.others };
}

/** What an import would do with them: `2 update a company that is here, 1 is added as a new one, …`. */
export function effectText({ count, rows }: LikelyRows, chosen: Chosen): string {
  const choices = rows.map((row) => choiceOf(row, chosen));
  const unlisted = count - rows.length;
  const of = (others: LikelyChoices['others']): number => (chosen.others === others ? unlisted : 0);
  const matched = choices.filter((choice) => typeof choice === 'number').length + of('match');
  const added = choices.filter((choice) => choice === null).length + of('add');
  const asked = choices.filter((choice) => choice === 'ask').length + of('ask');
  const parts = [
    ...(matched > 0 ? [counted(matched, 'updates a company that is here', 'update companies that are here')] : []),
    ...(added > 0 ? [counted(added, 'is a new company', 'are new companies')] : []),
    ...(asked > 0 ? [`${formatCount(asked)} ${asked === 1 ? 'is' : 'are'} added and asked about later`] : []),
  ];
  return `Import: ${parts.join(', ')}.`;
}
