import { expect, test } from 'vitest';
import type { LikelyRow, LikelyRows } from '#shared/domain/likelyRows.ts';
import { choicesOf, effectText, nothingChosen, rowKey, type Chosen } from './likelyChoices.ts';

function row(name: string, ...companies: number[]): LikelyRow {
  return {
    name,
    domain: '',
    country: '',
    says: '',
    companies: companies.map((id) => ({ id, name: `Company ${String(id)}`, says: '', by: 'name' })),
  };
}

const rows = [row('Dime', 1), row('Origami', 2), row('Kite', 3, 4)];
const likely: LikelyRows = { count: 5, rows };
const said = (name: string, company: number | null) => ({ name, domain: '', country: '', company });
const at = (name: string): string => rowKey(row(name));

test.each<[string, Chosen, ReturnType<typeof choicesOf>, string]>([
  ['nothing', nothingChosen, undefined, 'Import: 5 are added and asked about later.'],
  [
    'all matched, but not the one that may be several',
    { others: 'match', rows: {} },
    { others: 'match', rows: [said('Dime', 1), said('Origami', 2)] },
    'Import: 4 update companies that are here, 1 is added and asked about later.',
  ],
  [
    'all added',
    { others: 'add', rows: {} },
    { others: 'add', rows: [said('Dime', null), said('Origami', null), said('Kite', null)] },
    'Import: 5 are new companies.',
  ],
  [
    'all matched, one otherwise, and the one of several',
    { others: 'match', rows: { [at('Dime')]: null, [at('Kite')]: 4 } },
    { others: 'match', rows: [said('Dime', null), said('Origami', 2), said('Kite', 4)] },
    'Import: 4 update companies that are here, 1 is a new company.',
  ],
  [
    'one alone',
    { others: 'ask', rows: { [at('Dime')]: 1, [at('Origami')]: 'ask' } },
    { others: 'ask', rows: [said('Dime', 1)] },
    'Import: 1 updates a company that is here, 4 are added and asked about later.',
  ],
])('E15 %s', (_, chosen, choices, text) => {
  expect([choicesOf(likely, chosen), effectText(likely, chosen)]).toEqual([choices, text]);
});

test('E15 where no check has said of rows, an import says nothing of them', () => {
  expect(choicesOf(undefined, { others: 'match', rows: {} })).toBeUndefined();
});
