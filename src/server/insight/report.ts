import { labelOf, stages, type Choice } from '#shared/domain/choices.ts';
import type { Company } from '#shared/domain/company.ts';
import { filterSentence } from '#shared/domain/filterSentence.ts';
import { activeFieldCount, emptyFilters, type FilterSet } from '#shared/domain/filters.ts';
import { searchName as nameOfSearch } from '#shared/domain/searchSentence.ts';
import { isActiveText } from '#shared/domain/searchText.ts';
import { assertNever } from '#shared/errors.ts';
import type { FilterNames } from '#shared/fields/filterRows.ts';
import type { SectorReport } from '#shared/report/reportData.ts';
import { listText } from '#shared/report/wording.ts';
import type { CompanyReader } from '../index/port.ts';
import { bestOf, overviewOf, sectorOf } from './sectorData.ts';
import type { Sector } from './sectorView.ts';

/** What a report is about, with everything its texts need. */
export type ReportedPart =
  | { readonly kind: 'company'; readonly company: Company }
  | {
      readonly kind: 'smartList';
      readonly name: string;
      readonly filters: FilterSet;
      readonly names: FilterNames;
      readonly ids: readonly number[];
    }
  | { readonly kind: 'collection'; readonly name: string; readonly ids: readonly number[] }
  | {
      readonly kind: 'search';
      readonly filters: FilterSet;
      readonly names: FilterNames;
      readonly onlyIds: ReadonlySet<number> | null;
    };

/** What a user has decided, as sets of company ids, and whether a report has only what they keep. */
export interface ReaderOfReport {
  readonly decided: Readonly<Record<keyof SectorReport['decided'], ReadonlySet<number>>>;
  readonly onlyKept: boolean;
}

/** The report on a part of the store for a user, with its `most` best companies. */
export async function sectorReportOf(
  reader: CompanyReader,
  part: ReportedPart,
  user: ReaderOfReport,
  most: number,
): Promise<SectorReport> {
  const { week, date, companies: allCompanies } = await reader.status();
  const company = part.kind === 'company' ? part.company : null;
  const sector = part.kind === 'company' ? await sectorOf(reader, part.company) : keptOf(listOf(part), user);
  const { items } = await reader.search(bestOf(sector), 0, most);
  return {
    kind: part.kind,
    query: `${queryText(part, sector)}${user.onlyKept ? ' Only those in Watchlist or Opportunities.' : ''}`,
    week,
    date,
    scope: part.kind === 'company' ? scopeOfCompany(part.company) : scopeOf(sectorFilters(part)),
    sector: await overviewOf(reader, sector, company),
    allCompanies,
    sampleCompanies: await samplesIn(reader, sector),
    decided: {
      watchlist: await countIn(reader, sector, user.decided.watchlist),
      opportunities: await countIn(reader, sector, user.decided.opportunities),
      archive: await countIn(reader, sector, user.decided.archive),
    },
    company,
    companies: items,
    namesFirst: part.kind === 'search' && isActiveText(part.filters.include.textSearch),
    remarks: [],
  };
}

/** A list without what its user does not keep. */
function keptOf(sector: Sector, { decided, onlyKept }: ReaderOfReport): Sector {
  if (!onlyKept) return sector;
  const kept = new Set([...decided.watchlist, ...decided.opportunities]);
  // Of all companies it is a list, too.
  return { ...sector, kind: 'list', onlyIds: both(sector.onlyIds, kept) };
}

/** How many companies of a sector are among those with these ids. */
async function countIn(reader: CompanyReader, sector: Sector, ids: ReadonlySet<number>): Promise<number> {
  if (ids.size === 0) return 0;
  return (await reader.search({ ...bestOf(sector), onlyIds: both(sector.onlyIds, ids) }, 0, 1)).count;
}

