import { packedText } from '#server/index/bits/growable.ts';
import {
  alikeTo,
  candidateOf,
  sameAs,
  type CompanyBatch,
  type CompanyCandidate,
  type CompanyWriter,
} from '#server/index/port.ts';
import type { CompanyOrigin, CompanyRecord } from '#server/record/companyRecord.ts';
import { decodeRecord } from '#server/record/recordCodec.ts';

interface Stored {
  readonly origin: CompanyOrigin;
  readonly record: CompanyRecord;
}

/** An index in memory, true to the port: a batch is visible to its own look-ups and gone after an abort. */
export class MemoryWriter implements CompanyWriter {
  companies = new Map<number, Stored>();
  /** Batches committed so far. */
  commits = 0;
  #lastId = 0;
  /** Whether the open batch has added a company. */
  #isNew: (id: number) => boolean = () => false;
  #domains = new Map<string, Set<number>>();
  #names = new Map<string, Set<number>>();

  /** All stored companies, in the order they were added. */
  get records(): CompanyRecord[] {
    return [...this.companies.values()].map(({ record }) => record);
  }

  begin(origin: CompanyOrigin): CompanyBatch {
    const before = new Map<number, Stored | undefined>();
    this.#isNew = (id) => before.has(id) && before.get(id) === undefined;
    const put = (id: number, stored: Stored): void => {
      if (!before.has(id)) before.set(id, this.companies.get(id));
      this.#set(id, stored);
    };
    let added = 0;
    return {
      add: (record) => {
        added++;
        put(++this.#lastId, { origin, record: structuredClone(record) });
        return this.#lastId;
      },
      addAnalysed: (records, row) => {
        added++;
        put(++this.#lastId, { origin, record: decodeRecord(packedText(records.records, row)) });
        return this.#lastId;
      },
      replace: (id, record) => {
        put(id, { origin: this.companies.get(id)?.origin ?? origin, record: structuredClone(record) });
      },
      mend: (id, record) => {
        if (this.companies.has(id)) return false;
        added++;
        put(id, { origin, record: structuredClone(record) });
        return true;
      },
      remove: (id) => {
        if (!before.has(id)) before.set(id, this.companies.get(id));
        this.companies.delete(id);
      },
      commit: () => {
        this.#isNew = () => false;
        this.commits++;
        const { commits } = this;
        return Promise.resolve({
          batchId: commits,
          generation: commits,
          added,
          replaced: before.size - added,
          removed: 0,
        });
      },
      abort: () => {
        for (const [id, stored] of before) {
          if (stored === undefined) this.companies.delete(id);
          else this.#set(id, stored);
        }
      },
    };
  }

  findSame(domain: string, key: string): CompanyCandidate[] {
    const ids = new Set([...(this.#domains.get(domain) ?? []), ...(this.#names.get(key) ?? [])]);
    return this.#candidates(ids)
      .filter(sameAs(domain, key))
      .toSorted((a, b) => a.id - b.id);
  }

  findAlike(domain: string, core: string): CompanyCandidate[] {
    const before = [...this.companies.keys()].filter((id) => !this.#isNew(id));
    return this.#candidates(new Set(before)).filter(alikeTo(domain, core));
  }

  mayBeAlike(): boolean {
    return this.companies.size > 0;
  }

  record(id: number): CompanyRecord | undefined {
    const stored = this.companies.get(id);
    return stored?.origin === 'import' ? stored.record : undefined;
  }

  mayHave(): boolean {
    return this.companies.size > 0;
  }

  async removeOrigin(origin: CompanyOrigin): Promise<number> {
    const ids = [...this.companies].filter(([, stored]) => stored.origin === origin).map(([id]) => id);
    for (const id of ids) this.companies.delete(id);
    return ids.length;
  }

  async undoBatch(): Promise<void> {
    throw new Error('The store in memory keeps no batches.');
  }

  async release(): Promise<string[]> {
    return [];
  }

  close(): void {
    this.companies.clear();
  }

  #set(id: number, stored: Stored): void {
    this.companies.set(id, stored);
    const { domains, nameKeys } = candidateOf(id, stored.record);
    for (const domain of [...domains, ...stored.record.ids]) addTo(this.#domains, domain, id);
    for (const key of nameKeys) addTo(this.#names, key, id);
  }

  #candidates(ids: ReadonlySet<number>): CompanyCandidate[] {
    return [...ids].flatMap((id) => {
      const stored = this.companies.get(id);
      return stored?.origin === 'import' ? [candidateOf(id, stored.record)] : [];
    });
  }
}

function addTo(index: Map<string, Set<number>>, key: string, id: number): void {
  const ids = index.get(key) ?? new Set<number>();
  index.set(key, ids.add(id));
}
