import { coreOf } from '#shared/domain/companyNames.ts';
import { nameKey } from '#shared/domain/text.ts';
import { ownDomain } from '#shared/domain/webAddress.ts';
import type { CompanyCandidate, CompanyReader } from '../index/port.ts';
import type { KnownMatch, State } from '../state/port.ts';

/** How a CRM names a company. */
interface Named {
  readonly name: string;
  readonly website: string;
}

/** What a row is about. */
export interface RowMatch extends KnownMatch {
  /** Whether nothing but its name says which company it is: no site does. */
  readonly isByName: boolean;
}

/** How many rows are matched at a time. */
const chunkSize = 1000;

const noMatch: RowMatch = { companyId: 0, candidates: [], isByName: false };

/** Which companies rows are about, in their order. */
export async function matchesOf(companies: CompanyReader, rows: readonly Named[]): Promise<RowMatch[]> {
  const matches: RowMatch[] = [];
  for (let from = 0; from < rows.length; from += chunkSize) {
    const asked = rows.slice(from, from + chunkSize).map(({ name, website }) => ({ name, domain: ownDomain(website) }));
    const found = await companies.calledOrAt(asked);
    matches.push(...asked.map((one, index) => matchAmong(one, found[index] ?? [])));
  }
  return matches;
}

/**
 * Which of some companies a row is about. The site decides; of several with one site the name. Without a site, or
 * where the companies of that name have none, a name that only one has is enough, and of several the user chooses.
 * Companies of that name with other sites are others, unless the sites are called the same (`acme.com`, `acme.io`):
 * then the user chooses, too.
 */
export function matchAmong(
  { name, domain }: { readonly name: string; readonly domain: string },
  found: readonly CompanyCandidate[],
): RowMatch {
  const atSite = domain === '' ? [] : found.filter(({ domains }) => domains.includes(domain));
  if (atSite.length > 0) return oneOf(atSite, name);
  const called = calledSo(found, name);
  if (domain === '') return chosenFrom(called, true);
  const without = called.filter(({ domains }) => domains.length === 0);
  const alike = called.filter(({ domains }) => domains.some((other) => siteName(other) === siteName(domain)));
  if (alike.length === 0) return chosenFrom(without, true);
  return { ...noMatch, candidates: idsOf([...alike, ...without]) };
}

/** Of companies with one site the only one, or the only one of that name. */
function oneOf(atSite: readonly CompanyCandidate[], name: string): RowMatch {
  const called = calledSo(atSite, name);
  return chosenFrom(called.length > 0 ? called : atSite, false);
}

/** Those of exactly that name, or else of that name but for its form (`Acme`, `Acme, Inc.`). */
function calledSo(found: readonly CompanyCandidate[], name: string): readonly CompanyCandidate[] {
  const [key, core] = [nameKey(name), coreOf(name)];
  if (key === '') return [];
  const exact = found.filter(({ nameKeys }) => nameKeys.includes(key));
  return exact.length > 0 ? exact : found.filter(({ nameKeys }) => nameKeys.some((each) => coreOf(each) === core));
}

function chosenFrom(found: readonly CompanyCandidate[], isByName: boolean): RowMatch {
  const [only] = found;
  if (only === undefined) return noMatch;
  return found.length === 1 ? { ...noMatch, companyId: only.id, isByName } : { ...noMatch, candidates: idsOf(found) };
}

function idsOf(found: readonly CompanyCandidate[]): number[] {
  return found.map(({ id }) => id).toSorted((a, b) => a - b);
}

/** What a site is called: `acme` of `acme.com` and `acme.co.uk`. */
function siteName(domain: string): string {
  const labels = domain.split('.');
  const isTwofold = labels.length > 2 && /^(?:co|com|org|net|ac)$/.test(labels.at(-2) ?? '');
  return labels.at(isTwofold ? -3 : -2) ?? '';
}

/**
 * Matches again what users know, after companies have come, gone or changed. What a user has chosen stays. The lists
 * that leave known companies out follow.
 */
export async function rematchKnown({
  companies,
  state,
}: {
  readonly companies: CompanyReader;
  readonly state: State;
}): Promise<void> {
  for (let after = 0; ;) {
    const rows = await state.known.unchosen(after, chunkSize);
    if (rows.length === 0) return;
    const matches = await matchesOf(companies, rows);
    const changed = rows.flatMap((row, index) => {
      const match = matches[index] ?? noMatch;
      const { companyId, candidates } = match;
      return isSame(row, match) ? [] : [{ id: row.id, companyId, candidates }];
    });
    if (changed.length > 0) await state.known.rematch(changed);
    after = rows.at(-1)?.id ?? after;
  }
}

function isSame(a: KnownMatch, b: KnownMatch): boolean {
  return a.companyId === b.companyId && a.candidates.join() === b.candidates.join();
}
