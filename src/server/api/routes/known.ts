import type { EndpointResponse } from '#shared/api/messages.ts';
import type { Company } from '#shared/domain/company.ts';
import { identityOf } from '../../lists/entrySeeds.ts';
import type { KnownFacts, KnownRowRecord, KnownSourceRecord } from '../../state/port.ts';
import { found, notFound, pageAnswer, sliceOf } from '../http/answers.ts';
import { badInput } from '../http/requestInput.ts';
import type { Guards, Handlers, SignedInContext } from './handler.ts';

type KnownCalls =
  | 'sendKnownFile'
  | 'previewKnown'
  | 'importKnown'
  | 'listKnownSources'
  | 'undoKnown'
  | 'listKnownRows'
  | 'chooseKnown'
  | 'listKnownMarks'
  | 'getKnown';

type Source = EndpointResponse<'importKnown'>;
type Row = EndpointResponse<'chooseKnown'>;

/** Companies that users know from elsewhere; each user's are their own. */
export const knownHandlers: Pick<Handlers, KnownCalls> = {
  async sendKnownFile({ query: { name, changed }, body }, { deps, user }) {
    const token = await deps.known.keep(user.id, {
      ...body,
      name,
      changed: changed === undefined ? null : new Date(changed),
    });
    return { token };
  },

  previewKnown: ({ body }, { deps, user }) => deps.known.preview(user.id, body),

  async importKnown({ body }, { deps, user }) {
    return sourceView(await deps.known.import(user.id, body));
  },

  async listKnownSources(_, context) {
    return sourcesView(context);
  },

  async undoKnown({ params }, context) {
    const { deps, user } = context;
    if (!(await deps.known.undo(user.id, params.id))) throw notFound('source of known companies');
    return sourcesView(context);
  },

  async listKnownRows({ params, query }, { deps, user, url }) {
    const { count, rows } = await deps.state.known.rows(user.id, params.id, query.part, sliceOf(query));
    const ids = [...new Set(rows.flatMap((row) => row.candidates))];
    const byId = new Map((await deps.companies.getMany(ids)).map((company) => [company.id, company]));
    return pageAnswer(
      url,
      query,
      count,
      rows.map((row) => rowView(row, byId)),
    );
  },

  async chooseKnown({ params, body: { company_id: chosen } }, { deps, user }) {
    const company = typeof chosen === 'number' ? await deps.companies.get(chosen) : null;
    if (company === undefined) throw badInput({ company_id: 'There is no such company.' });
    const identity = company === null ? undefined : identityOf(company);
    await deps.state.known.choose(user.id, params.id, chosen, identity);
    const row = found(await deps.state.known.row(user.id, params.id), 'row of known companies');
    const companies = await deps.companies.getMany(row.candidates);
    return rowView(row, new Map(companies.map((company) => [company.id, company])));
  },

  async listKnownMarks(_, { deps, user }) {
    const marks = await deps.state.known.marks(user.id);
    return { results: marks.map(({ companyId, ...mark }) => ({ company_id: companyId, ...mark })) };
  },

  async getKnown({ params }, { deps, user }) {
    const facts = await deps.state.known.ofCompany(user.id, params.id);
    return { results: facts.map(({ source, day, ...said }) => ({ source, day, ...factsView(said) })) };
  },
};

export const knownGuards: Pick<Guards, KnownCalls> = {
  async undoKnown(id, { deps, user }) {
    await ownSource(id, { deps, user });
  },
  async listKnownRows(id, { deps, user }) {
    await ownSource(id, { deps, user });
  },
  async chooseKnown(id, { deps, user }) {
    found(await deps.state.known.row(user.id, id), 'row of known companies');
  },
  async getKnown(id, { deps }) {
    found(await deps.companies.get(id), 'company');
  },
};

async function ownSource(id: number, { deps, user }: Pick<SignedInContext, 'deps' | 'user'>): Promise<void> {
  const sources = await deps.state.known.sources(user.id);
  found(
    sources.find((source) => source.id === id),
    'source of known companies',
  );
}

async function sourcesView({ deps, user }: SignedInContext): Promise<{ results: Source[] }> {
  return { results: (await deps.state.known.sources(user.id)).map(sourceView) };
}

function sourceView({ id, name, file, day, ...source }: KnownSourceRecord): Source {
  const { importedAt, rows, matched, toChoose, skipped, replaced } = source;
  const missing = rows - matched - toChoose;
  const counts = { rows, matched, to_choose: toChoose, missing, skipped };
  return { id, name, file, day, imported_at: importedAt, ...counts, replaced };
}

function rowView(row: KnownRowRecord, companies: ReadonlyMap<number, Company>): Row {
  const { id, line, companyId, candidates, isChosen, ...facts } = row;
  return {
    id,
    line,
    ...factsView(facts),
    company_id: companyId === 0 ? null : companyId,
    is_chosen: isChosen,
    candidates: candidates.flatMap((candidate) => companies.get(candidate) ?? []),
  };
}

function factsView({ theirId, ...facts }: KnownFacts): Omit<KnownFacts, 'theirId'> & { their_id: string } {
  return { ...facts, their_id: theirId };
}
