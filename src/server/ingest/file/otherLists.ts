import type { ColumnMapping } from '#shared/bridge/workspace.ts';
import { once, readTable } from '#node/resources.ts';
import { badFile } from './byteSource.ts';
import { mapsNames } from '../columns/columnMapping.ts';
import { type HeaderNames, isListOfPeople } from '../columns/fields.ts';
import { headerKey } from '../columns/headerKey.ts';
import { isUnitWord } from '../columns/headerSays.ts';

/** A table as far as it is known before any of its rows is read as a company. */
interface Looked {
  readonly name: string;
  readonly headers: readonly string[] | null;
  /** Sample records. */
  readonly rows: readonly (readonly string[])[];
}

/**
 * Refuses a list of something other than companies (investors, events, vacancies, persons), and one whose companies are
 * its columns. Throws `bad_file` that says what the file looks like. Whoever says which column has the names knows
 * better.
 */
export function refuseOtherLists({ name, headers, rows }: Looked, names: HeaderNames, mapping: ColumnMapping): void {
  if (headers === null || mapsNames(mapping)) return;
  const kind = kindOfList(headers, names);
  if (kind !== undefined) throw badFile(name, `this looks like a list of ${kind}, not of companies.`);
  if (areCompaniesColumns(headers, rows, names)) {
    throw badFile(name, 'each company seems to be a column; swap rows and columns (“Transpose”) and import it again.');
  }
}

/** What a list is about that is not companies, by its headers; undefined for companies and for what is not known. */
export function kindOfList(headers: readonly string[], names: HeaderNames): string | undefined {
  const keys = headers.map((header) => withoutUnits(headerKey(header)));
  const count = (holds: (key: string) => boolean): number => keys.filter(holds).length;
  for (const { kind, named, telling, within, sure } of otherKinds()) {
    // The investors beside companies are theirs.
    const companies = headers.filter(
      (header, index) => names.match(header)?.field === 'name' && !named.has(keys[index] ?? ''),
    );
    const isNamed = count((key) => named.has(key)) > 0 && (ofCompanies.has(kind) || companies.length === 0);
    // One telling column beside the name of such a thing, or three without it: a company may have one of them.
    const isSure = companies.every((header) => plainNames.test(headerKey(header)));
    const surely = count((key) => hasWords(key, sure));
    const told = count((key) => telling.has(key) || hasWords(key, within)) + surely * (isSure ? 2 : 1);
    if (told >= (isNamed ? 1 : 3)) return kind;
  }
  const hasNames = headers.some((header) => ['name', 'website'].includes(names.match(header)?.field ?? ''));
  return isListOfPeople(headers) && !hasNames ? 'people' : undefined;
}

/** What lists of anything call it. */
const plainNames =
  /^(?:name|names|full name|nom|nombre|nome|naam|namn|navn|nazwa|nimi|firm|firma|title|organi[sz]ation)$/;

/** What such lists call the thing they are about, and what only they say of it: headers, and words within them. */
interface OtherKind {
  readonly kind: string;
  readonly named: ReadonlySet<string>;
  readonly telling: ReadonlySet<string>;
  readonly within: readonly string[];
  /** Of these the ones that hardly anything else has: two of them tell it. */
  readonly sure: readonly string[];
}

const otherKinds = once((): OtherKind[] => {
  const { rows } = readTable('import/otherLists.tsv', ['kind', 'role', 'name']);
  return [...new Set(rows.map(({ kind }) => kind))].map((kind) => {
    const all = (role: string): string[] =>
      rows.flatMap((row) => (row.kind === kind && row.role === role ? [headerKey(row.name)] : []));
    return {
      kind,
      named: new Set(all('named')),
      telling: new Set(all('telling')),
      within: all('within'),
      sure: all('sure'),
    };
  });
});

/** `AUM ($M)`; the name of such a thing may be a unit, too. */
function withoutUnits(key: string): string {
  const words = key.split(' ').filter((word) => word === 'in' || !isUnitWord(word));
  return words.length === 0 ? key : words.join(' ');
}

/** Whether a header has some of these words within it; who wants tickets sold is no investor. */
function hasWords(key: string, words: readonly string[]): boolean {
  const text = ` ${key.replace('ticket price', '')} `;
  return words.some((word) => text.includes(writesNone.test(word) ? word : ` ${word} `));
}

const writesNone = /^[\u1100-\u11ff\u3040-\u30ff\u3400-\u9fff]/;

/** Kinds of lists that may have a column of companies, too. */
const ofCompanies: ReadonlySet<string> = new Set(['events', 'vacancies']);

/** Longest list with companies as columns, in rows: each is one thing that is said of all of them. */
const mostRows = 60;
const fewestRows = 2;

/** Whether the first column names fields, and the headers do not: `Company,Alma,Bero` above `City,Paris,Lyon`. */
function areCompaniesColumns(headers: readonly string[], rows: Looked['rows'], names: HeaderNames): boolean {
  const filled = rows.filter((row) => row.some((cell) => cell.trim() !== ''));
  if (headers.length < 3 || filled.length < fewestRows || filled.length > mostRows) return false;
  const [, ...others] = headers;
  if (others.some((header) => header.trim() === '' || names.match(header) !== undefined)) return false;
  const said = filled.map((row) => names.match(row[0] ?? '')?.field).filter((field) => field !== undefined);
  return new Set(said).size >= fewestRows && said.length > filled.length * 0.6;
}
