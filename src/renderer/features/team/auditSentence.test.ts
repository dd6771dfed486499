import { describe, expect, test } from 'vitest';
import { auditKinds, type AuditAct, type AuditKind, type AuditLine } from '#shared/domain/team.ts';
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
    company: 'Acme',
    smart_list: '',
    from: 'None',
    to: 'None',
    reason: '',
    detail: typeof detail === 'string' ? detail : JSON.stringify(detail),
    hash: 'ab',
    ...of,
  };
}

/** A line of what is no decision, with what the server keeps of it. */
function acted({ kind, detail }: AuditAct, of: Partial<AuditLine> = {}): AuditLine {
  return line(kind, of, detail);
}

const archive = { to: 'Archive', reason: 'Too early' } as const;
const robots = { smart_list: 'Robots' };

const said: readonly [AuditLine, string][] = [
  [line('sign_in'), 'Ann signed in'],
  [line('before', archive), 'Ann had Acme in Archive before there was an audit: Too early'],
  [line('decided', archive), 'Ann put Acme into Archive: Too early'],
  [line('decided', { to: 'Watchlist' }), 'Ann put Acme into Watchlist'],
  [line('decided', { from: 'Archive' }), 'Ann moved Acme back to undecided'],
  [line('decided', { to: 'Later' }, { until: '2026-12-24' }), 'Ann put off Acme until 24 Dec 2026'],
  [line('decided', { to: 'Later' }), 'Ann put off Acme'],
  [line('reason', archive), 'Ann gave a reason for the decision on Acme: Too early'],
  [line('reason'), 'Ann took back the reason for the decision on Acme'],
  [line('back', {}, { why: 'day' }), 'Ann had put off Acme, which is back'],
  [
    line('back', { to: 'Later' }, { when: 'raises' }),
    'Ann has put off Acme, which waits again: what had brought it back was undone',
  ],
  [line('note'), 'Ann wrote or changed a note about Acme'],
  [line('note', {}, 'Met them.\nGood team, @Bob'), 'Ann commented on Acme: Met them. Good team, @Bob'],
  [
    acted({ kind: 'settled', detail: { kept: 'Watchlist', of: 2 } }, robots),
    'Ann settled the conflict about Acme in “Robots”: Bob’s decision stays, Watchlist',
  ],
  [
    acted({ kind: 'assigned', detail: { to: 2, note: 'Please look', day: '2026-12-01' } }),
    'Ann assigned Acme to Bob by 1 Dec 2026: Please look',
  ],
  [acted({ kind: 'assigned', detail: { to: 2, note: '', day: '' } }), 'Ann assigned Acme to Bob'],
  [
    acted({ kind: 'assigned', detail: { to: 2, state: 'done', answer: 'Met them' } }, { user: { id: 2, name: 'Bob' } }),
    'Bob finished what was assigned about Acme: Met them',
  ],
  [
    acted(
      { kind: 'assigned', detail: { to: 2, state: 'returned', answer: 'Not mine' } },
      { user: { id: 2, name: 'Bob' } },
    ),
    'Bob handed Acme back: Not mine',
  ],
  [acted({ kind: 'assigned', detail: { to: 2, state: 'returned', answer: '' } }), 'Ann took Acme back from Bob'],
  [
    acted({ kind: 'assigned', detail: { to: 2, state: 'open', answer: '' } }),
    'Ann opened the assignment of Acme to Bob again',
  ],
  [
    acted({
      kind: 'shared',
      detail: {
        list: 'Robots',
        mode: 'one',
        members: [
          { userId: 2, role: 'editor' },
          { userId: 3, role: 'reader' },
        ],
      },
    }),
    'Ann shared “Robots” with 2 people',
  ],
  [
    acted({ kind: 'shared', detail: { collection: 'Board', members: [{ userId: 2, role: 'editor' }] } }),
    'Ann shared “Board” with Bob',
  ],
  [acted({ kind: 'shared', detail: { list: 'Robots', mode: null, members: [] } }), 'Ann stopped sharing “Robots”'],
  [line('filters', robots, { include: {} }), 'Ann changed the filters of “Robots”'],
  [line('filters'), 'Ann changed the filters of a smart list'],
  [acted({ kind: 'import', detail: { files: 2 } }), 'Ann imported companies from 2 files'],
  [line('import'), 'Ann imported companies'],
  [acted({ kind: 'undo_import', detail: {} }), 'Ann took the newest import back'],
  [line('refresh', { user: null }), 'The server refreshed the companies'],
  [
    acted({ kind: 'export', detail: { what: 'Watchlist', rows: 1, columns: ['Name', 'Website'] } }),
    'Ann exported 1 company of “Watchlist”, 2 columns',
  ],
  [
    acted({ kind: 'export', detail: { what: '', rows: 1200, columns: ['Name'] } }),
    'Ann exported 1,200 companies, 1 column',
  ],
  [
    acted({ kind: 'export', detail: { what: 'Opportunities', rows: 12, for: 'affinity' } }),
    'Ann exported 12 companies of “Opportunities” for Affinity',
  ],
  [line('export'), 'Ann exported companies'],
  [acted({ kind: 'role', detail: { user: 2, role: 'lead' } }), 'Ann changed the role of Bob to Lead'],
  [acted({ kind: 'user', detail: { added: 3, role: 'analyst' } }), 'Ann added Lea as Analyst'],
  [
    acted({ kind: 'closed', detail: { user: 2, to: 3, lists: 1, collections: 2 } }),
    'Ann closed Bob; Lea has their 1 smart list and 2 collections',
  ],
  [acted({ kind: 'closed', detail: { user: 2, to: 3, lists: 0, collections: 0 } }), 'Ann closed Bob'],
  [acted({ kind: 'removed', detail: { user: 9 } }), 'Ann removed user 9 with all their work'],
  [acted({ kind: 'merged', detail: { names: ['Acme', 'Acme Inc'] } }), 'Ann merged “Acme Inc” into Acme'],
  [acted({ kind: 'backup', detail: { name: 'copy.db' } }), 'Ann made a backup: copy.db'],
  [line('backup', { user: null }), 'The server made a backup'],
  [acted({ kind: 'restore', detail: { name: 'copy.db' } }), 'Ann restored a backup: copy.db'],
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
    expect(auditParts(line('note', {}, 'See Acme'), nameOf)).toEqual([
      { text: 'Ann commented on ' },
      { text: 'Acme', companyId: 4711 },
      { text: ': See Acme' },
    ]);
    expect(auditParts(line('sign_in'), nameOf)).toEqual([{ text: 'Ann signed in' }]);
  });

  test('with a detail that is not understood says what it can', () => {
    expect(auditSentence(line('role', {}, '[1'), nameOf)).toBe(
      'Ann changed the role of Somebody who was removed to another one',
    );
    expect(auditSentence(line('assigned', {}, { to: 'x', state: 'later' }), nameOf)).toBe(
      'Ann assigned Acme to Somebody who was removed',
    );
  });
});
