import { namesIn, once } from '#node/resources.ts';
import { readCountryTable } from '../values/countries.ts';
import { headerKey } from './headerKey.ts';

/** Where a company is registered, by the column with its number there. */
export interface Register {
  readonly index: number;
  /** ISO2. */
  readonly countryCode: string;
}

/**
 * Names of company numbers, and of the courts that assign them, in countries that share the name with no other. A
 * column of Brazil's states serves just as well.
 */
const countryByNumber = once(() => {
  const table = readCountryTable('registers.tsv', ['name']);
  return namesIn(
    table,
    ({ name }) => headerKey(name),
    ({ country }) => country,
  );
});

const words = /^(?:numero|numer|no|nr|n) | (?:nr|no|num|number|nummer|numero|code)$/g;

/** The register that a header implies, by the first column that does; undefined for none or several countries. */
export function registerOf(headers: readonly string[] | null): Register | undefined {
  const found = (headers ?? []).flatMap((header, index) => {
    const key = header.length > longestHeader ? '' : headerKey(header);
    const countryCode = countryByNumber().get(key) ?? countryByNumber().get(key.replaceAll(words, ''));
    return countryCode === undefined ? [] : [{ index, countryCode }];
  });
  const [first] = found;
  return found.every(({ countryCode }) => countryCode === first?.countryCode) ? first : undefined;
}

const longestHeader = 60;
