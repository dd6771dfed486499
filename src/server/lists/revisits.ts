import { stages } from '#shared/domain/choices.ts';
import { backOf } from '#shared/domain/later.ts';
import { factsOf } from '#shared/domain/decisionFacts.ts';
import type { CompanyReader } from '../index/port.ts';
import type { State } from '../state/port.ts';

/** How many companies are read at a time. */
const chunkSize = 500;

const stageNames = new Map<string, string>(stages.map(({ value, label }) => [value, label]));

/**
 * Makes every company undecided again whose day has come, or of which has happened what it was put off for. Safe to
 * repeat: each comes back once. Returns how many did. `today` is a day (`YYYY-MM-DD`).
 */
export async function bringBackDue(
  { companies, state, now }: { readonly companies: CompanyReader; readonly state: State; readonly now: () => Date },
  today: string,
): Promise<number> {
  const waiting = await state.ledger.waiting();
  let back = 0;
  for (let start = 0; start < waiting.length; start += chunkSize) {
    const chunk = waiting.slice(start, start + chunkSize);
    const found = await companies.getMany(chunk.map(({ companyId }) => companyId));
    const byId = new Map(found.map((company) => [company.id, company]));
    for (const { userId, companyId, later, fromList: from, facts } of chunk) {
      const company = byId.get(companyId);
      if (company === undefined) continue;
      const stageOf = (stage: string): string => stageNames.get(stage) ?? stage;
      const why = backOf(later, facts, factsOf(company), { today, from, stageOf });
      if (why === null) continue;
      if (await state.ledger.comeBack(userId, companyId, why, now().toISOString())) back += 1;
    }
  }
  return back;
}
