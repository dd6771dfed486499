/** Values that files and models use for "nothing here" (product 3). Compared trimmed and in lower case. */
export const placeholders: ReadonlySet<string> = new Set([
  'bad data',
  "i don't know.",
  "i don't know",
  'i don’t know.',
  'i don’t know',
]);

const longestPlaceholder = Math.max(...[...placeholders].map((text) => text.length));

/** A text, trimmed, with placeholder values turned into `''` (product 3). */
export function withoutPlaceholder(text: string): string {
  const trimmed = text.trim();
  // Most texts are long, and an export would spend its time folding their case for nothing.
  if (trimmed.length > longestPlaceholder) return trimmed;
  return placeholders.has(trimmed.toLowerCase()) ? '' : trimmed;
}

// oxlint-disable-next-line no-control-regex -- the point is to tell ASCII from everything else
const ascii = /^[\x00-\x7f]*$/;

/** A text for comparing: accents removed, lower case, compatibility forms unified. */
export function fold(text: string): string {
  if (ascii.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase();
}

/** What companies' forms are called in full, and in short. */
const forms: ReadonlyMap<string, string> = new Map([
  ['incorporated', 'inc'],
  ['limited', 'ltd'],
  ['corporation', 'corp'],
  ['company', 'co'],
  ['private', 'pvt'],
  ['and', '&'],
]);

/**
 * A company's name for comparing (docs/api.md 8): folded, without punctuation, its form in one spelling: `Acme, Inc.`,
 * `ACME INC` and `Acme Incorporated` are one name. Of signs alone, the folded name.
 */
export function nameKey(name: string): string {
  const folded = fold(name);
  // Most names are one word.
  if (/^[a-z0-9]+$/.test(folded)) return folded;
  const plain = isPlainName.test(folded)
    ? folded
    : folded
        .replaceAll(/['’.]/g, '')
        .replaceAll(/[^\p{L}\p{N}&+#]+/gu, ' ')
        .trim();
  if (plain === '') return folded.trim();
  const [first, ...others] = plain.split(' ');
  return [first, ...others.map((word) => forms.get(word) ?? word)].join(' ');
}

const isPlainName = /^[a-z0-9]+(?: [a-z0-9]+)*$/;

/** Letters that are not a base letter with an accent, so that `fold` leaves them, and how to type them without them. */
const plainLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
};
const anyPlainLetter = new RegExp(`[${Object.keys(plainLetters).join('')}]`, 'gu');

/** A text for searching and sorting: as `fold`, and `Wrocław` is found by `wroclaw` and sorted next to it. */
export function foldLetters(text: string): string {
  const folded = fold(text);
  return ascii.test(folded) ? folded : folded.replaceAll(anyPlainLetter, (letter) => plainLetters[letter] ?? letter);
}

/** Sorts by name, A to Z, ignoring accents and case. The first use of Intl's own comparison costs each start 10 ms. */
export function sortedByName<T>(items: Iterable<T>, nameOf: (item: T) => string): T[] {
  return Array.from(items, (item) => ({ item, key: foldLetters(nameOf(item)) }))
    .toSorted((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key)))
    .map(({ item }) => item);
}

/** A sign that joins two words into one: `E-Commerce`, `O’Reilly`, and a hyphen that only shows at a line's end. */
export const wordJoiner = /['\u2018\u2019`\-\u2010\u2011\u00ad]/;

/** Letters that are also written as two, as on a keyboard without them. */
const twoLetters: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' };
const ofTwoLetters = /[äöüøå]/gu;
const mayBeTwoLetters = /[äöüøåÄÖÜØÅ\u212b]|\u0308|\u030a/;

/** A text with letters such as `ü` written as two (`ue`), in lower case; the text itself if it has none. */
export function inTwoLetters(text: string): string {
  if (!mayBeTwoLetters.test(text)) return text;
  return text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(ofTwoLetters, (letter) => twoLetters[letter] ?? letter);
}
