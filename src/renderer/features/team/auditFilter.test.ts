import { expect, it } from 'vitest';
import { auditKinds } from '#shared/domain/team.ts';
import { auditQueryOf, isWholeAudit, kindNames, wholeAudit } from './auditFilter.ts';

it('E20 asks for what was chosen, and for days of this computer from their beginning to the end of the last', () => {
  expect(auditQueryOf(wholeAudit)).toEqual({});
  expect(isWholeAudit(wholeAudit)).toBe(true);
  const chosen = {
    user: 0,
    kind: 'note',
    company: { id: 7, name: 'Acme' },
    from: '2026-11-02',
    to: '2026-11-03',
  } as const;
  expect(isWholeAudit({ ...wholeAudit, user: 0 })).toBe(false);
  expect(auditQueryOf(chosen)).toEqual({
    user: 0,
    kind: 'note',
    company: 7,
    since: new Date(2026, 10, 2).toISOString(),
    until: new Date(2026, 10, 4).toISOString(),
  });
});

it('E20 has a name for every kind of line', () => {
  expect(Object.keys(kindNames).toSorted()).toEqual([...auditKinds].toSorted());
});
