import { AppError } from '#shared/errors.ts';
import type { CompanyDecision } from '#shared/domain/ledger.ts';
import { found } from '../http/answers.ts';
import type { Guards, Handlers, SignedInContext } from './handler.ts';

type DecisionCalls = 'getDecisions' | 'listReasons' | 'replaceReasons';

/** What was decided about companies, and why. */
export const decisionHandlers: Pick<Handlers, DecisionCalls> = {
  async getDecisions({ params }, context) {
    const { deps, user } = context;
    found(await deps.companies.get(params.id), 'company');
    const events = await deps.state.ledger.ofCompany(user.id, params.id);
    const names = await deps.state.smartLists.names(user.id, [...new Set(events.map((event) => event.smartListId))]);
    const reasons = await reasonNames(context);
    const results = events.map(({ at, kind, from, to, smartListId, reason, later, back, facts }): CompanyDecision => ({
      at,
      kind,
      from,
      to,
      smart_list: names.get(smartListId) ?? '',
      reason: reasons.get(reason) ?? '',
      later,
      back,
      facts,
    }));
    return { results: results.toReversed() };
  },

  async listReasons(_, { deps, user }) {
    return { reasons: [...(await deps.state.reasons.list(user.id))] };
  },

  async replaceReasons({ body: { reasons } }, { deps, user }) {
    const replaced = await deps.state.reasons.replace(user.id, reasons);
    if (replaced !== 'in_use') return { reasons: [...replaced] };
    throw new AppError('conflict', 'A reason that was given for a decision can be renamed or retired, not deleted.', {
      fields: { reasons: 'One that was given for a decision is missing.' },
    });
  },
};

export const decisionGuards: Pick<Guards, DecisionCalls> = {
  async getDecisions(id, { deps }) {
    found(await deps.companies.get(id), 'company');
  },
};

/** The names of the user's reasons by id, of retired ones, too. */
export async function reasonNames({ deps, user }: SignedInContext): Promise<ReadonlyMap<number, string>> {
  return new Map((await deps.state.reasons.list(user.id)).map(({ id, name }) => [id, name]));
}
