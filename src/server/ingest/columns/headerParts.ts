import { once, readTable } from '#node/resources.ts';
import { headerKey } from './headerKey.ts';

/** What words of headers and questions say: `resources/import/README.md` tells each. */
const parts: ReadonlySet<string> = new Set(
  (
    'besides latest round rounds financing deal list kind stage day at amount all until raised money people' +
    ' count founding name company called site many much crew where based which city country industry quarter' +
    ' when problem who customer says'
  ).split(' '),
);

/** What a word or a phrase may say; nothing if it is not known. */
export type HeaderPart = ReadonlySet<string>;

/**
 * The words of a header in any language, by its key (`headerKey`), without those that say nothing (`of`, `Ihres`).
 * Phrases are one word (`most recent`), and so is each word of a script that writes none apart (`最近融资日期`).
 */
export function partsIn(key: string): HeaderPart[] {
  const pieces = key.split(' ');
  const found: HeaderPart[] = [];
  for (let at = 0; at < pieces.length;) {
    let length = Math.min(longestPhrase, pieces.length - at);
    while (length > 1 && !known().has(pieces.slice(at, at + length).join(' '))) length -= 1;
    const word = pieces.slice(at, at + length).join(' ');
    at += length;
    const part = known().get(word);
    if (part === undefined) found.push(...withoutSpaces(word));
    // `Letzte Runde am` is a day; elsewhere such words say nothing.
    else if (part.has('at') ? at === pieces.length : !part.has('besides')) found.push(part);
  }
  return found;
}

const longestPhrase = 4;
const unknown: HeaderPart = new Set();

/** The words of a text without spaces, the longest first; one that is not known for any other text. */
function withoutSpaces(text: string): HeaderPart[] {
  if (!writesNone.test(text)) return [unknown];
  const found: HeaderPart[] = [];
  for (let at = 0; at < text.length;) {
    let end = Math.min(text.length, at + longestWord);
    while (end > at && !known().has(text.slice(at, end))) end -= 1;
    const part = known().get(text.slice(at, end));
    if (part === undefined) return [unknown];
    if (!part.has('besides')) found.push(part);
    at = end;
  }
  return found;
}

const longestWord = 12;
const writesNone = /^[\u1100-\u11ff\u3040-\u30ff\u3400-\u9fff]{2,30}$/;

const known = once(() => {
  const table = readTable('import/headerParts.tsv', ['part', 'language', 'word']);
  const made = new Map<string, Set<string>>();
  for (const row of table.rows) {
    if (!parts.has(row.part)) throw table.problem(row, `the part must be one of ${[...parts].join(', ')}.`);
    const key = headerKey(row.word);
    made.set(key, (made.get(key) ?? new Set()).add(row.part));
  }
  return made;
});
