import { namesIn, once, readTable } from '#node/resources.ts';
import { fold } from '#shared/domain/text.ts';

/** A word or sign that multiplies an amount: `million`, `Mio`, `lakh`, `万`. */
export interface Unit {
  readonly factor: number;
  /**
   * The currency that is counted in it where no word says another one; `XXX` for one of several. Only a word for
   * dollars makes them dollars.
   */
  readonly currency: string;
}

/** What a word multiplies an amount by, by its folded form; undefined for any other word. */
export function unitNamed(word: string): Unit | undefined {
  return units().get(word);
}

/** All such words that stand apart from others, as they are written. */
export const wordsOfUnits = once(() =>
  table()
    .rows.map(({ word }) => word)
    .filter((word) => !isSign(word)),
);

/** The unit that a text of a script without spaces has somewhere in it: `融资金额(万元)`. */
export function unitWithin(text: string): Unit | undefined {
  const sign = signsOfUnits().exec(text.normalize('NFKD'))?.[0];
  return sign === undefined ? undefined : units().get(sign);
}

/** `천` is also a syllable of other words. */
const signsOfUnits = once(() => {
  const signs = [...units().keys()].filter(isSign).toSorted((a, b) => b.length - a.length);
  return new RegExp(
    signs.map((sign) => (units().get(sign)?.factor === 1000 ? `${sign}(?=[元円圆]|${fold('원')})` : sign)).join('|'),
  );
});

function isSign(word: string): boolean {
  return /[\p{sc=Han}\p{sc=Hangul}]/u.test(word);
}

const table = once(() => readTable('import/units.tsv', ['factor', 'currency', 'language', 'word']));

const units = once(() => {
  namesIn(
    table(),
    ({ word }) => fold(word),
    ({ factor }) => factor,
  );
  return new Map<string, Unit>(
    table().rows.map(({ word, factor, currency }) => [
      fold(word),
      { factor: Number(factor), currency: currency === '-' ? '' : currency },
    ]),
  );
});
