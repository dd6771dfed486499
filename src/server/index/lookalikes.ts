import type { SegmentView } from './segment/segmentView.ts';
import { coreOf } from '#shared/domain/companyNames.ts';
import { hashOrNone } from './analysis/recordAnalysis.ts';
import { withHash } from './segment/lookup.ts';
import { documentOfKey, hashOfKey } from './segment/segmentFormat.ts';
import { candidateOf, type CompanyCandidate, type Lookalikes } from './port.ts';

/** Of a domain or name that more companies have, only so many are compared: they would be pairs by the square. */
const mostAlike = 6;
/** How many hashes are looked at before another turn may come. */
const hashesBetween = 20_000;

/** Of a name or domain that more companies have, only so many are looked at. */
const mostCalled = 20;
/** How many names are looked up before another turn may come. */
const namesBetween = 100;

interface Document {
  readonly view: SegmentView;
  readonly document: number;
}

/**
 * The pairs of imported companies with one hash of a domain, then those with one of a name's core: first where one of
 * the two has no domain, because two domains mostly are two companies. Works in steps, so that other calls get their
 * turn.
 */
export function* lookalikesIn(views: readonly SegmentView[], limit: number): Generator<undefined, Lookalikes[]> {
  const imported = views.filter(({ segment }) => segment.origin === 'import');
  const known = new Set<string>();
  const found: { readonly [P in 'site' | 'likely' | 'other']: Lookalikes[] } = { site: [], likely: [], other: [] };
  const take = (to: Lookalikes[], by: Lookalikes['by'], ids: readonly [number, number]): void => {
    const key = ids.join();
    if (known.has(key) || to.length >= limit) return;
    known.add(key);
    to.push({ by, ids });
  };
  for (const group of yield* groupsBy(imported, 'domains')) {
    for (const [a, b] of pairsOf(group)) take(found.site, 'site', idsOf(a, b));
  }
  const withDomain = new Map(imported.map((view) => [view, documentsWithDomain(view)]));
  for (const group of yield* groupsBy(imported, 'cores')) {
    const hasDomain = ({ view, document }: Document): boolean => withDomain.get(view)?.[document] === 1;
    for (const [a, b] of pairsOf(group)) {
      take(hasDomain(a) && hasDomain(b) ? found.other : found.likely, 'name', idsOf(a, b));
    }
  }
  return [...found.site, ...found.likely, ...found.other].slice(0, limit);
}

/** Of each document of a segment 1 if its company has a domain, else 0. */
function documentsWithDomain({ segment }: SegmentView): Uint8Array {
  const flags = new Uint8Array(segment.size);
  for (const key of segment.keys('domains')) flags[documentOfKey(key)] = 1;
  return flags;
}

/** The documents that share a hash in a sorted column of lookup keys, of those that are shown. */
function* groupsBy(
  views: readonly SegmentView[],
  column: 'domains' | 'cores',
): Generator<undefined, readonly (readonly Document[])[]> {
  const columns = views.map((view) => ({ view, keys: view.segment.keys(column), at: 0 }));
  const groups: Document[][] = [];
  for (let hashes = 1; ; hashes++) {
    let lowest = Number.POSITIVE_INFINITY;
    for (const { keys, at } of columns) if (at < keys.length) lowest = Math.min(lowest, hashOfKey(keys[at]!));
    if (lowest === Number.POSITIVE_INFINITY) return groups;
    const group: Document[] = [];
    for (const each of columns) {
      const { view, keys } = each;
      for (; each.at < keys.length && hashOfKey(keys[each.at]!) === lowest; each.at++) {
        // A company may have a domain twice: as its own, and as that of one that was merged into it.
        if (keys[each.at] === keys[each.at - 1]) continue;
        const document = documentOfKey(keys[each.at]!);
        if (view.shows(document)) group.push({ view, document });
      }
    }
    if (group.length > 1) groups.push(group);
    if (hashes % hashesBetween === 0) yield;
  }
}

function pairsOf(group: readonly Document[]): (readonly [Document, Document])[] {
  const few = group.slice(0, mostAlike);
  return few.flatMap((a, index) => few.slice(index + 1).map((b) => [a, b] as const));
}

/** The ids of two documents, the lower one first. */
function idsOf(a: Document, b: Document): readonly [number, number] {
  const [one, other] = [a, b].map(({ view, document }) => view.segment.idOf(document)) as [number, number];
  return one < other ? [one, other] : [other, one];
}

/** For each name and domain the companies with that domain, and those of that name but for its form. */
export function* calledOrAt(
  views: readonly SegmentView[],
  asked: readonly { readonly name: string; readonly domain: string }[],
): Generator<undefined, CompanyCandidate[][]> {
  const columns = views.map((view) => ({
    view,
    domains: view.segment.keys('domains'),
    cores: view.segment.keys('cores'),
  }));
  const found: CompanyCandidate[][] = [];
  for (const { name, domain } of asked) {
    const core = coreOf(name);
    const isMeant = ({ domains, record }: CompanyCandidate): boolean =>
      (domain !== '' && domains.includes(domain)) ||
      (core !== '' &&
        [record.name, ...record.aliases.map((alias) => alias.name)].some((each) => coreOf(each) === core));
    const candidates = columns.flatMap(({ view, domains, cores }) => {
      const documents = new Set([...withHash(domains, hashOrNone(domain)), ...withHash(cores, hashOrNone(core))]);
      return [...documents]
        .filter((document) => view.shows(document))
        .slice(0, mostCalled)
        .flatMap((document) => {
          const id = view.segment.idOf(document);
          const record = view.segment.record(id);
          return record === undefined ? [] : [candidateOf(id, record)];
        });
    });
    found.push(candidates.filter(isMeant).slice(0, mostCalled));
    if (found.length % namesBetween === 0) yield;
  }
  return found;
}