/** The ids that are in both; null stands for all there are. */
function both(some: ReadonlySet<number> | null, ids: ReadonlySet<number>): ReadonlySet<number> {
  return some === null ? ids : new Set([...ids].filter((id) => some.has(id)));
}

/** How many companies of a sector are invented. */
async function samplesIn(reader: CompanyReader, sector: Sector): Promise<number> {
  const { filters, ...query } = bestOf(sector);
  if (filters.include.sample === false) return 0;
  const samples = { ...filters, include: { ...filters.include, sample: true } };
  return (await reader.search({ ...query, filters: samples }, 0, 1)).count;
}

type ListPart = Exclude<ReportedPart, { kind: 'company' }>;

function listOf(part: ListPart): Sector {
  const common = { why: 'asked', onlyIds: null } as const;
  switch (part.kind) {
    case 'smartList':
      return {
        ...common,
        kind: 'list',
        name: part.name,
        filters: emptyFilters(),
        onlyIds: new Set(part.ids),
        said: `This overview covers the companies in the smart list “${part.name}”.`,
      };
    case 'collection':
      return {
        ...common,
        kind: 'list',
        name: part.name,
        filters: emptyFilters(),
        onlyIds: new Set(part.ids),
        said: `This overview covers the companies in the collection “${part.name}”.`,
      };
    case 'search': {
      const { filters, names, onlyIds } = part;
      const name = searchName(filters);
      if (activeFieldCount(filters) === 0) return { ...common, kind: 'all', name, filters, said: '' };
      const said = `This overview covers ${uncapitalised(filterSentence(filters, names))}`;
      return { ...common, kind: 'list', name, filters, onlyIds, said };
    }
    default:
      return assertNever(part);
  }
}

/** The filters whose regions, countries and stages narrow a list. */
function sectorFilters(part: ListPart): FilterSet {
  return part.kind === 'collection' ? emptyFilters() : part.filters;
}

/** What a search is about: its industries, groups or words; regions and stages are named separately (product 9). */
function searchName({ include: { industries, industryGroups, textSearch } }: FilterSet): string {
  const named = industries.length > 0 ? industries : industryGroups;
  if (named.length > 0) return named.length > 3 ? `${named[0] ?? ''} and ${named.length - 1} more` : listText(named);
  return isActiveText(textSearch) ? nameOfSearch(textSearch) : 'All sectors';
}

function queryText(part: ReportedPart, { kind, name }: Sector): string {
  switch (part.kind) {
    case 'smartList':
      return `Companies in the smart list “${part.name}”.${filterText(part.filters, part.names)}`;
    case 'collection':
      return `Companies in the collection “${part.name}”.`;
    case 'search':
      return filterSentence(part.filters, part.names);
    case 'company':
      if (kind === 'all') return 'All companies.';
      return `All companies in the ${kind === 'group' ? 'industry group' : 'industry'} ${name}.`;
    default:
      return assertNever(part);
  }
}

function filterText(filters: FilterSet, names: FilterNames): string {
  return activeFieldCount(filters) > 0 ? ` It has ${uncapitalised(filterSentence(filters, names))}` : '';
}

/** A sentence as it goes on in another: `companies in Europe.`; the names of stages keep their capital. */
function uncapitalised(text: string): string {
  return text.replace(/^(?:All companies|Companies)/, (begin) => begin.toLowerCase());
}

const stageChoices: readonly Choice[] = stages;

function scopeOf({ include }: FilterSet): SectorReport['scope'] {
  return {
    regions: [...include.regions],
    countries: include.countries.map(({ name, code }) => (name === '' ? code : name)),
    stages: include.stages.map((stage) => labelOf(stageChoices, stage)),
  };
}

function scopeOfCompany({ region, location: { country }, stages: own }: Company): SectorReport['scope'] {
  return {
    regions: region === '' ? [] : [region],
    countries: country.name === '' ? [] : [country.name],
    stages: own.map((stage) => labelOf(stageChoices, stage)),
  };
}
