import { csvLine } from '#shared/domain/csvText.ts';
import type { AuditLine } from '#shared/domain/team.ts';
import type { EndpointRequest } from '#shared/api/messages.ts';
import type { AuditFilter, SealedEvent } from '../../state/port.ts';
import { mostChanges } from '#shared/api/teamSchemas.ts';
import { changeOf } from './changeOf.ts';
import { notFound } from '../http/answers.ts';
import type { Guard, Guards, Handlers, SignedInContext } from './handler.ts';
import { sealAll } from './sealAll.ts';
import { peopleOf, reasonsOf } from './team.ts';

type AuditCalls = 'listAudit' | 'checkAudit' | 'exportAudit' | 'listChanges';

/** How many events are put into the chain, or written into the file, at a time. */
const atOnce = 2000;

/** What was done by whom. */
export const auditHandlers: Pick<Handlers, AuditCalls> = {
  async listAudit({ query: { before = Number.MAX_SAFE_INTEGER, limit, ...query } }, context) {
    const { audit } = context.deps.state;
    await sealAll(context.deps.state.audit, atOnce);
    return { results: await linesOf(await audit.before(before, limit, filterOf(query)), context) };
  },

  async listChanges({ query: { since } }, context) {
    const { audit } = context.deps.state;
    await sealAll(context.deps.state.audit, atOnce);
    if (since === undefined) return { place: await audit.place(), results: [] };
    const events = await audit.after(since, mostChanges);
    const people = await peopleOf(context);
    const results = events.flatMap((event) => changeOf(event, context.user, people) ?? []);
    return { place: events.at(-1)?.place ?? since, results };
  },

  async checkAudit(_, context) {
    await sealAll(context.deps.state.audit, atOnce);
    const { events, hash, problems } = await context.deps.state.audit.check();
    return { events, hash, problems: [...problems] };
  },

  async exportAudit({ query }, context) {
    const { audit } = context.deps.state;
    await sealAll(audit, atOnce);
    const filter = filterOf(query);
    return { total: await audit.count(filter), body: csvOf(filter, context) };
  },
};

/** A moment in the form in which events have it. */
function utc(moment: string | undefined): string | undefined {
  return moment === undefined ? undefined : new Date(moment).toISOString();
}

/** What of the audit is asked for. */
function filterOf({ user, kind, company, since, until }: EndpointRequest<'exportAudit'>['query']): AuditFilter {
  return { userId: user, kind, companyId: company, since: utc(since), until: utc(until) };
}

const staffOnly: Guard = async (_, { user }) => {
  if (user.role !== 'staff') throw notFound('address');
};

export const auditGuards: Pick<Guards, AuditCalls> = {
  listAudit: staffOnly,
  checkAudit: staffOnly,
  exportAudit: staffOnly,
};

function csvOf(filter: AuditFilter, context: SignedInContext): ReadableStream<Uint8Array> {
  const { audit } = context.deps.state;
  const encoder = new TextEncoder();
  let place = 0;
  return new ReadableStream({
    start(controller) {
      controller.enqueue(encoder.encode(csvLine(columns)));
    },
    async pull(controller) {
      const events = await audit.after(place, atOnce, filter);
      const last = events.at(-1);
      if (last === undefined) {
        controller.close();
        return;
      }
      place = last.place;
      const lines = await linesOf(events, context);
      controller.enqueue(encoder.encode(lines.map((line) => csvLine(cellsOf(line))).join('')));
    },
  });
}

const columns = [
  'Place',
  'At',
  'User',
  'What',
  'Company',
  'Company name',
  'Smart list',
  'From',
  'To',
  'Reason',
  'Detail',
  'Hash',
];

function cellsOf(line: AuditLine): string[] {
  const { place, at, user, kind, company_id: id, company, smart_list: list, from, to, reason, detail, hash } = line;
  const cells = [String(place), at, user?.name ?? '', kind, id === 0 ? '' : String(id), company, list];
  return [...cells, from, to, reason, detail, hash];
}

async function linesOf(events: readonly SealedEvent[], context: SignedInContext): Promise<AuditLine[]> {
  const {
    companies,
    state: { smartLists },
  } = context.deps;
  const companyIds = [...new Set(events.map(({ companyId }) => companyId))].filter((id) => id > 0);
  const [found, people, reasons] = await Promise.all([
    companies.getMany(companyIds),
    peopleOf(context),
    reasonsOf(
      context,
      events.map(({ userId }) => userId),
    ),
  ]);
  const called = new Map(found.map(({ id, name }) => [id, name]));
  // What somebody calls a list of their own is nobody else's.
  const names = await smartLists.sharedNames([...new Set(events.map(({ smartListId }) => smartListId))]);
  return events.map((event) => ({
    place: event.place,
    at: event.at,
    user: event.userId === 0 ? null : people(event.userId),
    kind: event.kind,
    company_id: event.companyId,
    company: called.get(event.companyId) ?? '',
    smart_list: names.get(event.smartListId) ?? '',
    from: event.from,
    to: event.to,
    reason: reasons(event.userId, event.reason),
    detail: detailOf(event),
    hash: event.hash,
  }));
}

/** What of a detail was between two people, or is its user's alone: staff sees that it happened, not what it says. */
const hiddenParts: Readonly<Partial<Record<SealedEvent['kind'], readonly string[]>>> = {
  assigned: ['note', 'answer'],
};
const ownUnlessForTeam: ReadonlySet<string> = new Set<SealedEvent['kind']>(['note', 'filters']);

/** What an event says besides, of that what staff may read (docs/team.md). */
export function detailOf({ kind, note, isForTeam }: Pick<SealedEvent, 'kind' | 'note' | 'isForTeam'>): string {
  if (ownUnlessForTeam.has(kind)) return isForTeam ? note : '';
  // Before lists of one's own were left out of it, an export had their names.
  const hidden = kind === 'export' && !isForTeam ? ['what'] : hiddenParts[kind];
  if (hidden === undefined || note === '') return note;
  const detail = JSON.parse(note) as Readonly<Record<string, unknown>>;
  return JSON.stringify(Object.fromEntries(Object.entries(detail).filter(([name]) => !hidden.includes(name))));
}
