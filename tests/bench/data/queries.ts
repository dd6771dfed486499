import { employeeSizes, stages } from '#shared/domain/choices.ts';
import { regions } from '#shared/reference/countries.ts';
import { Random } from '#server/jobs/sample/random.ts';
import type { BenchQuery } from '../engines/searchEngine.ts';
import type { Dataset } from './dataset.ts';

/** Document-frequency buckets (T2): the share of companies with the word, from and below. */
const buckets = [
  { name: 'df >= 10 %', from: 0.1, below: 2 },
  { name: 'df 1.6-10 %', from: 0.016, below: 0.1 },
  { name: 'df 0.5-1.6 %', from: 0.005, below: 0.016 },
  { name: 'df 0.05-0.5 %', from: 0.0005, below: 0.005 },
  { name: 'df <= 0.02 %', from: 0, below: 0.0002 },
] as const;

const zeroHits = 'zero hits';

/** Buckets of words that at least 1.6 % of the companies have. */
export const denseBuckets: readonly string[] = buckets.filter(({ from }) => from >= 0.016).map(({ name }) => name);

/** Queries per bucket; six buckets make 48. */
const perBucket = 8;

/** Eight words of each bucket: spread over its frequencies, always the same for the same data. */
export function wordsByBucket({ frequencies, size }: Dataset): Map<string, string[]> {
  const usual = [...frequencies].filter(([word]) => /^[a-z]{3,}$/.test(word));
  const sorted = usual.toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  const result = new Map<string, string[]>();
  for (const { name, from, below } of buckets) {
    const inBucket = sorted.filter(([, count]) => count >= from * size && count < below * size);
    const step = inBucket.length / perBucket;
    const chosen = Array.from({ length: perBucket }, (_, i) => inBucket[Math.floor((i + 0.5) * step)]?.[0]);
    result.set(
      name,
      [...new Set(chosen)].filter((word) => word !== undefined),
    );
  }
  result.set(zeroHits, unknownWords(frequencies));
  return result;
}

const consonants = 'bdfgklmnprstvz'.split('');
const vowels = 'aeiou'.split('');

/** Plausible words that no company has. */
function unknownWords(frequencies: ReadonlyMap<string, number>): string[] {
  const random = new Random(7);
  const words = new Set<string>();
  while (words.size < perBucket) {
    const word = Array.from({ length: 3 }, () => random.pick(consonants) + random.pick(vowels)).join('');
    if (!frequencies.has(`${word}x`)) words.add(`${word}x`);
  }
  return [...words];
}

/** T2: one word. */
export function textQueries(dataset: Dataset): BenchQuery[] {
  return [...wordsByBucket(dataset)].flatMap(([bucket, words]) =>
    words.map((word) => ({ bucket, words: [word], filters: {} })),
  );
}

/** T3: one word and six filter values; and two dense words and six filter values. */
export function textFilterQueries(dataset: Dataset): BenchQuery[] {
  const random = new Random(11);
  const byBucket = wordsByBucket(dataset);
  const single = [...byBucket].flatMap(([bucket, words]) =>
    words.map((word) => ({ bucket, words: [word], filters: broadFilters(random) })),
  );
  const dense = denseBuckets.flatMap((name) => byBucket.get(name) ?? []);
  const pairs = Array.from({ length: perBucket }, (_, i) => [dense[i % dense.length]!, dense[(i + 3) % dense.length]!]);
  return [...single, ...pairs.map((words) => ({ bucket: twoDense, words, filters: broadFilters(random) }))];
}

/** The bucket of two dense words and a filter. */
export const twoDense = 'two dense words';

/** T1: six filter values, broad and narrow, twenty-four queries of each. */
export function filterQueries(): BenchQuery[] {
  const random = new Random(5);
  const broad = Array.from({ length: 24 }, () => ({ bucket: 'broad', words: [], filters: broadFilters(random) }));
  const narrow = Array.from({ length: 24 }, () => ({ bucket: 'narrow', words: [], filters: narrowFilters(random) }));
  return [...broad, ...narrow];
}

const largeCountries = ['US', 'GB', 'DE', 'FR', 'IN', 'CA', 'IL', 'ES', 'NL', 'SE', 'CH', 'BR'];
const groups = ['Financial Services', 'Health Care', 'Software', 'Commerce and Shopping', 'Artificial Intelligence'];
const highlights = [
  'positive_rated',
  'female_founder',
  'founding_team_more_than_one',
  'phd_founder',
  'top_uni_founder',
];

function broadFilters(random: Random): BenchQuery['filters'] {
  return {
    stages: someOf(random, stages.map(({ value }) => value).slice(0, 3), 2),
    regions: someOf(random, regions, 2),
    company_sizes: someOf(random, employeeSizes.map(({ value }) => value).slice(0, 4), 2),
  };
}

function narrowFilters(random: Random): BenchQuery['filters'] {
  return {
    stages: someOf(
      random,
      stages.map(({ value }) => value),
      1,
    ),
    country_codes: someOf(random, largeCountries, 2),
    industry_groups: someOf(random, groups, 2),
    company_highlights: someOf(random, highlights, 1),
  };
}

function someOf<T>(random: Random, values: readonly T[], count: number): T[] {
  const chosen = new Set<T>();
  while (chosen.size < Math.min(count, values.length)) chosen.add(random.pick(values));
  return [...chosen];
}
