import type { Random } from './random.ts';

/**
 * Texts are put together from phrases: words with slots (`$N` the company's name, `$P` its product, …) and ranges of
 * numbers (`{3-12}`, `{1.5-4}` with one decimal). They are read once; filling one in is a loop over its parts.
 */

interface NumberRange {
  readonly from: number;
  readonly to: number;
  readonly decimals: number;
}

/** A phrase read into parts: text, the index of a slot, or a range of numbers. */
export type Phrase = readonly (string | number | NumberRange)[];

/** The values of the slots, by their index in `slotLetters`. */
export type Slots = string[];

/** Names of the slots; what each carries is said in texts.ts. */
export const slotLetters = 'NPpFDdCcZQqmnoRrSsWwHhTYUEVAXkKJ';

/** The index of a slot by its letter. */
export function slotOf(letter: string): number {
  const index = slotLetters.indexOf(letter);
  if (index < 0) throw new RangeError(`No slot is called ${letter}.`);
  return index;
}

/** Reads a phrase. */
export function phraseOf(text: string): Phrase {
  return text
    .split(/(\$[A-Za-z]|\{[\d.]+-[\d.]+\})/)
    .filter((part) => part !== '')
    .map((part) => {
      if (part.startsWith('$')) return slotOf(part.slice(1));
      if (!part.startsWith('{')) return part;
      const [from = '', to = ''] = part.slice(1, -1).split('-');
      return { from: Number(from), to: Number(to), decimals: from.includes('.') ? 1 : 0 };
    });
}

/** Reads a list, one item a line or separated by `|`. */
export function listOf(text: string): string[] {
  return text
    .split(/[|\n]/)
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

/** A phrase with its slots and numbers filled in. */
export function fill(phrase: Phrase, slots: Slots, random: Random): string {
  let text = '';
  for (const part of phrase) {
    if (typeof part === 'string') text += part;
    else if (typeof part === 'number') text += slots[part] ?? '';
    else text += numberIn(part, random);
  }
  return text;
}

function numberIn({ from, to, decimals }: NumberRange, random: Random): string {
  if (decimals === 0) return String(random.between(from, to));
  return (from + random.next() * (to - from)).toFixed(decimals);
}

const takesAn = /^(?:[aeio]|u(?!ni|se|ti|su)|hour|heir|HR|LED|MR|NF|RF|SMS|MC|X-ray|IoT|A[A-Z])/i;
const takesA = /^(?:one|once|eu|hub|hr\w)/i;

/** A singular noun phrase with its indefinite article. */
export function withArticle(noun: string): string {
  return `${takesAn.test(noun) && !takesA.test(noun) ? 'an' : 'a'} ${noun}`;
}

/** A text with its first letter in upper case. */
export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
