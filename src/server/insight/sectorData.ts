import type { Company } from '#shared/domain/company.ts';
import { emptyFilters } from '#shared/domain/filters.ts';
import type { SectorData } from '#shared/domain/sector.ts';
import type { CompanyQuery, CompanyReader, SectorCounts } from '../index/port.ts';
import { companyText } from './companyText.ts';
import { descriptionText, overviewText } from './overviewText.ts';
import { sectorOf, type Sector } from './sectorChoice.ts';
import { figuresOf, valuesByCount, countOf } from './sectorFigures.ts';
import { themesOf, type Themes } from './themes.ts';
import { trendsText } from './trendsText.ts';

/** How many companies of a sector, the best rated ones, are read for what they say is hard. */
const companiesRead = 300;

const maxSubSectors = 8;

/** Everything the texts of an overview are written from. */
export interface SectorView {
  readonly sector: Sector;
  /** The newest digest week, `2026-W47`. */
  readonly week: string;
  readonly counts: SectorCounts;
  /** The same of all companies. */
  readonly all: SectorCounts;
  readonly subSectors: readonly string[];
  readonly themes: Themes;
}

/**
 * The overview of a company's sector (product 7), worked out from the companies in the store and from nothing else; it
 * says from how many and as of which digest week (product 17.8).
 */
export async function sectorDataOf(reader: CompanyReader, company: Company): Promise<SectorData> {
  return await overviewOf(reader, await sectorOf(reader, company), company);
}

/** The overview of any part of the store; `company` is the one it is applied to, null where it is applied to none. */
export async function overviewOf(reader: CompanyReader, sector: Sector, company: Company | null): Promise<SectorData> {
  const { week } = await reader.status();
  const counts = await reader.sectorCounts(sector.filters, company?.score ?? null, sector.onlyIds);
  const all = await reader.sectorCounts(emptyFilters(), null);
  const { items } = await reader.search(bestOf(sector), 0, companiesRead);
  const subSectors = subSectorsOf(sector, counts, all);
  const view: SectorView = { sector, week, counts, all, subSectors, themes: themesOf(items) };
  const isEmpty = counts.companies === 0;
  return {
    sector: sector.name,
    sector_description: descriptionText(view),
    sector_overview: isEmpty ? '' : overviewText(view),
    trends_and_challenges: isEmpty ? '' : trendsText(view),
    sub_sectors: [...subSectors],
    applies_to_company: company === null ? '' : companyText(view, company),
    figures: figuresOf(counts),
  };
}

/** What finds the companies of a sector, the best rated first. */
export function bestOf({ filters, onlyIds }: Sector): CompanyQuery {
  return { filters, sortBy: 'best_match', onlyIds, withoutIds: null };
}

/**
 * The industries that mark the sector off: named by several of its companies, and more often by them than by others.
 */
function subSectorsOf({ name }: Sector, counts: SectorCounts, all: SectorCounts): string[] {
  const least = Math.max(3, counts.companies / 100);
  return valuesByCount(counts, 'industries')
    .filter(([industry, count]) => industry !== name && count >= least)
    .map(([industry, count]) => {
      const expected = (countOf(all, 'industries', industry) * counts.companies) / Math.max(1, all.companies);
      return { industry, count, weight: count * Math.log(Math.max(1, count / expected)) };
    })
    .filter(({ weight, count }) => weight > 0 || counts.companies === all.companies || count === counts.companies)
    .toSorted((a, b) => b.weight - a.weight || b.count - a.count)
    .slice(0, maxSubSectors)
    .map(({ industry }) => industry);
}
