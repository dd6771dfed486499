import { sortedByName } from '../domain/text.ts';
import { industriesByGroup } from './industryData.ts';

/** The choice that stands for "no restriction"; never sent to the API. */
export const allIndustries = 'All';

/** The 46 named industry groups, A to Z. */
export const industryGroups: readonly string[] = Object.keys(industriesByGroup);

/** The 47 choices of product 3: the named groups with All before them. */
export const industryGroupChoices: readonly string[] = [allIndustries, ...industryGroups];

const members = new Map(Object.entries(industriesByGroup).map(([group, names]) => [group, names.split('|')]));

const groupsByIndustry = new Map<string, string[]>();
for (const [group, names] of members) {
  for (const name of names) groupsByIndustry.set(name, [...(groupsByIndustry.get(name) ?? []), group]);
}

/** The 711 industries, A to Z. */
export const industries: readonly string[] = sortedByName(groupsByIndustry.keys(), (name) => name);

/** Industries of a group, in the source's order; none for an unknown group. */
export function industriesOfGroup(group: string): readonly string[] {
  return members.get(group) ?? [];
}

/** Groups an industry stands in; none for a free tag that is not in the reference list. */
export function groupsOfIndustry(industry: string): readonly string[] {
  return groupsByIndustry.get(industry) ?? [];
}
