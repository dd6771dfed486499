import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { businessModels, highlights, linkTypes, stages } from '#shared/domain/choices.ts';
import { exportColumns } from '#shared/domain/exportColumns.ts';
import { placeholders } from '#shared/domain/text.ts';
import { recordOf } from '#server/record/testing/records.ts';
import { csvRow } from '../../api/http/csv.ts';
import { type CompanyOrigin, type CompanyRecord, scannedLength } from '../../record/companyRecord.ts';
import { decodeRecord, decodeRecordOf, encodeRecord } from '../../record/recordCodec.ts';
import { toCompany, type AsOf } from '../../record/toCompany.ts';
import { CsvBuffer } from './csvBuffer.ts';
import { CsvFormatter } from './csvFormatter.ts';
import { RecordScanner } from './recordScanner.ts';

const asOf: AsOf = { week: '2026-W47', date: '2026-11-16', newWeek: '2026-W47', today: '2026-11-16' };

/**
 * Texts with all that a cell may trip over: formulas, quotes, line ends, blanks of many scripts, placeholders, lone
 * surrogates.
 */
const oddParts = [
  ...Array.from('=+-@\t\r\n\0＝＋－＠﹢﹣﹦﹫",;\\\'/{} '),
  ';=',
  '; -',
  ";'+",
  ...Array.from('\u00a0\u1680\u2003\u2028\u205f\u3000\ufeffé ß株。😀\u007f'),
  '\ud800',
  'a',
  'bad data',
  'B',
  'I',
  'word',
  'a rather long text that goes on and on and on',
];
const part = fc.constantFrom(...oddParts);
const text = fc.oneof(
  { weight: 1, arbitrary: fc.constant('') },
  {
    weight: 2,
    arbitrary: fc.constantFrom(...placeholders, ...[...placeholders].map((some) => ` ${some.toUpperCase()} `)),
  },
  { weight: 3, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  { weight: 6, arbitrary: fc.array(part, { maxLength: 8 }).map((parts) => parts.join('')) },
);
const day = fc.oneof(
  fc.constantFrom('', '2026-11-15', '2026-11-16', '2026-11-22', '2026-11-23', '1969-12-31', '2100-01-01', '2024-02-29'),
  fc
    .date({ min: new Date('2010-01-01'), max: new Date('2027-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
);
const valueOf = (choices: readonly { readonly value: string }[]): string[] => choices.map(({ value }) => value);
const some = <T extends string>(values: readonly string[]): fc.Arbitrary<T[]> =>
  fc.array(fc.constantFrom(...(values as T[])), { maxLength: 4 });
const number = fc.oneof(
  fc.constant(null),
  fc.integer({ min: 0, max: 9_000_000 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(0, -5, 1, 1999999, 2000000, 9999999.5, 10_000_000, 50_000_000, 1e21, 1e-7),
);

const record: fc.Arbitrary<CompanyRecord> = fc
  .record({
    name: text,
    logo: text,
    description: fc.record({ short: text, long: text, llm: text }),
    customerProblem: text,
    targetCustomer: text,
    businessModels: some<CompanyRecord['businessModels'][number]>(businessModels),
    score: number,
    countryCode: fc.constantFrom('', 'DE', 'FR', 'CI', 'ZZ'),
    city: text,
    founded: number,
    discoveredDate: day.filter((date) => date !== ''),
    cbRank: number,
    semScorePercentile: number,
    stages: some<CompanyRecord['stages'][number]>(valueOf(stages)),
    industries: fc.array(
      text.map((words) => words.replaceAll(',', '')),
      { maxLength: 4 },
    ),
    highlights: some<CompanyRecord['highlights'][number]>(valueOf(highlights)),
    links: fc.array(fc.record({ type: fc.constantFrom(...linkTypes), url: text }), { maxLength: 5 }),
    employeeCount: fc.oneof(fc.constant(null), fc.integer({ min: -1, max: 900 })),
    emails: fc.array(text, { maxLength: 3 }),
    fundedOn: day,
    fundingTotal: number,
    followers: text,
    isTranslated: fc.boolean(),
    isSample: fc.boolean(),
    universities: fc.array(text, { maxLength: 3 }),
    challenges: fc.tuple(text, text, text),
  })
  .map((parts) => recordOf(parts));

/** The CSV of some records as bytes, and as the definition of the columns has it. */
function bothWays(
  records: readonly CompanyRecord[],
  stored: readonly string[] = records.map(encodeRecord),
  origin: CompanyOrigin = 'import',
): { written: string; defined: string } {
  const scanner = new RecordScanner(Buffer.from(stored.join('\n')), origin);
  const formatter = new CsvFormatter(exportColumns, asOf);
  const out = new CsvBuffer();
  let id = 98;
  while (scanner.next()) formatter.write(++id, scanner, out);
  const companies = records.map((each, index) => toCompany(99 + index, decodeRecord(encodeRecord(each)), asOf));
  const defined = Buffer.from(companies.map((company) => csvRow(exportColumns, company)).join('')).toString();
  return { written: out.take().toString(), defined };
}

describe('rows of CSV straight from stored records', () => {
  test('S39 every cell is what its column says, whatever is in the record', () => {
    fc.assert(
      fc.property(fc.array(record, { minLength: 1, maxLength: 6 }), (records) => {
        const { written, defined } = bothWays(records);
        expect(written).toBe(defined);
      }),
      { numRuns: 300 },
    );
  });

  test('every record is scanned as it stands, as parsing it takes far longer', () => {
    const people = [{ first_name: 'A', last_name: 'B', job_title: '"', logo_url: '', linkedin_url: '' }];
    fc.assert(
      fc.property(fc.array(record, { minLength: 1, maxLength: 4 }), fc.boolean(), (records, isFounded) => {
        const texts = records.map((each) => encodeRecord({ ...each, people: isFounded ? people : [] }));
        const scanner = new RecordScanner(Buffer.from(texts.join('\n')));
        for (const text of texts) {
          expect(scanner.next()).toBe(true);
          expect(scanner.scan(), text).toBe(true);
        }
      }),
    );
  });

  test('a record from before a field was there is parsed, and written with its blank', () => {
    const whole = recordOf({ name: 'Alma', city: 'Lyon', emails: ['a@alma.test'], universities: ['uni_mit'] });
    const values = JSON.parse(encodeRecord(whole)) as unknown[];
    for (let length = 1; length < scannedLength; length++) {
      const older = JSON.stringify(values.slice(0, length));
      const scanner = new RecordScanner(Buffer.from(`${older}\n${encodeRecord(whole)}`));
      scanner.next();
      expect(scanner.scan()).toBe(false);
      const { written, defined } = bothWays([decodeRecord(older), whole], [older, encodeRecord(whole)]);
      expect(written).toBe(defined);
      const samples = [decodeRecordOf('sample', older), { ...whole, isSample: true }];
      const marked = bothWays(samples, [older, encodeRecord(samples[1]!)], 'sample');
      expect(marked.written).toBe(marked.defined);
    }
  });

  test('a record with more texts in its lists than there is room for is written all the same', () => {
    const many = recordOf({ name: 'Many', industries: Array.from({ length: 1100 }, (_, index) => `tag ${index}`) });
    const { written, defined } = bothWays([many, recordOf({ name: 'Next' })]);
    expect(written).toBe(defined);
  });
});
