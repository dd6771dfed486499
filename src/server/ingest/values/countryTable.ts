import { readTable, type Table } from '#node/resources.ts';
import { countryByCode } from '#shared/reference/countries.ts';

/** The code of what is no country: a continent, or the world. */
export const noCountry = '-';

/** The Netherlands Antilles, which files from before 2010 name, and which no list of countries has any more. */
const formerCountry = 'AN';

/** Reads a table of `resources/import/` whose column `country` has codes (ISO2) of countries that there are. */
export function readCountryTable<Column extends string>(
  name: string,
  columns: readonly Column[],
): Table<Column | 'country'> {
  const table = readTable(`import/${name}`, ['country', ...columns]);
  const unknown = table.rows.find(({ country }) => !isKnown(country));
  if (unknown !== undefined) throw table.problem(unknown, `there is no country “${unknown.country}”.`);
  return table;
}

function isKnown(code: string): boolean {
  return code === noCountry || code === formerCountry || countryByCode(code) !== undefined;
}
