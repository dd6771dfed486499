import { expect, test } from 'vitest';
import { crossingCountsText, crossingOf, crossingText } from './crossing.ts';
import type { DecisionFacts } from './decisionFacts.ts';

const before: DecisionFacts = {
  name: 'Bluebird',
  domain: 'bluebird.example',
  stages: ['inv_stage_seed'],
  raised: 2_000_000,
  raised_original: '',
  funded_on: '2025-03-01',
  employees: 12,
};

test.each<[string, Partial<DecisionFacts>, string]>([
  ['a round, by its stage', { raised: 9e6, stages: ['inv_stage_series_a'] }, 'Now matches: raised Series A'],
  ['more money', { raised: 5e6 }, 'Now matches: raised $5M'],
  ['a later day of funding alone', { funded_on: '2026-01-05' }, 'Now matches: it has raised'],
  ['another stage', { stages: ['inv_stage_series_a'] }, 'Now matches: now Series A'],
  ['more employees', { employees: 1240 }, 'Now matches: grew to 1,240 employees'],
  ['fewer employees', { employees: 3 }, 'Now matches: its facts have changed'],
  ['nothing of these', {}, 'Now matches: its facts have changed'],
  ['less money, and more employees', { raised: 1e6, employees: 13 }, 'Now matches: grew to 13 employees'],
])('a company matches now because of %s', (_, change, text) => {
  expect(crossingText(crossingOf(before, { ...before, ...change }))).toBe(text);
});

test('what was not known before has not happened, but for money', () => {
  const unknown = { ...before, stages: [], employees: null, raised: null, funded_on: '' };
  expect(crossingOf(unknown, { ...before, raised: null, funded_on: '' })).toEqual({ why: 'changed', what: '' });
  expect(crossingOf(unknown, before).why).toBe('raised');
});

test('how many match now is said with why', () => {
  expect(crossingCountsText({ raised: 7, grew: 5 })).toBe('12 now match: 7 raised, 5 grew');
  expect(crossingCountsText({ changed: 1 })).toBe('1 now matches: 1 changed otherwise');
  expect(crossingCountsText({ stage: 1200 })).toBe('1,200 now match: 1,200 changed stage');
  expect(crossingCountsText({})).toBe('');
});
