import { pattern } from '#shared/domain/pattern.ts';
import { fold } from '#shared/domain/text.ts';
import { domainOf } from '#shared/domain/webAddress.ts';
import { isListOfDeals, isListOfPeople } from './fields.ts';
import { type Candidate, columnsOf, type Found, isFilled, type Look, none, type Rows } from './finding.ts';

/** Under a header in a language we do not know, names can be recognised by the companies' sites next to them. */
export function* byLikenessToSites({ samples, rows }: Look, found: Found): Generator<Candidate> {
  const [site] = columnsOf(found, 'website');
  if (site === undefined || columnsOf(found, 'name').length > 0) return;
  const candidates = [...samples.keys()].filter((column) => mayBeNames.has(found[column]?.field ?? ''));
  const column = nameColumnBySite(rows, site, candidates);
  if (column !== undefined)
    yield { column, field: 'name', score: 0.6, reason: 'its cells are like the sites’ addresses' };
}

const mayBeNames: ReadonlySet<string> = new Set(['', 'city', 'industries']);

/** How many rows are examined to recognise a column of names. */
const rowsLookedAt = 300;

/**
 * The column of names in a table whose headers name none, by the column of sites: companies' names resemble their
 * domains. Undefined if no column of `candidates` does so in half of the rows.
 */
function nameColumnBySite(rows: Rows, site: number, candidates: readonly number[]): number | undefined {
  const shares = candidates.map((column) => ({ column, share: shareLikeSites(rows, site, column) }));
  const [best] = shares.toSorted((a, b) => b.share - a.share);
  return best === undefined || best.share < 0.5 ? undefined : best.column;
}

/** The share of rows in which the cell of a column resembles the domain of the row's site. */
function shareLikeSites(rows: Rows, site: number, column: number): number {
  const known = rows
    .slice(0, rowsLookedAt)
    .map((row) => ({ row, domain: lettersOf(domainOf(row[site] ?? '').split('.', 1)[0] ?? '') }))
    .filter(({ domain }) => domain.length >= fewestLetters);
  const alike = known.filter(({ row, domain }) => isNameOf(row[column] ?? '', domain)).length;
  return known.length === 0 ? 0 : alike / known.length;
}

function isNameOf(cell: string, domain: string): boolean {
  if (cell.length > 100 || cell.includes('@') || domainOf(cell) !== '') return false;
  const [first = ''] = cell.trim().split(/\s+/, 1);
  const whole = lettersOf(cell);
  const start = lettersOf(first);
  return (
    (whole.length >= fewestLetters && (whole.includes(domain) || domain.includes(whole))) ||
    (start.length > fewestLetters && domain.startsWith(start))
  );
}

/** Shorter names appear in many addresses by chance. */
const fewestLetters = 3;

function lettersOf(text: string): string {
  return fold(text).replaceAll(/[^a-z0-9]/g, '');
}

/**
 * The columns of names that say who stands behind the companies of another one: an organization that supports several,
 * whose sites, founding years or descriptions differ. In a list of persons or of deals it is the company itself.
 */
export function* supporters({ headers = [], keys, rows }: Look, found: Found): Generator<Candidate> {
  const names = columnsOf(found, 'name');
  if (names.length < 2 || isListOfPeople(headers) || isListOfDeals(headers)) return;
  const looked = rows.slice(0, rowsLookedAt);
  const sites = columnsOf(found, 'website');
  const facts = columnsOf(found, 'founded', 'descriptionShort', 'descriptionLong');
  const supporting = names.filter((group) =>
    names.some((name) => {
      if (name === group) return false;
      const both = looked.filter((row) => isFilled(row[name]) && isFilled(row[group]));
      const areNamed = ofCompanies.test(keys[name] ?? '') && ofSupporters.test(keys[group] ?? '');
      if (!isOneOfMany(both, name, group, 1)) return false;
      if (areNamed && isOneOfMany(both, name, group, 0.99)) return true;
      const [site] = sites;
      const isLike = site !== undefined && shareLikeSites(both, site, name) >= 0.5;
      if (isLike && shareLikeSites(both, site, group) < 0.5) return true;
      const isNamedSo = ofSupporters.test(keys[group] ?? '');
      return (
        isOfSeveral(both, name, group, isNamedSo) &&
        (isSupporting(both, name, group, isNamedSo) || [...sites, ...facts].some((fact) => differs(both, group, fact)))
      );
    }),
  );
  for (const column of supporting) yield none(column, 'it groups the companies that another column names');
}

/** Headers that name a company, and those that may name who supports several. */
const ofCompanies = pattern()`
  ^(?:company|compan(?:y|ies) name|start ?ups?(?: name)?|venture|entreprise|societe|jeune pousse|firma|unternehmen
    |empresa|azienda|impresa|bedrijf|foretag|virksomhed|spolka)$
`;
const ofSupporters =
  /^(?:organi[sz]ations?|organi[sz]ation name|organisation|organizacion|organizzazione|organizacao|organisatie)$/;

/** A group has several of the names; in a list of names in one word, fewer of them are enough. */
function isOfSeveral(rows: Rows, name: number, group: number, isNamedSo: boolean): boolean {
  return isOneOfMany(rows, name, group, isNamedSo && shareOf(rows, name, oneWord) > 0.5 ? 0.8 : 0.6);
}

/** An organization is called like an institution that supports companies, whose names are one word each. */
function isSupporting(rows: Rows, name: number, group: number, isNamedSo: boolean): boolean {
  return isNamedSo && shareOf(rows, name, oneWord) > 0.5 && shareOf(rows, group, institution) > 0.5;
}

function shareOf(rows: Rows, column: number, form: RegExp): number {
  return rows.filter((row) => form.test(row[column]?.trim() ?? '')).length / Math.max(1, rows.length);
}

/** Hardly any person is called so. */
const oneWord = /^\S+$/;

/** Names of institutions that support companies: `University of Turku`, `TU Wien`. */
const institution = pattern('iu')`
  (?:^|[^\p{L}])(?:univ|hochschule|fachhochschule|institut|polytech|politec|college|école|ecole|school|academy|akademie
    |incubat|inkubat|accelerat|akzelerat|accélérat|acelerad|incubad|science park|technology park|technopark|hub
    |yliopisto|uniwersytet|politechnika|univerzita|egyetem|大学|大學)|universit[äàéye]|^(?:TU|FH|ETH|HTW|WU|MIT
    |EPFL|KTH|DTU)\s
`;

/** Whether groups have several names in them (fewer than `most` groups a row), and hardly any name is in two rows. */
function isOneOfMany(rows: Rows, name: number, group: number, most: number): boolean {
  const names = new Set(rows.map((row) => row[name]?.trim()));
  const groups = new Set(rows.map((row) => row[group]?.trim()));
  return (
    rows.length > 1 &&
    names.size >= rows.length * 0.95 &&
    groups.size < rows.length &&
    groups.size <= rows.length * most
  );
}

/** Whether a fact is another one in the rows of most groups: that of several companies. */
function differs(rows: Rows, group: number, fact: number): boolean {
  const groups = [...Map.groupBy(rows, (row) => row[group]?.trim() ?? '').values()]
    .map((members) => members.map((row) => row[fact]?.trim() ?? '').filter((value) => value !== ''))
    .filter((values) => values.length > 1);
  const differing = groups.filter((values) => new Set(values).size > values.length / 2);
  return groups.length > 0 && differing.length > groups.length / 2;
}
