import { once, readTable } from '#node/resources.ts';
import { fold } from '#shared/domain/text.ts';

/** Whether a name is that of a line of sums below a list or below a part of it: `Total (12)`, `Zwischensumme: 3`. */
export function isSum(name: string): boolean {
  if (name.length > longest) return false;
  const folded = fold(name);
  return sums().has(folded.replace(behind, '').replace('-', ' ')) || ofSomething.test(folded);
}

const longest = 200;

/** How many there are, behind the word. */
const behind = /\s*(?:[([（][^()（）]*[)\]）]|[:=：].*)?$/;

/** `Grand total of Fintech`; a company may be called `Total Travel`. */
const ofSomething =
  /^(?:(?:(?:grand|sub|overall|general)[ -]?)?totals? (?:for|of|by|in) .*|(?:grand|sub)[ -]?total .*)$/;

/** What the last lines of lists are called; they have sums or means, and nothing that says which company it is. */
const sums = once(() => new Set(readTable('import/sums.tsv', ['language', 'name']).rows.map(({ name }) => fold(name))));
