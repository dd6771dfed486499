import { pattern } from '#shared/domain/pattern.ts';
import { isKnownList, type ColumnSample, type Lookups } from './content.ts';
import { languageOf } from './fields.ts';
import { areBeside, type Candidate, columnsOf, type Finding, type Found, type Look, none } from './finding.ts';

/**
 * Headers that only sometimes stand above what companies do (`Focus`, `Solution`): they count where the cells say
 * something, and no other column does.
 */
export function* textsThatSay({ keys, samples, lookups }: Look, found: Found): Generator<Candidate> {
  const texts = textsOf(found);
  const weak = texts.filter((column) => isWeak(found[column], keys[column] ?? ''));
  const others = texts.length > weak.length;
  const candidates = weak.flatMap((column, place) => {
    const sample = samples[column];
    if (others || place > 0) return [none(column, 'another column says more clearly what companies do')];
    const isSaid = sample !== undefined && isSaying(sample, keys[column] ?? '', lookups);
    return isSaid ? [] : [none(column, 'its cells are no texts that say what companies do')];
  });
  yield* candidates;
}

/** A header that says less than that of an overview or of a person's life. */
function isWeak(match: Finding | undefined, key: string): boolean {
  return match?.field === 'descriptionShort' && match.score <= 0.5 && key !== 'overview';
}

/** Whether cells are different texts of several words; under a header of products, not only names of such. */
function isSaying({ values, distinct }: ColumnSample, key: string, lookups: Lookups): boolean {
  if (values.length === 0 || distinct < values.length * 0.6) return false;
  const form = ofGoods.test(key) ? wordsWithSmall : words;
  if (values.filter((value) => form.test(value)).length < values.length * 0.6) return false;
  return values.filter((value) => isKnownList(value, lookups)).length < values.length * 0.4;
}

const words = /\p{L}{2}\S*\s+(?:\S+\s+)?\p{L}{2}|[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]{4}/u;
const wordsWithSmall = /\p{L}{2}\S*\s.*(?<!\S)\p{Ll}{3}|[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]{4}/u;
const ofGoods = /product|produkt|produit|service|solution|offering|losung|servicio|solucion|prodott|soluzion/;

/**
 * Which of several texts is the short one, and which the long: what their headers say, else their lengths. Without a
 * difference an overview is the longer form of a description of its own.
 */
export function* shortAndLong(look: Look, found: Found): Generator<Candidate> {
  const { keys } = look;
  const texts = textsOf(found);
  if (texts.length < 2) return;
  const isShort = (column: number): boolean => shortWords.test(keys[column] ?? '');
  const isLong = (column: number): boolean => longWords.test(keys[column] ?? '');
  const hasShort = texts.some((column) => found[column]?.field === 'descriptionShort' && isShort(column));
  const byLength = !hasShort && !texts.some(isLong) ? settledByLength(look, found, texts) : [];
  if (byLength.length > 0) {
    yield* byLength;
    return;
  }
  const shorts = texts.filter((column) => found[column]?.field === 'descriptionShort');
  const candidates = shorts.flatMap((column): Candidate[] => {
    const reason = 'another column has the short text';
    if (keys[column] === 'overview' && shorts.some((other) => keys[other] !== 'overview'))
      return [{ column, field: 'descriptionLong', score: 0.6, reason }];
    const score = (found[column]?.score ?? 0) * 0.8;
    return hasShort && !isShort(column) ? [{ column, field: 'descriptionLong', score, reason }] : [];
  });
  yield* candidates;
}

/** The longest text as the long one and the shortest as the short one; none if their lengths do not tell. */
function settledByLength(look: Look, found: Found, texts: readonly number[]): Candidate[] {
  const { keys, samples, rows } = look;
  const plain = texts.filter(
    (column) =>
      (samples[column]?.values.length ?? 0) > 0 && ((found[column]?.score ?? 0) > 0.5 || keys[column] === 'overview'),
  );
  const length = (column: number): number => meanLength(samples[column]);
  const sorted = plain.toSorted((a, b) => length(a) - length(b));
  const [short] = sorted;
  const long = sorted.at(-1);
  if (short === undefined || long === undefined || short === long || !areBeside(short, long, rows)) return [];
  if (length(long) < length(short) * clearlyLonger) return [];
  // The same text in two languages is no longer in one of them, and Chinese takes less room.
  if (isSameText(short, long, look)) return [];
  const best = Math.max(...plain.map((column) => found[column]?.score ?? 0));
  return plain.map((column): Candidate => {
    if (column === long) return { column, field: 'descriptionLong', score: best, reason: 'it is the longer text' };
    const score = column === short ? best : best * 0.8;
    return { column, field: 'descriptionShort', score, reason: 'it is a shorter text than another column' };
  });
}

function isSameText(a: number, b: number, { headers = [], keys, bases, samples }: Look): boolean {
  const [one, other] = [languageOf(headers[a] ?? ''), languageOf(headers[b] ?? '')];
  // `beschreibung_de` and `description_en` are the words for one thing in two languages.
  if (one !== undefined && other !== undefined && one.tongue !== other.tongue) return true;
  const isHan = (index: number): boolean => /\p{sc=Han}/u.test(samples[index]?.values[0] ?? '');
  const isOneHeader = keys[a] === keys[b];
  return (!isOneHeader && bases[a] === bases[b]) || isHan(a) !== isHan(b);
}

/** How many times longer the long text is, at least. */
const clearlyLonger = 1.4;

function meanLength(sample: ColumnSample | undefined): number {
  const values = sample?.values ?? [];
  return values.reduce((sum, value) => sum + value.length, 0) / Math.max(1, values.length);
}

function textsOf(found: Found): number[] {
  return columnsOf(found, 'descriptionShort', 'descriptionLong');
}

const shortWords = /short|concept|liner|tagline|pitch|headline|slogan|kurz|courte|corta|breve|一句话/;
const longWords = pattern()`
  \b(?:long|longer|full|detailed|extended|complete|lang|lange|ausfuhrlich\w*|longue|detaillee?|larga|detallada|lunga
    |completa)\b
  |详细|詳細|完整
`;
