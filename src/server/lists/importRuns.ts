import {
  changesBetween,
  type ChangeFacts,
  type CompanyChange,
  type ImportedChanges,
} from '#shared/domain/companyChange.ts';
import type { Company } from '#shared/domain/company.ts';
import { ownDomainOf } from '#shared/domain/webAddress.ts';
import type { CompanyReader } from '../index/port.ts';
import type { State } from '../state/port.ts';
import type { ChangedCompanies } from './crossings.ts';

interface Stores {
  readonly companies: CompanyReader;
  readonly state: State;
  readonly now: () => Date;
}

/** How many companies are compared at a time. */
const chunkSize = 500;

/** Keeps what an import did, by what its writer noted. Nothing where it has changed nothing. */
export async function keepRun(
  { state, now }: Stores,
  files: readonly string[],
  changed: ChangedCompanies | null,
  { added, did }: { readonly added: readonly number[]; readonly did: ImportedChanges },
): Promise<void> {
  if (changed === null) return;
  const same = new Set(did.same);
  const updated = [...changed.ids].filter((id) => !same.has(id));
  const at = now().toISOString();
  await state.imports.add({ batchId: changed.batchId, at, files, added, updated, ...did });
}

/** The same for an import that was cut off once its companies were written, by what they were before it. */
export async function keepCutOff(
  stores: Stores,
  added: readonly number[],
  changed: ChangedCompanies | null,
): Promise<void> {
  const { state, companies } = stores;
  if (changed === null || changed.merged.size > 0) return;
  const [last] = await state.imports.list(1);
  if (last?.batchId === changed.batchId) return;
  const changes: CompanyChange[] = [];
  const ids = [...changed.ids];
  for (let start = 0; start < ids.length; start += chunkSize) {
    const chunk = ids.slice(start, start + chunkSize);
    const then = new Map((await changed.before.getMany(chunk)).map((company) => [company.id, factsIn(company)]));
    for (const company of await companies.getMany(chunk)) {
      const before = then.get(company.id);
      if (before === undefined) continue;
      for (const change of changesBetween(before, factsIn(company)))
        changes.push({ company_id: company.id, ...change });
    }
  }
  await keepRun(stores, [], changed, { added, did: { changes, same: [], repeated: [] } });
}

/** What of a company is compared. */
function factsIn(company: Company): ChangeFacts {
  return {
    name: company.name,
    domain: ownDomainOf(company),
    city: company.location.city,
    countryCode: company.location.country.code,
    stages: company.stages,
    raised: company.funding_total,
    raisedOriginal: company.funding_total_original,
    fundedOn: company.funded_on,
    employees: company.size.count,
    status: company.status,
  };
}
