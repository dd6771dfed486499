import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { companySchema } from '#shared/domain/companySchema.ts';
import { recordOf } from './testing/records.ts';
import { someRecord } from '#server/index/testing/records.ts';
import { bytesOfText, toByteText, companyJson } from './companyJson.ts';
import { type CompanyOrigin, type CompanyRecord, recordLength, recordValue } from './companyRecord.ts';
import { decodeRecord, decodeRecordOf, encodeRecord } from './recordCodec.ts';
import { toCompany } from './toCompany.ts';

const asOf = { week: '2026-W47', date: '2026-11-16', newWeek: '2026-W47', today: '2026-11-16' };
const companyOf = (parts: Partial<CompanyRecord>) => toCompany(7, recordOf(parts), asOf);

/** A company's JSON by way of byte texts. */
function jsonOf(id: number, encoded: string, origin: CompanyOrigin = 'import'): string {
  return Buffer.from(bytesOfText(companyJson(id, toByteText(encoded), asOf, origin))).toString();
}

function size(employeeCount: number | null): unknown {
  const company = companyOf({ employeeCount });
  return [company.size.label, company.size.count, company.sizeCategory];
}

describe('a stored record becomes the company of product 3', () => {
  test('with its region and country, which Africa has only half of', () => {
    expect(companyOf({ countryCode: 'DE', city: 'Berlin' })).toMatchObject({
      region: 'Europe',
      location: { country: { name: 'Germany', code: 'DE' }, city: 'Berlin' },
    });
    expect(companyOf({ countryCode: 'KE' })).toMatchObject({ region: '', location: { country: { name: 'Kenya' } } });
    expect(companyOf({})).toMatchObject({ region: '', location: { country: { name: '', code: '' } } });
  });

  test('with its size', () => {
    expect([34, 1, null, 0].map(size)).toEqual([
      ['34 employees', 34, '11-50'],
      ['1 employee', 1, '1-10'],
      ['', null, 'unknown'],
      ['', 0, 'unknown'],
    ]);
  });

  test('with the highlights that follow beside those that are stored', () => {
    expect(
      companyOf({ highlights: ['phd_founder'], fundingTotal: 10_000_000, discoveredDate: '2026-11-17' }).tags,
    ).toBe('phd_founder,funding_2M,funding_10M,newly_added');
    // What follows is never taken from the record.
    expect(companyOf({ highlights: ['newly_added', 'funding_50M'], discoveredDate: '2026-11-15' }).tags).toBe('');
  });

  test('with its funded tag, its e-mail link and its business models', () => {
    expect(companyOf({ fundedOn: '2026-05-16', emails: ['a@b.test', 'c@d.test'] })).toMatchObject({
      funded: 'funded 6',
      links: [{ type: 'email', url: 'mailto:a@b.test' }],
    });
    expect(companyOf({ businessModels: ['B2B'] }).business_model).toBe('B2B');
    expect(companyOf({ businessModels: ['B2B', 'SaaS'] }).business_model).toBe('{B2B,SaaS}');
  });

  test('as the wire has it, and nothing of the record is lost in the file', () => {
    const person = { first_name: 'A', last_name: 'B', job_title: 'CEO', logo_url: '', linkedin_url: 'https://l.test' };
    fc.assert(
      fc.property(someRecord, fc.nat(3), (some, count) => {
        const record: CompanyRecord = {
          ...some,
          people: Array.from({ length: count }, (_, index) => ({ ...person, first_name: String(index) })),
          links: [
            { type: 'website', url: 'https://a.test' },
            { type: 'twitter', url: '' },
          ].slice(0, count) as CompanyRecord['links'],
          challenges: ['1', '', '3'],
          cbRank: count,
        };
        expect(decodeRecord(encodeRecord(record))).toEqual(record);
        expect(companySchema.parse(toCompany(1, record, asOf))).toEqual(toCompany(1, record, asOf));
        expect(jsonOf(1, encodeRecord(record))).toBe(JSON.stringify(toCompany(1, record, asOf)));
      }),
    );
  });

  test('as text cut out of the record as it is stored, whatever stands in it, or not at all', () => {
    const odd = ['"', '\\', '\\"', '","', '[', ']', '\\\\', '\n', '\u2028', '\ud800', '"]', '日本', 'é'];
    const text = fc.array(fc.constantFrom(...odd, 'a'), { maxLength: 6 }).map((parts) => parts.join(''));
    const texts = fc.array(text, { maxLength: 3 });
    fc.assert(
      fc.property(someRecord, fc.array(text, { minLength: 6, maxLength: 6 }), texts, texts, (some, parts, a, b) => {
        const [name = '', city = '', long = '', followers = '', question = '', logo = ''] = parts;
        const record: CompanyRecord = {
          ...some,
          name,
          city,
          followers,
          logo,
          industries: a,
          emails: b,
          universities: b,
          description: { short: city, long, llm: name },
          links: a.map((url) => ({ type: 'website', url })),
          challenges: [question, '', name],
        };
        const encoded = encodeRecord(record);
        expect(jsonOf(7, encoded)).toBe(JSON.stringify(toCompany(7, record, asOf)));
        // What a damaged file may hold ends in an error, never in an endless loop or half a company.
        const damaged = encoded.slice(0, encoded.length / 2);
        expect(() => jsonOf(7, damaged)).toThrow();
      }),
    );
  });

  test('also from before a field was there, which is blank', () => {
    fc.assert(
      fc.property(someRecord, fc.integer({ min: 1, max: recordLength }), (record, length) => {
        const values = (JSON.parse(encodeRecord(record)) as unknown[]).slice(0, length);
        const encoded = JSON.stringify(values);
        expect(jsonOf(7, encoded)).toBe(JSON.stringify(toCompany(7, decodeRecord(encoded), asOf)));
      }),
    );
  });

  test('as a sample if it is one, also from before that was in the record', () => {
    fc.assert(
      fc.property(someRecord, fc.integer({ min: 1, max: recordValue.isSample }), (record, length) => {
        const encoded = JSON.stringify((JSON.parse(encodeRecord(record)) as unknown[]).slice(0, length));
        const sample = toCompany(7, decodeRecordOf('sample', encoded), asOf);
        expect(sample.is_sample).toBe(true);
        expect(jsonOf(7, encoded, 'sample')).toBe(JSON.stringify(sample));
        expect(toCompany(7, decodeRecordOf('import', encoded), asOf).is_sample).toBe(false);
      }),
    );
    const marked = encodeRecord(recordOf({ isSample: true }));
    expect(decodeRecordOf('import', marked).isSample).toBe(true);
  });
});
