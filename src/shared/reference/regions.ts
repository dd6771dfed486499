import { countriesByRegion } from './countryData.ts';

/** The choice that stands for "no restriction"; never sent to the API (docs/api.md 2). */
export const allCountries = 'All countries';

/** The four regions a company can have; a company of Africa or Antarctica has region `''`. */
export const regions = ['Europe', 'North America', 'South/Latin America', 'Asia & Pacific'] as const;
export type Region = (typeof regions)[number];

/** The five region groups of product 3, in the order of the filter panel. */
export const regionGroups = [allCountries, ...regions] as const;

const regionByCountry = new Map<string, Region>(
  regions.flatMap((region) => countriesByRegion[region].split(' ').map((code) => [code, region] as const)),
);

/** Region of a country by its ISO2 code, or `''` where it belongs to none of the four. */
export function regionOfCountry(code: string): Region | '' {
  return regionByCountry.get(code) ?? '';
}
