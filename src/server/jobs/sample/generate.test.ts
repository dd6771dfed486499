import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { businessModels, highlights, linkTypes, stages } from '#shared/domain/choices.ts';
import { addWeeks, digestWeekOf } from '#shared/domain/digestWeek.ts';
import { withoutPlaceholder } from '#shared/domain/text.ts';
import { countryByCode, regionOfCountry } from '#shared/reference/countries.ts';
import { industries } from '#shared/reference/industries.ts';
import { universities } from '#shared/reference/universities.ts';
import type { CompanyRecord } from '../../record/companyRecord.ts';
import { generateCompanies } from './generate.ts';

const today = '2026-11-20';
const count = 50_000;
let companies: CompanyRecord[] = [];

beforeAll(() => {
  companies = [...generateCompanies({ count, seed: 1, today })];
});

/** The share of companies for which this is true. */
function share(holds: (company: CompanyRecord) => boolean, among = companies): number {
  return among.filter(holds).length / among.length;
}

/** Quantiles of the known values. */
function quantiles(values: readonly (number | null)[], at: readonly number[]): number[] {
  const known = values.filter((value) => value !== null).toSorted((a, b) => a - b);
  return at.map((part) => known[Math.floor(part * known.length)] ?? Number.NaN);
}

function textsOf(company: CompanyRecord): string[] {
  const { short, long, llm } = company.description;
  const texts = [company.name, short, long, llm, company.customerProblem, company.targetCustomer];
  return [...texts, ...company.challenges];
}

describe('determinism', () => {
  it('gives the same companies for the same seed, and others for another', () => {
    const first = [...generateCompanies({ count: 300, seed: 7, today })];
    expect([...generateCompanies({ count: 300, seed: 7, today })]).toEqual(first);
    const other = [...generateCompanies({ count: 300, seed: 8, today })];
    expect(other.filter((company, index) => company.name === first[index]?.name)).toHaveLength(0);
  });

  it('gives the very companies that a seed has always given', () => {
    const hash = createHash('sha256');
    for (const company of generateCompanies({ count: 2000, seed: 7, today }))
      hash.update(`${JSON.stringify(company)}\n`);
    expect(hash.digest('hex')).toBe('ef4bf4f1f6d23a7535b4af9579d7d59fcf5693cadb4d60c41ca15ec1cb8f77e9');
  });

  it('makes nothing when nothing is asked for', () => {
    expect([...generateCompanies({ count: 0, seed: 1, today })]).toEqual([]);
  });
});

describe('legal values', () => {
  it('uses only values of the enumerations and reference lists', () => {
    const legal = {
      stages: new Set<string>(stages.map((stage) => stage.value)),
      highlights: new Set<string>(highlights.map((highlight) => highlight.value)),
      models: new Set<string>(businessModels),
      links: new Set<string>(linkTypes),
      industries: new Set(industries),
      universities: new Set(universities.map((university) => university.code)),
    };
    const following = new Set(['newly_added', 'funding_2M', 'funding_10M', 'funding_50M']);
    const illegal = companies.filter(
      (company) =>
        company.stages.some((stage) => !legal.stages.has(stage)) ||
        company.highlights.some((highlight) => !legal.highlights.has(highlight) || following.has(highlight)) ||
        company.businessModels.some((model) => !legal.models.has(model)) ||
        company.links.some((link) => !legal.links.has(link.type) || link.type === 'email' || !URL.canParse(link.url)) ||
        company.industries.some((industry) => !legal.industries.has(industry)) ||
        new Set(company.industries).size !== company.industries.length ||
        company.universities.some((code) => !legal.universities.has(code)) ||
        (company.countryCode !== '' && countryByCode(company.countryCode) === undefined),
    );
    expect(illegal).toEqual([]);
  });

  it('keeps numbers and dates in their ranges', () => {
    const wrong = companies.filter(
      ({ score, semScorePercentile, employeeCount, founded, fundedOn, fundingTotal, cbRank, people }) =>
        (score !== null && (score < 0 || score > 1)) ||
        (semScorePercentile !== null && (semScorePercentile < 0 || semScorePercentile > 1)) ||
        (employeeCount !== null && employeeCount < Math.max(1, people.length)) ||
        (founded !== null && founded > 2026) ||
        (cbRank !== null && cbRank < 1) ||
        (fundingTotal !== null && fundingTotal < 1) ||
        fundedOn > today ||
        (fundedOn !== '' && founded !== null && Number(fundedOn.slice(0, 4)) < founded),
    );
    expect(wrong).toEqual([]);
  });

  it('derives highlights from founders, schools and score', () => {
    const wrong = companies.filter(({ highlights: has, people, universities: schools, score }) => {
      const doctor = people.some((person) => person.first_name.startsWith('Dr. ') || person.job_title.endsWith('PhD'));
      return (
        has.includes('founding_team_more_than_one') !== people.length > 1 ||
        has.includes('top_uni_founder') !== schools.length > 0 ||
        has.includes('phd_founder') !== doctor ||
        has.includes('positive_rated') !== (score ?? 0) >= 0.7 ||
        has.includes('top_match') !== (score ?? 0) >= 0.9 ||
        (has.includes('only_female_founders') && !has.includes('female_founder'))
      );
    });
    expect(wrong).toEqual([]);
  });
});

