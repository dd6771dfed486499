import { listOf } from './phrases.ts';
import { Weighted } from './random.ts';
import { placeLines } from './words/placeLines.ts';

/** A country with what belongs to it. `code` and `ending` are `''` where the country is not known. */
export interface Place {
  readonly code: string;
  /** National domain ending without its dot. */
  readonly ending: string;
  readonly cities: Weighted<string> | null;
  /** Which names people there have (words/personNames.ts). */
  readonly cultures: Weighted<string>;
  /** The culture whose language company names lean on. */
  readonly language: string;
}

/** Reads the countries, weighted as an investor's database has them. */
export function readPlaces(): Weighted<Place> {
  return new Weighted(
    listOf(placeLines).map((line) => {
      const [code = '', weight = '', ending = '', cultures = '', cities = ''] = line
        .split(';')
        .map((part) => part.trim());
      const place: Place = {
        code: code === '-' ? '' : code,
        ending: ending === '-' ? '' : ending,
        cities: cities === '' ? null : new Weighted(weightedList(cities)),
        cultures: new Weighted(weightedList(cultures)),
        language: weightedList(cultures)[0]?.[0] ?? '',
      };
      return [place, Number(weight)] as const;
    }),
  );
}

function weightedList(text: string): [string, number][] {
  return text.split(',').map((item) => {
    const [name = '', weight = '1'] = item.split(':');
    return [name.trim(), Number(weight)];
  });
}
