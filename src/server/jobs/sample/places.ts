import { readTable } from '#node/resources.ts';
import { Weighted } from './random.ts';

/** A country and what belongs to it. `code` and `ending` are `''` if the country is not known. */
export interface Place {
  readonly code: string;
  /** National domain ending without its dot. */
  readonly ending: string;
  readonly cities: Weighted<string> | null;
  /** Which names people have there (`personNames.tsv`). */
  readonly cultures: Weighted<string>;
  /** The culture whose language company names draw on. */
  readonly language: string;
}

/** Reads the countries, weighted as in an investor's database (`resources/sample/places.tsv`). */
export function readPlaces(): Weighted<Place> {
  const { rows } = readTable('sample/places.tsv', ['country', 'weight', 'ending', 'cultures', 'cities']);
  return new Weighted(
    rows.map((row) => {
      const place: Place = {
        code: known(row.country),
        ending: known(row.ending),
        cities: known(row.cities) === '' ? null : new Weighted(weightedList(row.cities)),
        cultures: new Weighted(weightedList(row.cultures)),
        language: weightedList(row.cultures)[0]?.[0] ?? '',
      };
      return [place, Number(row.weight)] as const;
    }),
  );
}

/** A cell's text; `-` stands for nothing. */
function known(cell: string): string {
  return cell === '-' ? '' : cell;
}

function weightedList(text: string): [string, number][] {
  return text.split(',').map((item) => {
    const [name = '', weight = '1'] = item.split(':');
    return [name.trim(), Number(weight)];
  });
}
