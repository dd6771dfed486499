import { expect, it } from 'vitest';
import type { ListName } from '#shared/domain/listName.ts';
import { Audit } from './harness/audit.ts';
import { NoteAudit } from './harness/noteAudit.ts';

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

/** Two texts of a note, then what the server makes of them. */
function noteDamageOf(texts: readonly string[], last: string): NoteAudit['damage'] {
  const audit = new NoteAudit();
  for (const text of ['One', 'Two']) {
    audit.intended({ id: 'a', text });
    audit.acknowledge();
  }
  let before = '';
  for (const text of texts) {
    audit.effect({ key: text, id: 'a', text, before });
    before = text;
  }
  audit.settled(() => last, ['a']);
  return audit.damage;
}

it.each<[string, readonly string[], string, Partial<NoteAudit['damage']>]>([
  ['right', ['One', 'Two'], 'Two', {}],
  ['right, where only its last text was sent', ['Two'], 'Two', {}],
  ['lost', [], '', { lost: 1 }],
  ['lost with its last text', ['One'], 'One', { lost: 1 }],
  ['twice', ['One', 'Two', 'Two'], 'Two', { twice: 1 }],
  ['out of order', ['Two', 'One'], 'One', { lost: 1, outOfOrder: 1 }],
  ['another one', ['Three'], 'Three', { lost: 1, outOfOrder: 1 }],
])('M2 the audit finds a note that is %s', (_, texts, last, damage) => {
  expect(noteDamageOf(texts, last)).toEqual({ lost: 0, twice: 0, outOfOrder: 0, ...damage });
});

it('M2 the audit finds a note that a process forgets as it dies, and takes one that it was still writing', () => {
  const audit = new NoteAudit();
  audit.intended({ id: 'a', text: 'One' });
  audit.acknowledge();
  audit.intended({ id: 'a', text: 'Two' });
  audit.reopened(() => 'Two', ['a']);
  expect(audit.damage.lost).toBe(0);
  audit.reopened(() => 'One', ['a']);
  expect(audit.damage.lost).toBe(1);
});
