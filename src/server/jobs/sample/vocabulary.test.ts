import { describe, expect, it } from 'vitest';
import { industries } from '#shared/reference/industries.ts';
import { fill, phraseOf, withArticle, readVocabulary } from './vocabulary.ts';
import { readPlaces } from './places.ts';
import { Random, Weighted } from './random.ts';
import { FounderMaker } from './people.ts';
import { revenueKinds } from './figures.ts';

describe('the vocabulary', () => {
  const { all } = readVocabulary();

  it('has at least forty families and three products in every niche', () => {
    expect(new Set(all.map((concept) => concept.family.name)).size).toBeGreaterThanOrEqual(40);
    for (const { products, actions, customers, problems, outcomes, obstacles, family } of all) {
      const sizes = [products, actions, customers, problems, outcomes, obstacles].map((list) => list.length);
      expect(sizes, `${family.name}: ${products[0]?.bare}`).toEqual([3, 4, 4, 3, 3, 2]);
    }
  });

  it('names only reference industries and known revenue kinds', () => {
    const known = new Set(industries);
    for (const { industries: own, revenues } of all) {
      for (const industry of own) expect(known, industry).toContain(industry);
      for (const kind of revenues) expect(revenueKinds().has(kind), kind).toBe(true);
    }
  });

  it('has no double blanks, stray marks or ended sentences in its phrases', () => {
    for (const { products, customers } of all) {
      for (const text of [
        ...products.map((product) => product.bare),
        ...customers.map((customer) => customer.inside),
      ]) {
        expect(text).not.toMatch(/ {2}|[.;:]$|^ | $/);
      }
    }
  });
});

describe('phrases', () => {
  it('fill slots and numbers in their range', () => {
    const random = new Random(1);
    const phrase = phraseOf('saves $N {3-4} hours and {1.5-1.6} dollars');
    const slots: string[] = [];
    slots[phraseOf('$N')[0] as number] = 'Corvane';
    for (let round = 0; round < 50; round++) {
      expect(fill(phrase, slots, random)).toMatch(/^saves Corvane [34] hours and 1\.[56] dollars$/);
    }
  });

  it('refuse a slot that there is not', () => {
    expect(() => phraseOf('with $y')).toThrow('No slot');
  });

  it('take the right article', () => {
    const nouns = 'AI company|HR tech company|insurtech company|hourly plan|edtech company|MRI scanner';
    for (const noun of nouns.split('|')) expect(withArticle(noun), noun).toBe(`an ${noun}`);
    for (const noun of ['university', 'one-stop shop', 'hub', 'returns platform', 'European map']) {
      expect(withArticle(noun)).toBe(`a ${noun}`);
    }
  });
});

describe('chance', () => {
  it('draws values in proportion to their weights', () => {
    const random = new Random(5);
    const weighted = new Weighted([
      ['a', 6],
      ['b', 3],
      ['c', 1],
    ]);
    const drawn = Map.groupBy(
      Array.from({ length: 20_000 }, () => weighted.pick(random)),
      (value) => value,
    );
    expect((drawn.get('a')?.length ?? 0) / 20_000).toBeCloseTo(0.6, 1);
    expect((drawn.get('c')?.length ?? 0) / 20_000).toBeCloseTo(0.1, 1);
  });

  it('is even, and other for neighbouring seeds', () => {
    const random = new Random(9);
    const mean = Array.from({ length: 20_000 }, () => random.next()).reduce((sum, value) => sum + value, 0) / 20_000;
    expect(mean).toBeCloseTo(0.5, 1);
    expect(new Random(1).next()).not.toBe(new Random(2).next());
  });

  it('reads every place and finds founders for it', () => {
    const random = new Random(2);
    const places = readPlaces();
    const founders = new FounderMaker(random);
    for (let round = 0; round < 3000; round++) {
      const place = places.pick(random);
      expect(place.code).toMatch(/^(?:[A-Z]{2})?$/);
      // Throws if a place names a culture that has no names.
      const { people } = founders.founders(place, false);
      expect(new Set(people.map((person) => `${person.first_name} ${person.last_name}`)).size).toBe(people.length);
    }
  });
});
