import { namedIn } from '#shared/domain/mentions.ts';
import { type AuditAct, heirProblem, isAtLeast, type Person, type Role, type TeamMember } from '#shared/domain/team.ts';
import type { EndpointResponse } from '#shared/api/messages.ts';
import { nameTakenText } from '#shared/domain/personName.ts';
import { AppError } from '#shared/errors.ts';
import { loginOf, problemsOf } from '../../accounts/accounts.ts';
import { hashPassword, newPassword } from '../../accounts/password.ts';
import type { AssignmentRecord, MemberRecord, State } from '../../state/port.ts';
import { found, notFound, sliceOf } from '../http/answers.ts';
import type { Guard, Guards, Handlers, SignedInContext } from './handler.ts';

type TeamCalls =
  | 'getTeam'
  | 'addMember'
  | 'changeMember'
  | 'closeMember'
  | 'listColleagueDecisions'
  | 'listAssignments'
  | 'assignCompany'
  | 'answerAssignment'
  | 'listMentions'
  | 'readMentions';

/** People, what they have decided, and what they ask of each other. */
export const teamHandlers: Pick<Handlers, TeamCalls> = {
  async getTeam(_, { deps, user }) {
    return { me: user.id, members: (await deps.state.team.members()).map(memberView) };
  },

  async addMember({ body: { email, name, role } }, context) {
    const { deps } = context;
    const login = loginOf(email);
    const { login: email_, name: name_ } = problemsOf({ login, password: newPassword(), name });
    const fields = {
      ...(email_ === undefined ? {} : { email: email_ }),
      ...(name_ === undefined ? {} : { name: name_ }),
    };
    const [problem] = Object.values(fields);
    if (problem !== undefined) throw new AppError('unprocessable', problem, { fields });
    const password = newPassword();
    const { accounts } = deps.state;
    const added = await accounts.add({ login, name, role, addons: [], password: await hashPassword(password) });
    if (added === 'login_taken') {
      const taken = `Somebody on the team has the address ${login}, or had it.`;
      throw new AppError('conflict', taken, { fields: { email: taken } });
    }
    if (added === 'name_taken') throw new AppError('conflict', nameTakenText, { fields: { name: nameTakenText } });
    await audited({ kind: 'user', detail: { added: added.id, role } }, context);
    return { ...memberView(found(await memberOf(deps.state.team, added.id), 'member')), password };
  },

  async changeMember({ params: { id }, body: { role } }, { deps, user }) {
    const member = found(await memberOf(deps.state.team, id), 'member');
    if (id === user.id && role !== 'staff') throw refused('Somebody else of the staff has to change your own role.');
    if (member.role !== role) await deps.state.team.setRole(user.id, id, role, deps.now().toISOString());
    return memberView({ ...member, role });
  },

  async closeMember({ params: { id }, body: { to } }, { deps, user }) {
    if (id === user.id) throw refused('You cannot close yourself.');
    const members = await deps.state.team.members();
    const problem = heirProblem(id, to, members);
    if (problem !== '') throw refused(problem, 'to');
    await deps.state.team.close(user.id, id, to, deps.now().toISOString());
    return memberView(found(await memberOf(deps.state.team, id), 'member'));
  },

  async listColleagueDecisions({ query: { company_ids: ids } }, context) {
    const { deps, user } = context;
    const decisions = await deps.state.team.decisions(user.id, ids);
    const people = await peopleOf(context);
    const reasons = await reasonsOf(
      context,
      decisions.map(({ userId }) => userId),
    );
    const results = decisions.map(({ companyId, userId, list, reason, at }) => ({
      company_id: companyId,
      user: people(userId),
      list,
      reason: reasons(userId, reason),
      at,
    }));
    return { results };
  },

  async listAssignments({ query: { whose } }, context) {
    return assignmentsOf(context, whose);
  },

  async assignCompany({ body: { id, company_id: companyId, to, note, day } }, context) {
    const { deps, user } = context;
    found(await deps.companies.get(companyId), 'company');
    const member = found(await memberOf(deps.state.team, to), 'member');
    if (member.isClosed) throw refused(`${member.name} is not on the team any more.`, 'to');
    const madeAt = deps.now().toISOString();
    const asked = { id, userId: to, byId: user.id, companyId, note: note.trim(), day, madeAt };
    // The same id again is the same assignment: its first answer was lost.
    await deps.state.team.assign(asked);
    return assignmentsOf(context, 'by');
  },

  async answerAssignment({ body: { id, state, answer } }, context) {
    const { deps, user } = context;
    const at = deps.now().toISOString();
    const answered = found(await deps.state.team.answer(user.id, id, state, answer.trim(), at), 'assignment');
    if (answered === 'taken_back') throw refused('This was taken back. Only whoever assigned it can open it again.');
    return assignmentsOf(context, answered.userId === user.id ? 'to' : 'by');
  },

  async listMentions({ query }, context) {
    return mentionsOf(context, sliceOf(query));
  },

  async readMentions({ body: { company_ids: ids } }, context) {
    const { deps, user } = context;
    await deps.state.team.readMentions(user.id, ids ?? null, deps.now().toISOString());
    return mentionsOf(context, { offset: 0, limit: 25 });
  },
};

