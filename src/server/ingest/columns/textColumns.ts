import { pattern } from '#shared/domain/pattern.ts';
import { isKnownList, type ColumnSample, type Lookups } from './content.ts';
import type { ColumnFinding } from './finding.ts';

/** What tells columns of texts apart, besides what was found of them. */
interface TextColumns {
  /** The headers' keys (`headerKey`). */
  readonly keys: readonly string[];
  /** The keys without the language that a header says its texts are in. */
  readonly bases: readonly string[];
  readonly samples: readonly ColumnSample[];
  /** Whether two columns both have values in some row. */
  readonly areBeside: (a: number, b: number) => boolean;
}

/**
 * Headers that only sometimes stand above what companies do (`Focus`, `Solution`): they count where the cells say
 * something, and no other column does.
 */
export function keepSaying(found: ColumnFinding[], { keys, samples }: TextColumns, lookups: Lookups): void {
  const texts = textsOf(found);
  const weak = texts.filter((index) => isWeak(found[index], keys[index] ?? ''));
  const others = texts.length > weak.length;
  for (const [place, index] of weak.entries()) {
    const sample = samples[index];
    const isDropped = others || place > 0 || sample === undefined || !isSaying(sample, keys[index] ?? '', lookups);
    if (isDropped) found[index] = { field: '', confidence: 0 };
  }
}

/** A header that says less than that of an overview or of a person's life. */
function isWeak(match: ColumnFinding | undefined, key: string): boolean {
  return match?.field === 'descriptionShort' && match.confidence <= 0.5 && key !== 'overview';
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
export function settleTexts(found: ColumnFinding[], columns: TextColumns): void {
  const { keys } = columns;
  const texts = textsOf(found);
  if (texts.length < 2) return;
  const isShort = (index: number): boolean => shortWords.test(keys[index] ?? '');
  const isLong = (index: number): boolean => longWords.test(keys[index] ?? '');
  const hasShort = texts.some((index) => found[index]?.field === 'descriptionShort' && isShort(index));
  if (!hasShort && !texts.some(isLong) && settledByLength(found, texts, columns)) return;
  const shorts = texts.filter((index) => found[index]?.field === 'descriptionShort');
  for (const index of shorts) {
    const confidence = found[index]?.confidence ?? 0;
    if (keys[index] === 'overview' && shorts.some((other) => keys[other] !== 'overview'))
      found[index] = { field: 'descriptionLong', confidence: 0.6 };
    else if (hasShort && !isShort(index)) found[index] = { field: 'descriptionLong', confidence: confidence * 0.8 };
  }
}

/** Makes the longest text the long one and the shortest the short one; false if their lengths do not tell. */
function settledByLength(found: ColumnFinding[], texts: readonly number[], columns: TextColumns): boolean {
  const plain = texts.filter(
    (index) =>
      (columns.samples[index]?.values.length ?? 0) > 0 &&
      ((found[index]?.confidence ?? 0) > 0.5 || columns.keys[index] === 'overview'),
  );
  const length = (index: number): number => meanLength(columns.samples[index]);
  const sorted = plain.toSorted((a, b) => length(a) - length(b));
  const [short] = sorted;
  const long = sorted.at(-1);
  if (short === undefined || long === undefined || short === long || !columns.areBeside(short, long)) return false;
  if (length(long) < length(short) * clearlyLonger) return false;
  // The same text in two languages is no longer in one of them, and Chinese takes less room.
  if (isSameText(short, long, columns)) return false;
  const best = Math.max(...plain.map((index) => found[index]?.confidence ?? 0));
  for (const index of plain) found[index] = { field: 'descriptionShort', confidence: best * 0.8 };
  found[short] = { field: 'descriptionShort', confidence: best };
  found[long] = { field: 'descriptionLong', confidence: best };
  return true;
}

function isSameText(a: number, b: number, { bases, samples }: TextColumns): boolean {
  const isHan = (index: number): boolean => /\p{sc=Han}/u.test(samples[index]?.values[0] ?? '');
  return bases[a] === bases[b] || isHan(a) !== isHan(b);
}

/** How many times longer the long text is, at least. */
const clearlyLonger = 1.4;

function meanLength(sample: ColumnSample | undefined): number {
  const values = sample?.values ?? [];
  return values.reduce((sum, value) => sum + value.length, 0) / Math.max(1, values.length);
}

function textsOf(found: readonly ColumnFinding[]): number[] {
  return found.flatMap(({ field }, index) =>
    field === 'descriptionShort' || field === 'descriptionLong' ? [index] : [],
  );
}

const shortWords = /short|concept|liner|tagline|pitch|headline|slogan|kurz|courte|corta|breve|一句话/;
const longWords = pattern()`
  \b(?:long|longer|full|detailed|extended|complete|lang|lange|ausfuhrlich\w*|longue|detaillee?|larga|detallada|lunga
    |completa)\b
  |详细|詳細|完整
`;
