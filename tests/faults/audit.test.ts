import { expect, it } from 'vitest';
import type { ListName } from '#shared/domain/listName.ts';
import { Audit } from './harness/audit.ts';

function decide(audit: Audit, list: ListName): void {
  audit.intended([{ entry: 1, list }], 'decide');
  audit.acknowledge();
}

function explain(audit: Audit, list: ListName, reason: number): void {
  audit.intended([{ entry: 1, list }], reason);
  audit.acknowledge();
}

function moved(audit: Audit, before: ListName, list: ListName): void {
  audit.effect({ key: list, entry: 1, list, before, reason: null });
}

function given(audit: Audit, list: ListName, reason: number): void {
  audit.effect({ key: String(reason), entry: 1, list, before: list, reason });
}

/** A decision and its reason, then what the server makes of them. */
function damageOf(work: (audit: Audit) => void, reason: number, list: ListName = 'Archive'): Audit['damage'] {
  const audit = new Audit();
  decide(audit, 'Archive');
  explain(audit, 'Archive', 1);
  work(audit);
  audit.settled({ listOf: () => list, reasonOf: () => reason }, [1]);
  return audit.damage;
}

it.each<[string, (audit: Audit) => void, number, Partial<Audit['damage']>]>([
  ['right', (audit) => (moved(audit, 'None', 'Archive'), given(audit, 'Archive', 1)), 1, {}],
  ['lost', (audit) => moved(audit, 'None', 'Archive'), 0, { lost: 1 }],
  [
    'twice',
    (audit) => (moved(audit, 'None', 'Archive'), given(audit, 'Archive', 1), given(audit, 'Archive', 1)),
    1,
    { twice: 1 },
  ],
  ['before its decision', (audit) => (given(audit, 'None', 1), moved(audit, 'None', 'Archive')), 1, { outOfOrder: 1 }],
  ['wrong', (audit) => (moved(audit, 'None', 'Archive'), given(audit, 'Archive', 7)), 7, { lost: 1, outOfOrder: 1 }],
])('M2 the audit finds a reason that is %s', (_, work, reason, damage) => {
  expect(damageOf(work, reason)).toEqual({ lost: 0, twice: 0, outOfOrder: 0, ...damage });
});

it('M2 the audit finds a reason for a decision that was replaced, and one that outlives its decision', () => {
  expect(damageOf(late, 1, 'Watchlist')).toEqual({ lost: 1, twice: 0, outOfOrder: 1 });
});

function late(audit: Audit): void {
  decide(audit, 'Watchlist');
  moved(audit, 'None', 'Archive');
  moved(audit, 'Archive', 'Watchlist');
  given(audit, 'Watchlist', 1);
}
