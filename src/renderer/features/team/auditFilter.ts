import type { ApiInput } from '../../bridge/bridge.ts';
import type { AuditKind } from '#shared/domain/team.ts';

/** What of the audit is asked for, as it is chosen; days as `YYYY-MM-DD`, `''` for none. */
export interface AuditChoice {
  /** The id of a person, `0` for nobody; null for everybody. */
  readonly user: number | null;
  readonly kind: AuditKind | null;
  readonly company: { readonly id: number; readonly name: string } | null;
  readonly from: string;
  readonly to: string;
}

export const wholeAudit: AuditChoice = { user: null, kind: null, company: null, from: '', to: '' };

/** What each kind of line is called where one is chosen. */
export const kindNames: Readonly<Record<AuditKind, string>> = {
  decided: 'Decisions',
  reason: 'Reasons',
  back: 'Came back',
  before: 'Decisions from before the audit',
  settled: 'Conflicts settled',
  note: 'Notes',
  assigned: 'Assignments',
  shared: 'Sharing',
  filters: 'Filters of lists',
  import: 'Imports',
  undo_import: 'Imports undone',
  refresh: 'Refreshes',
  merged: 'Merged companies',
  export: 'Exports',
  sign_in: 'Sign-ins',
  role: 'Roles',
  user: 'People added',
  closed: 'People closed',
  removed: 'People removed',
  backup: 'Backups',
  restore: 'Restores',
};

export function isWholeAudit({ user, kind, company, from, to }: AuditChoice): boolean {
  return user === null && kind === null && company === null && from === '' && to === '';
}

/** The same as parameters of a call: days are this computer's, from their beginning to the end of the last. */
export function auditQueryOf({ user, kind, company, from, to }: AuditChoice): ApiInput<'exportAudit'>['query'] {
  return {
    ...(user === null ? {} : { user }),
    ...(kind === null ? {} : { kind }),
    ...(company === null ? {} : { company: company.id }),
    ...(from === '' ? {} : { since: startOf(from, 0) }),
    ...(to === '' ? {} : { until: startOf(to, 1) }),
  };
}

/** When a day begins by this computer's clock, or one that is so many days later. */
function startOf(day: string, later: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + later).toISOString();
}
