import type { EndpointRequest } from '#shared/api/messages.ts';
import type { ExportHistoryRecord } from '#shared/api/schemas.ts';
import { formatCount } from '#shared/domain/formats.ts';
import { handoverFiles, handoverPresets, mostHandedOver, type HandedOver } from '#shared/domain/handover.ts';
import type { Company } from '#shared/domain/company.ts';
import { otherDomainsOf } from '../../record/companyHistory.ts';
import { badInput } from '../http/requestInput.ts';
import type { ExportChoice } from '../../index/port.ts';
import { auditedSource, choiceOf, decidedBy, needsExport } from './export.ts';
import type { Guards, Handlers, SignedInContext } from './handler.ts';
import { audited } from './team.ts';

type HandoverCalls = 'handOver' | 'listExports' | 'recordExport';
type HandoverQuery = EndpointRequest<'handOver'>['query'];

/** How many exports of the history are shown. */
const shownExports = 200;

/** Exports for other products, and the history of all exports. */
export const handoverHandlers: Pick<Handlers, HandoverCalls> = {
  async handOver({ query }, context) {
    const { preset, since_last: sinceLast, ...sources } = query;
    const isOfOpportunities = query.tag === 'opportunities';
    if (sinceLast === true && !isOfOpportunities) {
      throw badInput({ since_last: 'Only Opportunities are handed over since the last time.' });
    }
    const { deps, user } = context;
    // Before the companies are read: one that is decided meanwhile is handed over twice rather than never.
    const place = await deps.state.ledger.place();
    const chosen = await idsOf(await choiceOf(sources, context), context);
    const ids = sinceLast === true ? await cameSince(chosen, query, context) : chosen;
    if (ids.length > mostHandedOver) {
      const [most, all] = [mostHandedOver, ids.length].map(formatCount);
      throw badInput({ preset: `At most ${most} companies can be handed over at once; these are ${all}.` });
    }
    const companies = await deps.companies.getMany(ids);
    const handed = await handedOver(companies, context);
    const detail = { what: await auditedSource(sources, context), rows: companies.length, for: preset };
    await audited({ kind: 'export', detail, isForTeam: true }, context);
    return {
      total: companies.length,
      up_to: isOfOpportunities ? place : 0,
      files: handoverFiles(preset, handed, user.name === '' ? user.email : user.name),
    };
  },

  async listExports(_request, context) {
    return historyOf(context);
  },

  async recordExport({ body: { up_to: upTo, ...note } }, context) {
    const { deps, user } = context;
    await deps.state.exports.add(user.id, { ...note, upTo, at: deps.now().toISOString() });
    return historyOf(context);
  },
};

export const handoverGuards: Pick<Guards, HandoverCalls> = { handOver: needsExport };

async function idsOf(choice: ExportChoice, { deps }: SignedInContext): Promise<readonly number[]> {
  if ('ids' in choice) return choice.ids;
  return deps.companies.searchIds(choice.search, mostHandedOver + 1);
}

/** Those of the Opportunities that came there since they were handed over for this product; all if they never were. */
async function cameSince(
  ids: readonly number[],
  { preset }: HandoverQuery,
  { deps, user }: SignedInContext,
): Promise<readonly number[]> {
  const last = (await deps.state.exports.lastHandovers(user.id)).get(preset);
  if (last === undefined) return ids;
  const came = new Set(await deps.state.ledger.cameInto(user.id, 'Opportunities', last.upTo));
  return ids.filter((id) => came.has(id));
}

async function handedOver(companies: readonly Company[], context: SignedInContext): Promise<HandedOver[]> {
  const { deps, user } = context;
  const notes = await deps.state.notes.all(
    user.id,
    companies.map(({ id }) => id),
  );
  const byCompany = Map.groupBy(notes.toReversed(), ({ companyId }) => companyId);
  const decided = await decidedBy(context);
  // These products know people by their addresses; who works alone has none.
  const owner = user.email === '' ? user.name : user.email;
  const handed: HandedOver[] = [];
  for (const company of companies) {
    const record = await deps.companies.record(company.id);
    const decision = decided.get(company.id);
    handed.push({
      company,
      founders: record?.people ?? [],
      otherDomains: record === undefined ? [] : otherDomainsOf(record),
      notes: byCompany.get(company.id) ?? [],
      decision: decision && { list: decision.list, reason: decision.reason, owner },
    });
  }
  return handed;
}

async function historyOf({ deps, user }: SignedInContext): Promise<ExportHistoryRecord> {
  const { exports, entries, ledger } = deps.state;
  const notes = await exports.list(user.id, shownExports);
  const last = await exports.lastHandovers(user.id);
  const opportunities = new Set(await entries.decidedCompanyIds(user.id, ['Opportunities']));
  const handovers = handoverPresets.map(async (preset) => {
    const { at, upTo } = last.get(preset) ?? { at: '', upTo: 0 };
    if (at === '') return { preset, at, since: opportunities.size };
    const came = await ledger.cameInto(user.id, 'Opportunities', upTo);
    return { preset, at, since: came.filter((id) => opportunities.has(id)).length };
  });
  return {
    results: notes.map(({ id, at, what, preset, columns, rows }) => ({
      id,
      at,
      what,
      preset,
      columns: [...columns],
      rows,
    })),
    opportunities: opportunities.size,
    handovers: await Promise.all(handovers),
  };
}
