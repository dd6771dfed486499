import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  businessModels,
  digestWindows,
  employeeSizes,
  fundedTagGroups,
  fundedTags,
  fundingHighlights,
  highlightGroups,
  highlights,
  incorporationYears,
  labelOf,
  linkTypes,
  minSearchLength,
  pageSize,
  sortOptions,
  stages,
  sizeCategoryOf,
  parseStage,
} from './choices.ts';
import { highlightGroupRules } from './company.ts';

const valuesOf = (choices: readonly { readonly value: string }[]) => choices.map((choice) => choice.value);

describe('the enumerations of product 3', () => {
  it('are complete and in order', () => {
    expect(stages.map((stage) => stage.label)).toEqual(['Pre-Seed', 'Seed', 'Series A', 'Series B', 'Series C']);
    expect(valuesOf(employeeSizes)).toEqual(['unknown', '1-10', '11-50', '51-200', '201-500', 'more']);
    expect(valuesOf(fundedTags)).toEqual(['funded', 'funded 3', 'funded 6', 'funded 9', 'funded 12', 'funded 15']);
    expect(valuesOf(sortOptions)).toEqual(['best_match', 'digest_qualified_date', 'company_name', 'incorporated_year']);
    expect(valuesOf(highlightGroups)).toEqual(['Strong team', 'Potentially fundraising']);
    expect(highlights).toHaveLength(16);
    expect(businessModels).toHaveLength(8);
    expect(linkTypes.slice(0, 5)).toEqual(['website', 'twitter', 'facebook', 'linkedin', 'email']);
    expect(digestWindows).toEqual([30, 90, 365]);
    expect([minSearchLength, pageSize]).toEqual([3, 25]);
  });

  it('split highlights into people and company as docs/api.md does', () => {
    const company = highlights.filter((highlight) => highlight.group === 'company').map((highlight) => highlight.value);
    expect(company).toEqual([
      'positive_rated',
      'funding_2M',
      'funding_10M',
      'funding_50M',
      'key_player',
      'newly_added',
      'top_match',
    ]);
    expect(fundingHighlights.every((highlight) => valuesOf(highlights).includes(highlight))).toBe(true);
  });

  it('give the funded tag groups and preset highlight groups their meaning (docs/api.md)', () => {
    const grouped: string[] = fundedTagGroups.flatMap((group) => [...group.tags]);
    expect(grouped).toEqual(valuesOf(fundedTags));
    expect(highlightGroupRules['Strong team'].anyFunded).toEqual([]);
    expect(highlightGroupRules['Strong team'].anyHighlight).toHaveLength(5);
    expect(highlightGroupRules['Potentially fundraising']).toEqual({
      anyHighlight: ['top_match', 'positive_rated'],
      anyFunded: ['funded 12', 'funded 15'],
    });
  });

  it('offer years from the current one down to 2012, after unknown', () => {
    expect(incorporationYears(2014)).toEqual(['unknown', '2014', '2013', '2012']);
    expect(incorporationYears(2026)).toHaveLength(16);
  });

  it('label values, and leave unknown ones as they are', () => {
    expect(labelOf(employeeSizes, 'more')).toBe('More than 500');
    expect(labelOf(employeeSizes, 'huge')).toBe('huge');
  });
});

describe('parseStage', () => {
  it('reads values and labels in any case and punctuation', () => {
    for (const { value, label } of stages) {
      const forms = [
        value,
        value.toUpperCase(),
        label,
        label.toLowerCase(),
        label.replaceAll(/[- ]/g, '_'),
        ` ${label} `,
      ];
      for (const form of forms) expect(parseStage(form), form).toBe(value);
    }
  });

  it('knows no other stages', () => {
    for (const text of ['', ' ', 'Series D', 'Angel', 'inv_stage', 'toString', '__proto__']) {
      expect(parseStage(text), text).toBeUndefined();
    }
  });
});

describe('sizeCategoryOf', () => {
  it('changes category exactly at its bounds', () => {
    const bounds: [number | null, string][] = [
      [null, 'unknown'],
      [-5, 'unknown'],
      [0, 'unknown'],
      [1, '1-10'],
      [10, '1-10'],
      [11, '11-50'],
      [50, '11-50'],
      [51, '51-200'],
      [200, '51-200'],
      [201, '201-500'],
      [500, '201-500'],
      [501, 'more'],
      [1_000_000, 'more'],
    ];
    for (const [number, category] of bounds) expect(sizeCategoryOf(number)).toBe(category);
  });

  it('grows with the number', () => {
    const order = valuesOf(employeeSizes);
    fc.assert(
      fc.property(fc.nat({ max: 2000 }), fc.nat({ max: 2000 }), (count, more) => {
        const [less, greater] = [count, count + more].map((number) => order.indexOf(sizeCategoryOf(number)));
        expect(greater ?? 0).toBeGreaterThanOrEqual(less ?? 0);
      }),
    );
  });
});

it('says amounts of funding with their currency, and of a sort what comes first', () => {
  expect(highlights.filter(({ value }) => value.startsWith('funding_')).map(({ label }) => label)).toEqual([
    '$2M+ raised',
    '$10M+ raised',
    '$50M+ raised',
  ]);
  expect(sortOptions.map(({ label }) => label)).toEqual([
    'Best match',
    'Newest first',
    'Name',
    'Founded: newest first',
  ]);
});
