import type { CompanyRecord } from '#server/record/companyRecord.ts';
import {
  changesBetween,
  type ChangeFacts,
  type CompanyChange,
  type ImportedChanges,
} from '#shared/domain/companyChange.ts';
import { ownDomainOf } from '#shared/domain/webAddress.ts';

/** Notes what an import changes while it compares the rows with what is there. */
export class ImportChanges {
  /** Of each company its changes by what they are; several rows may be about one. */
  readonly #changes = new Map<number, Map<CompanyChange['kind'], CompanyChange>>();
  readonly #added = new IdSet();
  readonly #same = new IdSet();
  readonly #touched = new IdSet();
  readonly #repeated = new IdSet();

  /** A row has brought a new company. */
  added(id: number): void {
    this.#added.add(id);
  }

  /** A row has changed a company. */
  updated(id: number, then: CompanyRecord, now: CompanyRecord): void {
    if (this.#isRepeated(id)) return;
    const known = this.#changes.get(id) ?? new Map<CompanyChange['kind'], CompanyChange>();
    for (const { kind, ...values } of changesBetween(changeFactsOf(then), changeFactsOf(now))) {
      const was = known.get(kind)?.was ?? values.was;
      known.set(kind, { company_id: id, kind, was, now: values.now });
    }
    if (known.size > 0) this.#changes.set(id, known);
  }

  /** A row has said nothing new of a company. */
  confirmed(id: number): void {
    if (!this.#isRepeated(id)) this.#same.add(id);
  }

  /** Notes that a row is about a company; true for one that the import itself has brought. */
  #isRepeated(id: number): boolean {
    const isOwn = this.#added.has(id);
    if (isOwn || this.#touched.has(id)) this.#repeated.add(id);
    this.#touched.add(id);
    return isOwn;
  }

  /** What came of it; a value that went back to what it was has not changed. */
  end(): ImportedChanges {
    const changes = [...this.#changes.values()].flatMap((kinds) => [...kinds.values()]);
    return {
      changes: changes.filter(({ was, now }) => was !== now),
      same: this.#same.ids(),
      repeated: this.#repeated.ids(),
    };
  }
}

/** What of a stored company is compared. */
export function changeFactsOf(record: CompanyRecord): ChangeFacts {
  const { name, city, countryCode, stages, fundingTotal, fundingTotalOriginal, fundedOn, employeeCount, status } =
    record;
  return {
    name,
    domain: ownDomainOf(record),
    city,
    countryCode,
    stages,
    raised: fundingTotal,
    raisedOriginal: fundingTotalOriginal,
    fundedOn,
    employees: employeeCount,
    status,
  };
}

/** Ids, a bit each: an import may be about every company there is. */
class IdSet {
  #bits = new Uint8Array(1024);

  has(id: number): boolean {
    return ((this.#bits[id >> 3] ?? 0) & (1 << (id & 7))) !== 0;
  }

  add(id: number): void {
    const byte = id >> 3;
    if (byte >= this.#bits.length) {
      const larger = new Uint8Array(2 * byte);
      larger.set(this.#bits);
      this.#bits = larger;
    }
    this.#bits[byte] = (this.#bits[byte] ?? 0) | (1 << (id & 7));
  }

  ids(): number[] {
    const ids: number[] = [];
    for (const [byte, bits] of this.#bits.entries()) {
      for (let bit = 0; bits >> bit !== 0; bit++) if (((bits >> bit) & 1) === 1) ids.push(byte * 8 + bit);
    }
    return ids;
  }
}