const staffOnly: Guard = async (id, { deps, user }) => {
  if (user.role !== 'staff') throw notFound('address');
  if (id > 0) found(await memberOf(deps.state.team, id), 'member');
};

export const teamGuards: Pick<Guards, TeamCalls> = {
  addMember: staffOnly,
  changeMember: staffOnly,
  closeMember: staffOnly,
};

/** What somebody may not do: a 422, because a 403 ends the session (docs/api.md 11). */
export function refused(sentence: string, field?: string): AppError {
  return new AppError('unprocessable', sentence, field === undefined ? {} : { fields: { [field]: sentence } });
}

/** Throws for a user who may do less than that. */
export function needs(context: SignedInContext, least: Role, what: string): void {
  if (!isAtLeast(context.user.role, least)) throw refused(`Your role on this team does not let you ${what}.`);
}

/** Writes into the audit what is no decision. Where nothing can be written, one can still read and export. */
export async function audited(
  act: AuditAct & { readonly isForTeam?: boolean },
  { deps, user }: SignedInContext,
): Promise<void> {
  if (deps.state.readOnly !== '') return;
  await deps.state.audit.record({ ...act, userId: user.id, at: deps.now().toISOString() });
}

/** Colleagues by id, by the name to show; one who is gone has none. */
export async function peopleOf({
  deps,
}: {
  readonly deps: { readonly state: Pick<State, 'team'> };
}): Promise<(id: number) => Person> {
  const byId = new Map((await deps.state.team.members()).map(({ id, name }) => [id, { id, name }]));
  return (id) => byId.get(id) ?? { id, name: 'Somebody who was removed' };
}

/** The names of colleagues' reasons, by whose they are and their number. */
export async function reasonsOf(
  { deps }: Pick<SignedInContext, 'deps'>,
  userIds: readonly number[],
): Promise<(userId: number, reason: number) => string> {
  const lists = await deps.state.reasons.lists([...new Set(userIds)]);
  const names = new Map(
    [...lists].map(([id, reasons]) => [id, new Map(reasons.map((reason) => [reason.id, reason.name]))]),
  );
  return (userId, reason) => names.get(userId)?.get(reason) ?? '';
}

/** Whom a comment names. */
export async function namedBy(text: string, { deps }: Pick<SignedInContext, 'deps'>): Promise<number[]> {
  const members = await deps.state.team.members();
  return namedIn(
    text,
    members.filter(({ isClosed }) => !isClosed),
  );
}

async function memberOf(team: { members(): Promise<MemberRecord[]> }, id: number): Promise<MemberRecord | undefined> {
  return (await team.members()).find((member) => member.id === id);
}

function memberView({ id, name, email, role, isClosed }: MemberRecord): TeamMember {
  return { id, name: name === '' ? 'Owner' : name, email, role, closed: isClosed };
}

async function assignmentsOf(
  context: SignedInContext,
  whose: 'to' | 'by',
): Promise<EndpointResponse<'listAssignments'>> {
  const { deps, user } = context;
  const [rows, people] = await Promise.all([deps.state.team.assignments(user.id, whose), peopleOf(context)]);
  const companies = await deps.companies.getMany([...new Set(rows.map(({ companyId }) => companyId))]);
  const byId = new Map(companies.map(({ id, name }) => [id, { id, name }]));
  const view = (row: AssignmentRecord) => ({
    id: row.id,
    company: byId.get(row.companyId) ?? { id: row.companyId, name: 'A company that was removed' },
    to: people(row.userId),
    by: people(row.byId),
    note: row.note,
    day: row.day,
    state: row.state,
    answer: row.answer,
    made_at: row.madeAt,
    changed_at: row.changedAt,
  });
  return { results: rows.map(view), open: rows.filter(({ state }) => state === 'open').length };
}

async function mentionsOf(
  context: SignedInContext,
  slice: { readonly offset: number; readonly limit: number },
): Promise<EndpointResponse<'listMentions'>> {
  const { deps, user } = context;
  const { count, unread, rows } = await deps.state.team.mentions(user.id, slice);
  const people = await peopleOf(context);
  const companies = await deps.companies.getMany([...new Set(rows.map(({ companyId }) => companyId))]);
  const byId = new Map(companies.map(({ id, name }) => [id, { id, name }]));
  const results = rows.map(({ noteId, companyId, byId: author, text, at, isRead }) => ({
    note_id: noteId,
    company: byId.get(companyId) ?? { id: companyId, name: 'A company that was removed' },
    by: people(author),
    text,
    at,
    read: isRead,
  }));
  return { count, unread, results };
}
