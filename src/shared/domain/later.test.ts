import { describe, expect, it } from 'vitest';
import type { DecisionFacts } from './decisionFacts.ts';
import { addMonths, backLabel, backOf, backText, laterSchema, laterText, type Later } from './later.ts';

const then: DecisionFacts = {
  name: 'Acme',
  domain: 'acme.example',
  stages: ['seed'],
  raised: 2_000_000,
  raised_original: '',
  funded_on: '2026-03-01',
  employees: 20,
};

function back(later: Later, now: Partial<DecisionFacts>, before: DecisionFacts | null = then): string | null {
  const names: Record<string, string> = { seed: 'Seed', a: 'Series A' };
  const context = { today: '2026-11-27', from: 'Archive', stageOf: (stage: string) => names[stage] ?? stage } as const;
  const why = backOf(later, before, { ...then, ...now }, context);
  return why === null ? null : backText(why);
}

describe('a company that was put off', () => {
  it.each<[Later, Partial<DecisionFacts>, string | null]>([
    [{ until: '2026-11-26' }, {}, 'Back: its day has come'],
    [{ until: '2026-11-27' }, {}, 'Back: its day has come'],
    [{ until: '2026-11-28' }, {}, null],
    [{ when: 'raises' }, {}, null],
    [{ when: 'raises' }, { raised: 2_000_001 }, 'Back: it has raised'],
    [{ when: 'raises' }, { raised: 9_000_000, raised_original: '', stages: ['a'] }, 'Back: raised Series A'],
    [{ when: 'raises' }, { raised: 34_500_000 }, 'Back: raised $32.5M'],
    [{ when: 'raises' }, { funded_on: '2026-10-01' }, 'Back: it has raised'],
    [{ when: 'raises' }, { raised: 1_000_000, raised_original: '', funded_on: '' }, null],
    [{ when: 'raises' }, { raised: null }, null],
    [{ when: 'stage' }, { stages: ['seed'] }, null],
    [{ when: 'stage' }, { stages: [] }, null],
    [{ when: 'stage' }, { stages: ['a'] }, 'Back: now Series A'],
    [{ when: 'grows' }, { employees: 24 }, null],
    [{ when: 'grows' }, { employees: 25 }, 'Back: grew by 25%'],
    [{ when: 'grows' }, { employees: null }, null],
  ])('%o with %o: %s', (later, now, expected) => {
    expect(back(later, now)).toBe(expected);
  });

  it('E5 says in a word or two what has happened', () => {
    const labels = [
      { why: 'raises', what: '$30M' },
      { why: 'raises', what: '' },
      { why: 'stage', what: 'Series A' },
      { why: 'grows', what: '32%' },
      { why: 'day', what: '2026-11-26' },
    ] as const;
    expect(labels.map((back) => backLabel({ ...back, from: 'None' }))).toEqual([
      'Raised $30M',
      'Raised',
      'Now Series A',
      'Grew 32%',
      'Back',
    ]);
  });

  it('is not back by what was not known when it was put off', () => {
    const unknown = { ...then, stages: [], raised: null, raised_original: '', employees: null };
    expect(back({ when: 'raises' }, { raised: 5 }, { ...unknown, funded_on: '2026-03-01' })).toBeNull();
    expect(back({ when: 'stage' }, { stages: ['a'] }, unknown)).toBeNull();
    expect(back({ when: 'grows' }, { employees: 900 }, unknown)).toBeNull();
    expect(
      back(
        { when: 'raises' },
        { raised: 5, raised_original: '', funded_on: '2026-10-01' },
        { ...unknown, funded_on: '' },
      ),
    ).toBe('Back: it has raised');
    expect(back({ when: 'raises' }, { raised: 9e9 }, null)).toBeNull();
  });

  it('waits until a day or until something happens, and nothing else', () => {
    expect(laterText({ until: '2026-12-26' })).toBe('until 26 Dec 2026');
    expect(laterText({ when: 'grows' })).toBe('until it grows by 25%');
    for (const bad of [
      {},
      { until: 'soon' },
      { until: '2026-02-30' },
      { when: 'never' },
      { until: '2026-12-26', when: 'raises' },
    ]) {
      expect(laterSchema.safeParse(bad).success, JSON.stringify(bad)).toBe(false);
    }
  });

  it.each([
    ['2026-11-27', 1, '2026-12-27'],
    ['2026-12-31', 2, '2027-02-28'],
    ['2027-12-31', 2, '2028-02-29'],
    ['2026-08-31', 1, '2026-09-30'],
    ['2026-11-27', 6, '2027-05-27'],
  ])('%s and %i months is %s', (day, months, expected) => {
    expect(addMonths(day, months)).toBe(expected);
  });
});
