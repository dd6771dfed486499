import { packedText } from '#server/index/bits/growable.ts';
import { hashOrNone, type AnalysedRecords } from '#server/index/analysis/recordAnalysis.ts';
import type { CompanyCandidate, CompanyWriter } from '#server/index/port.ts';
import type { CompanyRecord } from '#server/record/companyRecord.ts';
import { decodeRecord } from '#server/record/recordCodec.ts';
import { sizeLabelOf } from '#server/record/toCompany.ts';
import { coreOf } from '#shared/domain/companyNames.ts';
import { raisedText } from '#shared/domain/generalFields.ts';
import { mostLikelyRows, type LikelyChoices, type LikelyRow, type LikelyRows } from '#shared/domain/likelyRows.ts';
import { nameKey } from '#shared/domain/text.ts';
import { ownDomainOf } from '#shared/domain/webAddress.ts';
import { duplicateReason, type DuplicateReason } from './company/duplicates.ts';

/** A company that is here and may be the one of a row, and why. */
interface Candidate extends Pick<CompanyCandidate, 'id' | 'record'> {
  readonly by: DuplicateReason;
}

/** What becomes of a row that the rules take for a new company, though it may be one that is here. */
export type LikelyPlacement =
  /** The user has said that it is this one. */
  | { readonly kind: 'same'; readonly id: number; readonly before: CompanyRecord; readonly record: CompanyRecord }
  | {
      readonly kind: 'new';
      readonly record: CompanyRecord;
      readonly candidates: readonly Candidate[];
      /** Whether the user has said so. */
      readonly isChosen: boolean;
    };

const nothingChosen: LikelyChoices = { rows: [], others: 'ask' };

/**
 * The rows of an import that may be about companies that were here before it (`duplicateReason`), and what the user has
 * said of them.
 */
export class LikelyCompanies {
  readonly #writer: CompanyWriter;
  readonly #others: LikelyChoices['others'];
  readonly #chosen: ReadonlyMap<string, number | null>;
  /** Hashes of the names that something was chosen for. */
  readonly #chosenNames: ReadonlySet<number>;
  readonly #rows: LikelyRow[] = [];
  readonly #apart: [number, number][] = [];
  #count = 0;

  constructor(writer: CompanyWriter, { rows, others }: LikelyChoices = nothingChosen) {
    this.#writer = writer;
    this.#others = others;
    this.#chosen = new Map(rows.map(({ name, domain, country, company }) => [keyOf(name, domain, country), company]));
    this.#chosenNames = new Set(rows.map(({ name }) => hashOrNone(nameKey(name))));
  }

  /** What becomes of the company in a row that the rules take for a new one; null if nothing here is like it. */
  place(records: AnalysedRecords, row: number): LikelyPlacement | null {
    // Nearly every row of a large import is like nothing; its hashes show that at once.
    const isChosen = this.#chosenNames.has(records.names[row] ?? 0);
    const [domainHash, coreHash] = [records.domains[row] ?? 0, records.cores[row] ?? 0];
    if (!isChosen && !this.#writer.mayBeAlike(domainHash, coreHash)) return null;
    const record = decodeRecord(packedText(records.records, row));
    const domain = ownDomainOf(record);
    const company = this.#chosen.get(keyOf(record.name, domain, record.countryCode));
    // One that has gone since is asked about like any other.
    const before = typeof company === 'number' ? this.#writer.record(company) : undefined;
    if (typeof company === 'number' && before !== undefined) return { kind: 'same', id: company, before, record };
    const candidates = this.#candidatesOf(record, domain);
    const [first] = candidates;
    if (first === undefined) return null;
    if (company === undefined && this.#others === 'match' && candidates.length === 1) {
      return { kind: 'same', id: first.id, before: first.record, record };
    }
    return { kind: 'new', record, candidates, isChosen: company === null || this.#others === 'add' };
  }

  #candidatesOf(record: CompanyRecord, domain: string): Candidate[] {
    const key = nameKey(record.name);
    const rankOf = (candidate: Candidate): number =>
      candidate.by === 'site' ? 0 : nameKey(candidate.record.name) === key ? 1 : 2;
    return this.#writer
      .findAlike(domain, coreOf(record.name))
      .flatMap(({ id, record: other }) => {
        const by = duplicateReason(record, other);
        return by === null ? [] : [{ id, record: other, by }];
      })
      .toSorted((a, b) => rankOf(a) - rankOf(b));
  }

  /** Notes that such a company was added under an id. */
  added(id: number, { record, candidates, isChosen }: Extract<LikelyPlacement, { kind: 'new' }>): void {
    if (isChosen) {
      for (const candidate of candidates) this.#apart.push([candidate.id, id]);
      return;
    }
    this.#count += 1;
    if (this.#rows.length < mostLikelyRows) this.#rows.push(rowOf(record, candidates));
  }

  /** What was added though nothing was said of it. */
  get left(): LikelyRows {
    return { count: this.#count, rows: this.#rows };
  }

  /** The companies that the user has said are two. */
  get apart(): readonly (readonly [number, number])[] {
    return this.#apart;
  }
}

/** How rows name a company, as `Alias` does. */
function keyOf(name: string, domain: string, country: string): string {
  return [nameKey(name), domain, country].join('\n');
}

/** How many companies are offered for one row. */
const mostOffered = 5;

function rowOf(record: CompanyRecord, candidates: readonly Candidate[]): LikelyRow {
  return {
    name: record.name,
    domain: ownDomainOf(record),
    country: record.countryCode,
    says: factsOf(record),
    companies: candidates
      .slice(0, mostOffered)
      .map(({ id, record: other, by }) => ({ id, name: other.name, says: factsOf(other), by })),
  };
}

/** What tells a company from others: `acme.example · Lyon, FR · founded 2019 · 12 employees · $5M raised`. */
function factsOf(record: CompanyRecord): string {
  const { city, countryCode, founded, employeeCount, employeeBand, fundingTotal, fundingTotalOriginal } = record;
  const amount = raisedText({ funding_total: fundingTotal, funding_total_original: fundingTotalOriginal });
  return [
    ownDomainOf(record),
    [city, countryCode].filter((part) => part !== '').join(', '),
    founded === null ? '' : `founded ${String(founded)}`,
    sizeLabelOf(employeeCount, employeeBand),
    amount === '' ? '' : `${amount} raised`,
  ]
    .filter((part) => part !== '')
    .join(' · ');
}
