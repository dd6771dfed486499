import type { Company } from '#shared/domain/company.ts';
import { emptyFilters, type FilterSet } from '#shared/domain/filters.ts';
import { groupsOfIndustry } from '#shared/reference/industries.ts';
import type { CompanyReader } from '../index/port.ts';

/** From this number of companies on, figures about them mean something. */
export const enoughCompanies = 30;

/** How many of the most alike companies say what a company without industries belongs to. */
const neighbours = 50;

/**
 * A part of the store that is described. `why` says how it came to be a company's sector; `asked`: it is no company's,
 * but a list or a search that was named.
 */
export interface Sector {
  readonly kind: 'industry' | 'group' | 'all' | 'list';
  /** Of the industry, group or list; `All companies`. */
  readonly name: string;
  readonly why: 'own' | 'group' | 'alike' | 'none' | 'asked';
  readonly filters: FilterSet;
  /** Only these companies, or null for all that the filters let through. */
  readonly onlyIds: ReadonlySet<number> | null;
  /** For a list: the sentence that says what it is; else `''`. */
  readonly said: string;
}

interface Part {
  readonly kind: 'industry' | 'group';
  readonly name: string;
  readonly filters: FilterSet;
  readonly count: number;
}

const whole = { onlyIds: null, said: '' } as const;

/**
 * A company's sector: its most specific industry that has enough companies, else the most specific group of its
 * industries, else what the companies most like it by their descriptions belong to, else all companies.
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

/** Industries of the companies most like one, the one that most of them have first. */
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
