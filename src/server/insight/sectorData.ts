import type { Company } from '#shared/domain/company.ts';
import { emptyFilters, type FilterSet } from '#shared/domain/filters.ts';
import type { SectorData } from '#shared/domain/sector.ts';
import { groupsOfIndustry } from '#shared/reference/industries.ts';
import type { CompanyReader, CompanyQuery, SectorCounts } from '../index/port.ts';
import { companyText } from './companyText.ts';
import { descriptionText, overviewText, trendsText } from './overviewText.ts';
import { figuresOf, valuesByCount, countOf } from './sectorCounts.ts';
import type { Sector, SectorView } from './sectorView.ts';
import { themesOf } from './themes.ts';

/** From this many companies on, figures about them are meaningful. */
const enoughCompanies = 30;

/** How many of the most similar companies decide what a company without industries belongs to. */
const neighbours = 50;

interface Part {
  readonly kind: 'industry' | 'group';
  readonly name: string;
  readonly filters: FilterSet;
  readonly count: number;
}

const whole = { onlyIds: null, said: '' } as const;

/**
 * A company's sector: its most specific industry with enough companies, or else the most specific group of its
 * industries, or else what the companies most similar by description belong to, or else all companies.
 */
export async function sectorOf(reader: CompanyReader, company: Company): Promise<Sector> {
  const own = await partsOf(reader, company.industry, 'industry');
  const groups = await partsOf(reader, groupsOf(company.industry), 'group');
  const industry = smallest(own, enoughCompanies);
  if (industry !== undefined) return { ...industry, ...whole, why: 'own' };
  const group = smallest(groups, enoughCompanies);
  if (group !== undefined) return { ...group, ...whole, why: 'group' };
  const alike = await partsOf(reader, await industriesAlike(reader, company.id), 'industry');
  const near = alike.find(({ count }) => count >= enoughCompanies);
  if (near !== undefined) return { ...near, ...whole, why: 'alike' };
  // In a small store nothing has many companies; the widest of its own parts then says most.
  const widest = [...own, ...groups].toSorted((a, b) => b.count - a.count).find(({ count }) => count > 1);
  if (widest !== undefined) return { ...widest, ...whole, why: widest.kind === 'industry' ? 'own' : 'group' };
  return { ...whole, kind: 'all', name: 'All companies', why: 'none', filters: emptyFilters() };
}

function smallest(parts: readonly Part[], least: number): Part | undefined {
  return parts.filter(({ count }) => count >= least).toSorted((a, b) => a.count - b.count)[0];
}

function groupsOf(industries: readonly string[]): string[] {
  return [...new Set(industries.flatMap((industry) => groupsOfIndustry(industry)))];
}

async function partsOf(reader: CompanyReader, names: readonly string[], kind: 'industry' | 'group'): Promise<Part[]> {
  const parts: Part[] = [];
  for (const name of new Set(names)) {
    const filters = emptyFilters();
    if (kind === 'industry') filters.include.industries = [name];
    else filters.include.industryGroups = [name];
    const query = { filters, sortBy: 'best_match', onlyIds: null, withoutIds: null } as const;
    const { count } = await reader.search(query, 0, 1);
    parts.push({ kind, name, filters, count });
  }
  return parts;
}

/** Industries of the companies most similar to one, the most frequent first. */
async function industriesAlike(reader: CompanyReader, id: number): Promise<string[]> {
  const counts = new Map<string, number>();
  for (const { industry } of await reader.similar(id, neighbours)) {
    for (const name of industry) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count > 2)
    .toSorted((a, b) => b[1] - a[1])
    .slice(0, 5)
    .map(([name]) => name);
}

/** How many companies of a sector, the best rated ones, are read for what they say is hard. */
const companiesRead = 300;

const maxSubSectors = 8;

/**
 * The overview of a company's sector (product 7), based on the companies in the store and nothing else; it says on how
 * many and as of which digest week (product 17.8).
 */
export async function sectorDataOf(reader: CompanyReader, company: Company): Promise<SectorData> {
  return await overviewOf(reader, await sectorOf(reader, company), company);
}

/** The overview of any part of the store; `company` is the one it is applied to, or null. */
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

/** The query for the companies of a sector, best rated first. */
export function bestOf({ filters, onlyIds }: Sector): CompanyQuery {
  return { filters, sortBy: 'best_match', onlyIds, withoutIds: null };
}

/**
 * The industries that set the sector apart: named by several of its companies, and more often by them than by others.
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
