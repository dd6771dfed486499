import type { Company } from '#shared/domain/company.ts';
import { linkKinds } from '#shared/domain/choices.ts';
import { addDays, mondayOf } from '#shared/domain/digestWeek.ts';
import type { ExportColumn } from '#shared/domain/exportColumns.ts';
import { generalFields, type GeneralField } from '#shared/domain/generalFields.ts';
import type { PersonRecord } from '#shared/domain/person.ts';
import { companyFields } from '#shared/fields/companyFields.ts';
import { csvText } from '#shared/domain/csvText.ts';
import { csvRow } from '../../api/http/csv.ts';
import { decodeRecordOf } from '../../record/recordCodec.ts';
import { fundingSteps, toCompany, type AsOf } from '../../record/toCompany.ts';
import {
  companyId,
  copied,
  dayNumber,
  element,
  joined,
  known,
  knownByDay,
  knownWith,
  link,
  plainNumber,
  preferred,
  trimmed,
} from './cellKinds.ts';
import { type CsvBuffer, longWay, type CellWriter, type Row } from './csvBuffer.ts';
import { recordValue, type RecordValue } from '../../record/companyRecord.ts';
import type { RecordScanner } from './recordScanner.ts';

/** Writes rows of CSV straight from stored records, for one generation and one choice of columns. */
export class CsvFormatter {
  readonly #writers: readonly CellWriter[];
  readonly #columns: readonly ExportColumn[];
  readonly #asOf: AsOf;

  constructor(columns: readonly ExportColumn[], asOf: AsOf) {
    this.#columns = columns;
    const makers = writerMakers(asOf);
    this.#writers = columns.map((column) => {
      if (column.kind === 'decision') return byId(column);
      return column.kind === 'founders' ? ofFounders(column) : (makers[column.key]?.(column) ?? longWay(column));
    });
    this.#asOf = asOf;
  }

  /** Writes the row of the record that `scanner` stands on. */
  write(id: number, scanner: RecordScanner, out: CsvBuffer): void {
    const row = new ScannedRow(id, scanner, this.#asOf);
    if (!scanner.scan()) {
      out.text(csvRow(this.#columns, row.withPeople()));
      return;
    }
    const writers = this.#writers;
    for (let i = 0; i < writers.length; i++) {
      if (i > 0) out.comma();
      writers[i]!(row, out);
    }
    out.endRow();
  }
}

/** What was decided about the company, which its record does not say. */
function byId({ value }: ExportColumn & { readonly kind: 'decision' }): CellWriter {
  return (row, out) => out.text(csvText(value(row)));
}

function ofFounders(column: ExportColumn & { readonly kind: 'founders' }): CellWriter {
  return (row, out) => out.text(csvText(column.value(row.withPeople())));
}

class ScannedRow implements Row {
  readonly id: number;
  readonly scanner: RecordScanner;
  readonly #asOf: AsOf;
  #company: (Company & { readonly people: readonly PersonRecord[] }) | undefined;

  constructor(id: number, scanner: RecordScanner, asOf: AsOf) {
    this.id = id;
    this.scanner = scanner;
    this.#asOf = asOf;
  }

  company(): Company {
    return this.withPeople();
  }

  withPeople(): Company & { readonly people: readonly PersonRecord[] } {
    if (this.#company === undefined) {
      const { bytes, start, end, origin } = this.scanner;
      const record = decodeRecordOf(origin, bytes.toString('utf8', start, end));
      this.#company = { ...toCompany(this.id, record, this.#asOf), people: record.people };
    }
    return this.#company;
  }
}

/** How each column of `exportColumns` is written straight from a stored record. */
function writerMakers(asOf: AsOf): Readonly<Record<string, (column: ExportColumn) => CellWriter>> {
  const v = recordValue;
  return {
    id: companyId,
    name: copied(v.name),
    website: link('website'),
    description: preferred,
    description_short: trimmed(v.short),
    description_long: trimmed(v.long),
    description_llm: trimmed(v.llm),
    customer_problem: trimmed(v.customerProblem),
    target_customer: trimmed(v.targetCustomer),
    business_model: known(v.businessModels),
    score: plainNumber(v.score),
    stages: known(v.stages),
    industry: joined(v.industries),
    region: known(v.countryCode),
    country: known(v.countryCode),
    country_code: copied(v.countryCode),
    city: copied(v.city),
    founded: plainNumber(v.founded),
    employees: plainNumber(v.employeeCount),
    size: knownWith(v.employeeBand, ({ scanner: { bytes, starts, ends } }) =>
      numberAt(bytes, starts[v.employeeCount]!, ends[v.employeeCount]!),
    ),
    funded: knownByDay(v.fundedOn),
    highlights: knownWith(v.highlights, besideHighlights(asOf)),
    universities: joined(v.universities),
    cb_rank: plainNumber(v.cbRank),
    sem_score_percentile: plainNumber(v.semScorePercentile),
    followers: copied(v.followers),
    emails: joined(v.emails),
    ...Object.fromEntries(linkKinds.filter(({ value }) => value !== 'email').map(({ value }) => [value, link(value)])),
    discovered: knownByDay(v.discoveredDate),
    discovered_date: copied(v.discoveredDate),
    sample: known(v.isSample),
    translated: known(v.isTranslated),
    challenge_1: element(v.challenges, 0),
    challenge_2: element(v.challenges, 1),
    challenge_3: element(v.challenges, 2),
    logo: copied(v.logo),
    ...Object.fromEntries(generalFields.map((field) => [field.wire, generalWriter(field)])),
  };
}

/** How a field without a place of its own is written straight from a stored record. */
function generalWriter({ field, kind, choices }: GeneralField): (column: ExportColumn) => CellWriter {
  const value = companyFields[field].id as RecordValue;
  if (kind === 'number') return plainNumber(value);
  if (kind === 'flag' || choices !== null) return known(value);
  return kind === 'list' ? joined(value) : trimmed(value);
}

/** What the highlights follow from beside the stored ones: how far the funding goes, and whether the company is new. */
function besideHighlights(asOf: AsOf): (row: Row) => number {
  const monday = asOf.newWeek === '' ? '' : mondayOf(asOf.newWeek);
  const [first, last] = monday === '' ? [0, 0] : [dayOf(monday), dayOf(addDays(monday, 6))];
  return ({ scanner: { bytes, starts, ends } }) => {
    const total = numberAt(bytes, starts[recordValue.fundingTotal]!, ends[recordValue.fundingTotal]!);
    let steps = 0;
    for (const { from } of fundingSteps) if (total >= from) steps += 2;
    const day = dayNumber(bytes, starts[recordValue.discoveredDate]!);
    return day >= first && day <= last ? steps + 1 : steps;
  };
}

function dayOf(date: string): number {
  return dayNumber(Buffer.from(date), 0);
}

/** A number in JSON; 0 for null. */
function numberAt(bytes: Buffer, start: number, end: number): number {
  let value = 0;
  for (let i = start; i < end; i++) {
    const digit = bytes[i]! - 0x30;
    if (digit < 0 || digit > 9) return Number(bytes.toString('latin1', start, end)) || 0;
    value = value * 10 + digit;
  }
  return value;
}
