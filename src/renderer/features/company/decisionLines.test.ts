import { expect, it } from 'vitest';
import type { DecisionFacts } from '#shared/domain/decisionFacts.ts';
import type { CompanyDecision } from '#shared/domain/ledger.ts';
import { decisionLines, thenText } from './decisionLines.ts';

const facts: DecisionFacts = {
  name: 'Acme',
  domain: 'acme.io',
  stages: ['inv_stage_seed'],
  raised: 2_000_000,
  raised_original: '',
  funded_on: '2025-06-01',
  employees: 12,
};

/** Noon, so that the local day is the same in every zone of the tests. */
function event(day: string, part: Partial<CompanyDecision>): CompanyDecision {
  const base = { kind: 'decided', from: 'None', to: 'Archive', smart_list: '', reason: '', facts: null } as const;
  return { ...base, later: null, back: null, at: `${day}T12:00:00.000Z`, ...part };
}

function texts(oldestFirst: readonly CompanyDecision[]): string[] {
  return decisionLines(oldestFirst.toReversed(), facts).map(({ text }) => text);
}

it('tells each decision with its day, list and reason, newest first', () => {
  const lines = texts([
    event('2026-03-01', { to: 'Watchlist', smart_list: 'AI Europe' }),
    event('2026-03-12', { from: 'Watchlist', to: 'Archive', smart_list: 'Robots', reason: 'Price' }),
    event('2026-03-20', { from: 'Archive', to: 'Opportunities' }),
  ]);
  expect(lines).toEqual([
    'Moved to Opportunities 20 Mar 2026',
    'Archived 12 Mar 2026 in “Robots” · Price',
    'Moved to Watchlist 1 Mar 2026 in “AI Europe”',
  ]);
});

it('tells the last reason with the decision that it was given for', () => {
  const reason = { kind: 'reason', from: 'Archive', to: 'Archive' } as const;
  const archived = event('2026-03-12', { smart_list: 'AI' });
  expect(texts([archived, event('2026-03-12', { ...reason, reason: 'Team' })])).toEqual([
    'Archived 12 Mar 2026 in “AI” · Team',
  ]);
  const again = [
    event('2026-03-13', { ...reason, reason: 'Team' }),
    event('2026-03-14', { ...reason, reason: 'Price' }),
  ];
  expect(texts([archived, ...again])).toEqual(['Archived 12 Mar 2026 in “AI” · Price']);
  expect(texts([archived, ...again, event('2026-03-15', reason)])).toEqual(['Archived 12 Mar 2026 in “AI”']);
});

it('tells until when a company was put off, and why it came back', () => {
  const put = event('2026-03-12', { to: 'Later', smart_list: 'AI', later: { when: 'raises' } });
  const back = { why: 'raises', what: 'Series A', from: 'None' } as const;
  const came = event('2026-05-20', { kind: 'back', from: 'Later', to: 'None', back });
  expect(texts([put])).toEqual(['Put off until it raises, 12 Mar 2026 in “AI”']);
  expect(texts([put, came])).toEqual([
    'Put off until it raises, 12 Mar 2026 in “AI” · Back: raised Series A, 20 May 2026',
  ]);
});

it('tells a decision and its being taken back in one line', () => {
  const back = { from: 'Archive', to: 'None' } as const;
  expect(texts([event('2026-03-12', { reason: 'Team' }), event('2026-03-12', back)])).toEqual([
    'Archived, then undecided again, 12 Mar 2026 · Team',
  ]);
  const later = [event('2026-03-12', { smart_list: 'AI' }), event('2026-03-15', back)];
  expect(texts(later)).toEqual(['Archived 12 Mar 2026 in “AI”, then undecided again 15 Mar 2026']);
  expect(texts([...later, event('2026-03-16', { to: 'Watchlist' })])).toEqual([
    'Moved to Watchlist 16 Mar 2026',
    'Archived 12 Mar 2026 in “AI”, then undecided again 15 Mar 2026',
  ]);
});

it('E5 D6 tells what came back as often as it did, and not again where a decision about it was undone', () => {
  const back = { why: 'raises', what: 'Series A', from: 'None' } as const;
  const put = event('2026-05-01', { to: 'Later', later: { when: 'raises' } });
  const came = event('2026-05-20', { kind: 'back', from: 'Later', to: 'None', back });
  const isBack = 'Put off until it raises, 1 May 2026 · Back: raised Series A, 20 May 2026';
  const archived = event('2026-05-21', {});
  const undone = event('2026-05-21', { from: 'Archive', to: 'None', back });
  expect(texts([put, came, archived, undone])).toEqual(['Archived, then undecided again, 21 May 2026', isBack]);
  // The import that brought it was undone.
  const waits = event('2026-05-22', { kind: 'back', from: 'None', to: 'Later', later: { when: 'raises' } });
  expect(texts([put, came, waits])).toEqual(['Put off until it raises, 1 May 2026']);
  expect(texts([put, came, waits, event('2026-06-01', { kind: 'back', from: 'Later', to: 'None', back })])).toEqual([
    'Put off until it raises, 1 May 2026 · Back: raised Series A, 1 Jun 2026',
  ]);
});

it('tells what an older Winnow decided, and a change of which it knows no beginning', () => {
  expect(texts([event('2025-01-02', { kind: 'before', to: 'Watchlist' })])).toEqual(['Moved to Watchlist 2 Jan 2025']);
  const lost = [event('2026-03-15', { from: 'Watchlist', to: 'None' })];
  expect(texts(lost)).toEqual(['Undecided again 15 Mar 2026']);
  expect(decisionLines([], facts)).toEqual([]);
});

it('says of the company then only what is different now', () => {
  expect(thenText(null, facts)).toBe('');
  expect(thenText(facts, facts)).toBe('');
  const grown = {
    ...facts,
    stages: ['inv_stage_series_a'],
    raised: 20_000_000,
    raised_original: '',
    funded_on: '2026-08-01',
    employees: 41,
  };
  expect(thenText(facts, grown)).toBe('Then Seed, $2M raised, last funded 1 Jun 2025, 12 employees');
  expect(thenText({ ...facts, employees: 1 }, facts)).toBe('Then 1 employee');
  const renamed = { ...facts, name: 'Acme AI', domain: 'acme.ai' };
  expect(thenText(facts, renamed)).toBe('Then called “Acme”, acme.io');
  const unknown = {
    name: 'Acme',
    domain: '',
    stages: [],
    raised: null,
    raised_original: '',
    funded_on: '',
    employees: null,
  };
  expect(thenText(unknown, facts)).toBe(
    'Then without a website, of unknown stage, nothing known raised, number of employees unknown',
  );
});
