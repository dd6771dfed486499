import { describe, expect, it } from 'vitest';
import { countries, countryByCode, regionGroups, regionOfCountry, regions } from './countries.ts';
import { groupsOfIndustry, industries, industriesOfGroup, industryGroupChoices, industryGroups } from './industries.ts';
import { universities, universityName } from './universities.ts';

describe('reference data (product 3)', () => {
  it('has 250 countries with unique ISO2 and ISO3 codes, A to Z', () => {
    expect(countries).toHaveLength(250);
    expect(new Set(countries.map((country) => country.code)).size).toBe(250);
    expect(new Set(countries.map((country) => country.iso3)).size).toBe(250);
    for (const { code, iso3, name } of countries) {
      expect(code).toMatch(/^[A-Z]{2}$/);
      expect(iso3).toMatch(/^[A-Z]{3}$/);
      expect(name).not.toBe('');
    }
    const names = countries.map((country) => country.name);
    expect(names.toSorted((a, b) => a.localeCompare(b, 'en'))).toEqual(names);
    expect(countryByCode('NA')?.name).toBe('Namibia');
    expect(countryByCode('fr')).toBeUndefined();
  });

  it('has five region groups, and places countries as product 17.10 does', () => {
    expect(regionGroups).toEqual(['All countries', 'Europe', 'North America', 'South/Latin America', 'Asia & Pacific']);
    const placed: Record<string, string> = {
      US: 'North America',
      CA: 'North America',
      MX: 'South/Latin America',
      PA: 'South/Latin America',
      JM: 'South/Latin America',
      IL: 'Asia & Pacific',
      GE: 'Asia & Pacific',
      TR: 'Asia & Pacific',
      RU: 'Europe',
      CY: 'Europe',
      KE: '',
      AQ: '',
      '': '',
    };
    for (const [code, region] of Object.entries(placed)) expect(regionOfCountry(code), code).toBe(region);
    for (const region of regions)
      expect(countries.filter((country) => country.region === region).length).toBeGreaterThan(3);
  });

  it('has 47 industry groups with All, and 711 industries that stand in one', () => {
    expect(industryGroupChoices).toHaveLength(47);
    expect(industryGroupChoices[0]).toBe('All');
    expect(industryGroups.toSorted((a, b) => a.localeCompare(b, 'en'))).toEqual(industryGroups);
    expect(industries).toHaveLength(711);
    expect(industries.toSorted((a, b) => a.localeCompare(b, 'en'))).toEqual(industries);
    for (const group of industryGroups) {
      expect(industriesOfGroup(group).length, group).toBeGreaterThan(0);
      for (const industry of industriesOfGroup(group)) expect(groupsOfIndustry(industry)).toContain(group);
    }
    expect(groupsOfIndustry('No such tag')).toEqual([]);
    expect(industriesOfGroup('All')).toEqual([]);
  });

  it('has no comma nor leading minus in a name that goes into a query (docs/api.md)', () => {
    for (const name of [...industries, ...industryGroups, ...regions]) expect(name).not.toMatch(/^-|,/);
  });

  it('has the 100 top universities by rank, with codes of the form uni_*', () => {
    expect(universities).toHaveLength(100);
    expect(new Set(universities.map((university) => university.code)).size).toBe(100);
    let rank = 1;
    for (const university of universities) {
      expect(university.code).toMatch(/^uni_[a-z_]+$/);
      expect(countryByCode(university.country), university.code).toBeDefined();
      expect(university.rank).toBeGreaterThanOrEqual(rank);
      rank = university.rank;
    }
    expect(universityName('uni_eth_zurich')).toContain('ETH Zurich');
    expect(universityName('uni_nowhere')).toBe('uni_nowhere');
  });
});
