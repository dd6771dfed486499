import { describe, expect, test } from 'vitest';
import { auditKinds, type AuditKind, type AuditLine } from '#shared/domain/team.ts';
import { auditParts, auditSentence } from './auditSentence.ts';

const names = new Map([
  [1, 'Ann'],
  [2, 'Bob'],
  [3, 'Lea'],
]);
const nameOf = (id: number): string => names.get(id) ?? 'Somebody who was removed';

function line(kind: AuditKind, of: Partial<AuditLine> = {}, detail: unknown = ''): AuditLine {
  return {
    place: 7,
    at: '2026-11-26T10:00:00.000Z',
    user: { id: 1, name: 'Ann' },
    kind,
    company_id: 4711,
    smart_list: '',
    from: 'None',
    to: 'None',
    reason: '',
    detail: typeof detail === 'string' ? detail : JSON.stringify(detail),
    hash: 'ab',
    ...of,
  };
}

const archive = { to: 'Archive', reason: 'Too early' } as const;
const robots = { smart_list: 'Robots' };

const said: readonly [AuditLine, string][] = [
  [line('sign_in'), 'Ann signed in'],
  [line('before', archive), 'Ann had company 4711 in Archive before there was an audit: Too early'],
  [line('decided', archive), 'Ann put company 4711 into Archive: Too early'],
  [line('decided', { to: 'Watchlist' }), 'Ann put company 4711 into Watchlist'],
  [line('decided', { from: 'Archive' }), 'Ann moved company 4711 back to undecided'],
  [line('decided', { to: 'Later' }, { until: '2026-12-24' }), 'Ann put off company 4711 until 24 Dec 2026'],
  [line('decided', { to: 'Later' }), 'Ann put off company 4711'],
  [line('reason', archive), 'Ann gave a reason for the decision on company 4711: Too early'],
  [line('reason'), 'Ann took back the reason for the decision on company 4711'],
  [line('back', {}, { why: 'day' }), 'Ann had put off company 4711, which is back'],
  [line('note'), 'Ann wrote or changed a note about company 4711'],
  [line('note', {}, 'Met them.\nGood team, @Bob'), 'Ann commented on company 4711: Met them. Good team, @Bob'],
  [
    line('settled', robots, { kept: 'Watchlist', of: 2 }),
    'Ann settled the conflict about company 4711 in “Robots”: Bob’s decision stays, Watchlist',
  ],
  [
    line('assigned', {}, { to: 2, note: 'Please look', day: '2026-12-01' }),
    'Ann assigned company 4711 to Bob by 1 Dec 2026: Please look',
  ],
  [line('assigned', {}, { to: 2, note: '', day: '' }), 'Ann assigned company 4711 to Bob'],
  [
    line('assigned', { user: { id: 2, name: 'Bob' } }, { to: 2, state: 'done', answer: 'Met them' }),
    'Bob finished what was assigned about company 4711: Met them',
  ],
  [
    line('assigned', { user: { id: 2, name: 'Bob' } }, { to: 2, state: 'returned', answer: 'Not mine' }),
    'Bob handed company 4711 back: Not mine',
  ],
  [line('assigned', {}, { to: 2, state: 'returned', answer: '' }), 'Ann took company 4711 back from Bob'],
  [
    line('assigned', {}, { to: 2, state: 'open', answer: '' }),
    'Ann opened the assignment of company 4711 to Bob again',
  ],
  [
    line('shared', {}, { list: 'Robots', mode: 'one', members: [{ userId: 2 }, { userId: 3 }] }),
    'Ann shared “Robots” with 2 people',
  ],
  [line('shared', {}, { collection: 'Board', members: [{ userId: 2 }] }), 'Ann shared “Board” with Bob'],
  [line('shared', {}, { list: 'Robots', mode: null, members: [] }), 'Ann stopped sharing “Robots”'],
  [line('filters', robots, { include: {} }), 'Ann changed the filters of “Robots”'],
  [line('filters'), 'Ann changed the filters of a smart list'],
  [line('import', {}, { what: 'deals.csv', rows: 1200 }), 'Ann imported 1,200 companies of “deals.csv”'],
  [line('undo_import'), 'Ann took the import of companies back'],
  [line('refresh', { user: null }), 'The server refreshed the companies'],
  [
    line('export', {}, { what: 'Watchlist', rows: 1, columns: ['name', 'website'] }),
    'Ann exported 1 company of “Watchlist”, 2 columns',
  ],
  [line('role', {}, { user: 2, role: 'lead' }), 'Ann changed the role of Bob to Lead'],
  [line('user', {}, { added: 3, role: 'analyst' }), 'Ann added Lea as Analyst'],
  [
    line('closed', {}, { user: 2, to: 3, lists: 1, collections: 2 }),
    'Ann closed Bob; Lea has their 1 smart list and 2 collections',
  ],
  [line('closed', {}, { user: 2, to: 3, lists: 0, collections: 0 }), 'Ann closed Bob'],
  [line('removed', {}, { user: 9 }), 'Ann removed user 9 with all their work'],
  [line('backup', { user: null }), 'The server made a backup'],
  [line('restore'), 'Ann restored a backup'],
];

describe('a line of the audit is a sentence', () => {
  test.for(said)('%# %o', ([audited, sentence]) => {
    expect(auditSentence(audited, nameOf)).toBe(sentence);
  });

  test('every kind of line has one here', () => {
    expect(new Set(said.map(([{ kind }]) => kind))).toEqual(new Set(auditKinds));
  });

  test('links to its company, whatever else it says', () => {
    expect(auditParts(line('note', {}, 'See company 4711'), nameOf)).toEqual([
      { text: 'Ann commented on ' },
      { text: 'company 4711', companyId: 4711 },
      { text: ': See company 4711' },
    ]);
    expect(auditParts(line('sign_in'), nameOf)).toEqual([{ text: 'Ann signed in' }]);
  });

  test('with a detail that is not understood says what it can', () => {
    expect(auditSentence(line('role', {}, '[1'), nameOf)).toBe(
      'Ann changed the role of Somebody who was removed to another one',
    );
    expect(auditSentence(line('assigned', {}, { to: 'x', state: 'later' }), nameOf)).toBe(
      'Ann assigned company 4711 to Somebody who was removed',
    );
  });
});