describe('identity', () => {
  it('gives no two companies the same name and country, nor the same domain', () => {
    expect(new Set(companies.map((company) => `${company.name.toLowerCase()}|${company.countryCode}`)).size).toBe(
      count,
    );
    const sites = companies.flatMap(({ links }) =>
      links.filter((link) => link.type === 'website').map((link) => link.url),
    );
    expect(new Set(sites.map((url) => new URL(url).hostname.replace(/^www\./, ''))).size).toBe(sites.length);
  });

  it('has names of the measured length: median 8 to 11 characters, six in ten of one word, few beyond ASCII', () => {
    const [short = 0, median = 0, long = 0] = quantiles(
      companies.map((company) => company.name.length),
      [0.1, 0.5, 0.9],
    );
    expect(short).toBeGreaterThanOrEqual(5);
    expect(median).toBeGreaterThanOrEqual(8);
    expect(median).toBeLessThanOrEqual(11);
    expect(long).toBeGreaterThanOrEqual(13);
    expect(long).toBeLessThanOrEqual(22);
    const oneWord = share((company) => !company.name.includes(' '));
    expect(oneWord).toBeGreaterThan(0.55);
    expect(oneWord).toBeLessThan(0.78);
    expect(share((company) => /[^ -~]/.test(company.name))).toBeCloseTo(0.004, 2);
  });
});

describe('spread', () => {
  it('lies over the regions as an investor’s database does', () => {
    const inRegion = (region: string) => share((company) => regionOfCountry(company.countryCode) === region);
    expect(share((company) => company.countryCode === 'US')).toBeCloseTo(0.45, 1);
    expect(inRegion('Europe')).toBeCloseTo(0.265, 1);
    expect(inRegion('Asia & Pacific')).toBeCloseTo(0.18, 1);
    expect(inRegion('South/Latin America')).toBeCloseTo(0.05, 1);
    expect(share((company) => company.countryCode === '')).toBeCloseTo(0.015, 2);
    expect(
      share(
        (company) => company.city !== '',
        companies.filter((company) => company.countryCode !== ''),
      ),
    ).toBeGreaterThan(0.97);
  });

  it('leaves blanks where the measured files have them', () => {
    expect(share((company) => company.founded === null)).toBeCloseTo(0.15, 1);
    expect(share((company) => company.stages.length === 0)).toBeCloseTo(0.393, 1);
    expect(share((company) => company.score === null)).toBeCloseTo(0.08, 2);
    expect(share((company) => company.employeeCount === null)).toBeCloseTo(0.24, 1);
    expect(share((company) => company.description.long === '')).toBeCloseTo(0.065, 2);
    expect(share((company) => company.description.short === '')).toBeCloseTo(0.035, 2);
    expect(share((company) => company.links.some((link) => link.type === 'website'))).toBeCloseTo(0.974, 2);
  });

  it('carries as many industries as measured', () => {
    const measured = [0.226, 0.219, 0.141, 0.277, 0.069, 0.033, 0.018, 0.008, 0.004, 0.004];
    for (const [number, part] of measured.entries()) {
      expect(Math.abs(share((company) => company.industries.length === number) - part)).toBeLessThan(0.01);
    }
    const used = new Set(companies.flatMap((company) => company.industries));
    expect(used.size).toBeGreaterThan(550);
    expect(share((company) => company.industries.includes('Software'))).toBeCloseTo(0.1, 1);
  });

  it('is young and small: half founded within the last five years, six in ten with ten people or fewer', () => {
    const known = companies.filter((company) => company.founded !== null);
    expect(share((company) => (company.founded ?? 0) >= 2021, known)).toBeGreaterThan(0.5);
    expect(share((company) => (company.founded ?? 0) < 2000, known)).toBeLessThan(0.03);
    const staffed = companies.filter((company) => company.employeeCount !== null);
    expect(share((company) => (company.employeeCount ?? 0) <= 10, staffed)).toBeCloseTo(0.59, 1);
    expect(share((company) => (company.employeeCount ?? 0) > 500, staffed)).toBeLessThan(0.02);
  });

  it('raises what the measured quantiles say, within a factor of two', () => {
    const measured = [70_000, 280_000, 1_500_000, 7_500_000, 28_000_000];
    const drawn = quantiles(
      companies.map((company) => company.fundingTotal),
      [0.1, 0.25, 0.5, 0.75, 0.9],
    );
    for (const [index, amount] of measured.entries()) {
      expect(drawn[index] ?? 0).toBeGreaterThan(amount / 2);
      expect(drawn[index] ?? 0).toBeLessThan(amount * 2);
    }
  });

  it('scores skewed: one in six positive, few at the top', () => {
    expect(share((company) => (company.score ?? 0) >= 0.7)).toBeGreaterThan(0.1);
    expect(share((company) => (company.score ?? 0) >= 0.7)).toBeLessThan(0.22);
    expect(share((company) => (company.score ?? 0) >= 0.9)).toBeGreaterThan(0.005);
  });

  it('finds hundreds for a usual search: fintech, Europe, Seed', () => {
    const found = companies.filter(
      (company) =>
        regionOfCountry(company.countryCode) === 'Europe' &&
        company.stages.includes('inv_stage_seed') &&
        textsOf(company).some((text) => /\bfintech\b/i.test(text)),
    );
    expect(found.length).toBeGreaterThan(150);
  });
});

