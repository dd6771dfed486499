import { stages } from '#shared/domain/choices.ts';
import type { Company } from '#shared/domain/company.ts';
import { backOf, type Back } from '#shared/domain/later.ts';
import { factsOf } from '#shared/domain/decisionFacts.ts';
import type { CompanyReader } from '../index/port.ts';
import type { BroughtBy, State, Waiting } from '../state/port.ts';

/** How many companies are read at a time. */
const chunkSize = 500;

const stageNames = new Map<string, string>(stages.map(({ value, label }) => [value, label]));

interface Stores {
  readonly companies: CompanyReader;
  readonly state: State;
  readonly now: () => Date;
}

/**
 * Makes every company undecided again whose day has come, or of which has happened what it was put off for. Safe to
 * repeat: each comes back once. Returns how many did. `today` is a day (`YYYY-MM-DD`); `only` one of a user's is looked
 * at.
 */
export async function bringBackDue(
  stores: Stores,
  today: string,
  only?: Pick<Waiting, 'userId' | 'companyId'>,
): Promise<number> {
  const { companies, state, now } = stores;
  const waiting = await state.ledger.waiting(only);
  let back = 0;
  for (let start = 0; start < waiting.length; start += chunkSize) {
    const chunk = waiting.slice(start, start + chunkSize);
    const found = await companies.getMany(chunk.map(({ companyId }) => companyId));
    const whyOf = whyBack(found, today);
    const due = chunk.flatMap((put) => {
      const why = whyOf(put);
      return why === null ? [] : [{ put, why }];
    });
    const bringer = await bringerOf(
      stores,
      due.map(({ put }) => put),
      today,
    );
    for (const { put, why } of due) {
      const { userId, companyId } = put;
      if (await state.ledger.comeBack(userId, companyId, why, now().toISOString(), bringer(put))) back += 1;
    }
  }
  return back;
}

function stageOf(stage: string): string {
  return stageNames.get(stage) ?? stage;
}

/** Why a company is back that was put off, given what is known of it; null while it is not. */
function whyBack(companies: readonly Company[], today: string): (put: Waiting) => Back | null {
  const byId = new Map(companies.map((company) => [company.id, company]));
  return ({ companyId, later, fromList: from, facts }) => {
    const company = byId.get(companyId);
    return company === undefined ? null : backOf(later, facts, factsOf(company), { today, from, stageOf });
  };
}

/**
 * What has brought back companies that are due: the newest import or merge, unless they were due before it, as one is
 * whose day has come. They are put off again when it is undone.
 */
async function bringerOf(
  { companies }: Stores,
  due: readonly Waiting[],
  today: string,
): Promise<(put: Waiting) => BroughtBy | null> {
  const { lastImport } = await companies.status();
  if (lastImport === null || due.length === 0) return () => null;
  const { batchId, merged } = lastImport;
  const bringer: BroughtBy = { kind: merged > 0 ? 'merge' : 'import', batchId };
  const before = await companies.before(batchId).getMany(due.map(({ companyId }) => companyId));
  const whyBefore = whyBack(before, today);
  return (put) => ('when' in put.later && whyBefore(put) === null ? bringer : null);
}