describe('digest weeks', () => {
  it('fills twelve weeks back to four ahead evenly with a fifth of the companies', () => {
    const thisWeek = digestWeekOf(today);
    const weeks = Map.groupBy(companies, (company) => digestWeekOf(company.discoveredDate));
    const even = Array.from({ length: 17 }, (_, index) => weeks.get(addWeeks(thisWeek, index - 12))?.length ?? 0);
    for (const size of even) expect(Math.abs(size - (count * 0.2) / 17)).toBeLessThan(100);
    expect(even.reduce((sum, size) => sum + size, 0) / count).toBeCloseTo(0.2, 2);
    const last =
      companies
        .map((company) => company.discoveredDate)
        .toSorted()
        .at(-1) ?? '';
    expect(digestWeekOf(last)).toBe(addWeeks(thisWeek, 4));
    expect(share((company) => company.discoveredDate < '2023-08-01')).toBe(0);
  });

  it('dates nothing of the released weeks after today', () => {
    const ahead = companies.filter((company) => company.discoveredDate > today);
    expect(ahead.every((company) => digestWeekOf(company.discoveredDate) > digestWeekOf(today))).toBe(true);
  });
});

describe('texts', () => {
  const flaws =
    /undefined|null|NaN|[{}$|]| {2}|\.\.|,,| [.,;:]|(?<!\p{L})a (?=[aeio](?!ne\b|nce\b|u))|(?<!\p{L})an (?=[bcdfgjklmnpqrtvwxyz][a-z])/u;

  it('have no gaps, doubled signs or wrong articles', () => {
    const words = /(?<=\p{L})(?:undefined|null|NaN)|(?:undefined|null|NaN)(?=\p{L})/gu;
    const flawed = companies.flatMap((company) =>
      textsOf(company).filter((text) => flaws.test(text.replaceAll(words, ''))),
    );
    expect(flawed.slice(0, 10)).toEqual([]);
  });

  it('have the measured lengths: a line of at most 140 characters, and a long text with a tail', () => {
    const shorts = companies.map((company) => company.description.short).filter((text) => text !== '');
    expect(Math.max(...shorts.map((text) => text.length))).toBeLessThanOrEqual(140);
    const [median = 0] = quantiles(
      shorts.map((text) => text.length),
      [0.5],
    );
    expect(median).toBeGreaterThan(60);
    expect(median).toBeLessThan(100);
    const longs = companies.map((company) => company.description.long.length || null);
    const measured = [134, 225, 382, 642, 967];
    for (const [index, length] of quantiles(longs, [0.1, 0.25, 0.5, 0.75, 0.9]).entries()) {
      expect(length / (measured[index] ?? 1)).toBeGreaterThan(0.8);
      expect(length / (measured[index] ?? 1)).toBeLessThan(1.2);
    }
  });

  it('differ: at least 95 in 100 long texts are there once, and two share few runs of five words', () => {
    const longs = companies.map((company) => company.description.long).filter((text) => text !== '');
    expect(new Set(longs).size / longs.length).toBeGreaterThan(0.95);
    const grams = longs.slice(0, 400).map(fiveGrams);
    let overlap = 0;
    let pairs = 0;
    for (const [index, one] of grams.entries()) {
      for (const other of grams.slice(index + 1)) {
        const common = [...one].filter((gram) => other.has(gram)).length;
        overlap += common / Math.max(1, one.size + other.size - common);
        pairs++;
      }
    }
    expect(overlap / pairs).toBeLessThan(0.01);
  });

  it('carry some placeholders, as machine-made fields do', () => {
    const held = companies.filter((company) =>
      textsOf(company).some((text) => text !== '' && withoutPlaceholder(text) === ''),
    );
    expect(held.length / count).toBeGreaterThan(0.01);
    expect(held.length / count).toBeLessThan(0.1);
  });
});

function fiveGrams(text: string): Set<string> {
  const words = text.toLowerCase().split(/\W+/);
  return new Set(words.slice(4).map((_, index) => words.slice(index, index + 5).join(' ')));
}
