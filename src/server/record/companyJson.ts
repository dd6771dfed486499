import { type BusinessModel, type Highlight, sizeCategoryOf } from '#shared/domain/choices.ts';
import { linksWithEmail, type CompanyLink } from '#shared/domain/company.ts';
import { companyFields, wireFields, type NamedValue } from '#shared/fields/companyFields.ts';
import { AppError } from '#shared/errors.ts';
import { countryByCode, regionOfCountry } from '#shared/reference/countries.ts';
import { type CompanyOrigin, type RecordValue, scannedLength, recordValue as at } from './companyRecord.ts';
import { encodedBlanks } from './recordCodec.ts';
import { businessModelOf, daysOf, lastingHighlightsOf, sizeLabelOf, type AsOf } from './toCompany.ts';

/**
 * Byte text: UTF-8 as a string of one character for each byte. What is cut out of stored JSON and sent on is never
 * decoded or encoded so, which takes longer than a search; quotes, commas and brackets are ASCII, and therefore
 * themselves.
 */

/** The byte text of bytes in UTF-8. */
export function byteTextOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}

/** The byte text of a usual text. */
export function toByteText(text: string): string {
  return byteTextOf(Buffer.from(text));
}

/** The bytes of a byte text. */
export function bytesOfText(byteText: string): Buffer<ArrayBuffer> {
  return Buffer.from(byteText, 'latin1');
}

/** Start of each value in the record that is being read, and of what would stand behind the last one. */
const starts = new Int32Array(scannedLength + 1);

/**
 * The JSON text of `toCompany(id, decodeRecordOf(origin, encoded), asOf)`, from a record and to a company as byte
 * texts. A record is JSON already, so most of a company is cut out of it as it stands: a page of search results costs a
 * tenth of parsing, building and writing it again.
 */
export function companyJson(id: number, encoded: string, asOf: AsOf, origin: CompanyOrigin): string {
  if (findValues(encoded) < scannedLength) return companyJson(id, withBlanks(encoded, origin), asOf, origin);
  const raw = (index: number): string => encoded.slice(starts[index], starts[index + 1]! - 1);
  const days = daysOf(asOf);
  const discovered = days.weekOf(raw(at.discoveredDate).slice(1, -1));
  return (
    `{"id":${id},${wireJson(raw)}"description":{"short":${raw(at.short)},"long":${raw(at.long)},` +
    `"llm":${raw(at.llm)}},"business_model":${modelsJson(raw(at.businessModels))},` +
    `${placeJson(raw(at.countryCode))}"city":${raw(at.city)}},"discovered":"${discovered}",` +
    `"tags":${tagsJson(raw(at.highlights), raw(at.fundingTotal), discovered === asOf.newWeek)},` +
    `"links":${linksJson(raw(at.links), raw(at.emails))},` +
    `${sizeJson(`[${raw(at.employeeCount)},${raw(at.employeeBand)}]`)},` +
    `"funded":"${days.fundedTagOf(raw(at.fundedOn).slice(1, -1))}",` +
    `"challenges_llm":${challengesJson(raw(at.challenges))},"own":${ownJson(raw(at.own))}}`
  );
}

/**
 * Some values of an encoded record, given as a byte text, as JSON in usual text; those that an older file lacks are
 * blank.
 */
export function storedJson(encoded: string, wanted: readonly RecordValue[]): string[] {
  const count = findValues(encoded);
  return wanted.map((index) => {
    if (index >= count) return encodedBlanks[index] ?? 'null';
    return bytesOfText(encoded.slice(starts[index], starts[index + 1]! - 1)).toString();
  });
}

/** What is delivered as it is stored: the name before each value, and where that stands. */
const wireParts = wireFields.map(({ wire, field, kind }) => ({
  name: `${JSON.stringify(wire)}:`,
  index: companyFields[field].id as number,
  isFlag: kind === 'flag',
}));

function wireJson(raw: (index: number) => string): string {
  let json = '';
  for (let i = 0; i < wireParts.length; i++) {
    const { name, index, isFlag } = wireParts[i]!;
    const value = raw(index);
    json += `${name}${isFlag ? value === '1' : value},`;
  }
  return json;
}

/**
 * Fills `starts` and says how many values there are: fewer in a record from before a field was there. Values are texts,
 * numbers, and lists of texts; `JSON.stringify` writes no blanks between them.
 */
function findValues(encoded: string): number {
  let position = 1;
  for (let value = 0; value < scannedLength; value++) {
    starts[value] = position;
    position = behindValue(encoded, position);
    const next = encoded.charCodeAt(position);
    position += 1;
    starts[value + 1] = position;
    if (next === closeBracket && position === encoded.length) return value + 1;
    if (next !== comma) throw new AppError('storage_corrupt', 'The search index is damaged.');
  }
  return scannedLength;
}

/** The position behind a value that begins at `position`. */
function behindValue(encoded: string, position: number): number {
  const first = encoded.charCodeAt(position);
  if (first === quote) return behindText(encoded, position);
  let end = position;
  if (first === openBracket) {
    end += 1;
    while (encoded.charCodeAt(end) === quote || encoded.charCodeAt(end) === comma) {
      end = encoded.charCodeAt(end) === quote ? behindText(encoded, end) : end + 1;
    }
    return end + 1;
  }
  while (end < encoded.length && encoded.charCodeAt(end) !== comma && encoded.charCodeAt(end) !== closeBracket)
    end += 1;
  return end;
}

/** A record with blanks for the fields that were not there when it was written; that it is a sample is known. */
function withBlanks(encoded: string, origin: CompanyOrigin): string {
  const { length } = JSON.parse(encoded) as readonly unknown[];
  const blanks = origin === 'sample' ? encodedBlanks.with(at.isSample, '1') : encodedBlanks;
  return `${[encoded.slice(0, -1), ...blanks.slice(length)].join(',')}]`;
}

const quote = 0x22;
const comma = 0x2c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const backslash = 0x5c;

/** The position behind a text that begins at `position`; behind everything where it does not end. */
function behindText(encoded: string, position: number): number {
  let end = encoded.indexOf('"', position + 1);
  while (end !== -1 && isEscaped(encoded, end)) end = encoded.indexOf('"', end + 1);
  return end === -1 ? encoded.length : end + 1;
}

function isEscaped(encoded: string, position: number): boolean {
  let first = position;
  while (encoded.charCodeAt(first - 1) === backslash) first -= 1;
  return (position - first) % 2 === 1;
}

/** Most texts that each of the small parts is remembered for, and how long they may be. */
const maxRemembered = 1000;
const maxRememberedLength = 80;

/** What few companies have to themselves is worked out once. */
function remembered(work: (raw: string) => string): (raw: string) => string {
  const known = new Map<string, string>();
  return (raw) => {
    let json = known.get(raw);
    if (json === undefined) {
      json = work(raw);
      // A copy, because a slice would keep the whole record in memory.
      if (known.size < maxRemembered && raw.length <= maxRememberedLength) known.set(Buffer.from(raw).toString(), json);
    }
    return json;
  };
}

const modelsJson = remembered((raw) => JSON.stringify(businessModelOf(JSON.parse(raw) as BusinessModel[])));

const placeJson = remembered((raw) => {
  const code = JSON.parse(raw) as string;
  const name = JSON.stringify(countryByCode(code)?.name ?? '');
  return toByteText(
    `"region":${JSON.stringify(regionOfCountry(code))},"location":{"country":{"name":${name},"code":${raw}},`,
  );
});

const sizeJson = remembered((raw) => {
  const [count, band] = JSON.parse(raw) as [number | null, string];
  // The band is a byte text already.
  const size = JSON.stringify({ label: sizeLabelOf(count, band), count });
  return `"size":${size},"sizeCategory":"${sizeCategoryOf(count, band)}"`;
});

const challengesJson = remembered((raw) => {
  const [question1, question2, question3] = JSON.parse(raw) as [string, string, string];
  return JSON.stringify({ question1, question2, question3 });
});

function tagsJson(raw: string, fundingTotal: string, isNew: boolean): string {
  const highlights = JSON.parse(raw) as Highlight[];
  const tags: string[] = lastingHighlightsOf({ highlights, fundingTotal: JSON.parse(fundingTotal) as number | null });
  if (isNew) tags.push('newly_added');
  return JSON.stringify(tags.join(','));
}

function ownJson(raw: string): string {
  if (raw === '[]') return raw;
  const values = JSON.parse(raw) as string[];
  const own: NamedValue[] = [];
  for (let i = 0; i < values.length; i += 2) own.push({ name: values[i]!, value: values[i + 1]! });
  return JSON.stringify(own);
}

/** Parsing and writing leave the characters of a byte text as they are. */
function linksJson(raw: string, emails: string): string {
  if (raw === '[]' && emails === '[]') return '[]';
  const values = JSON.parse(raw) as string[];
  const links: CompanyLink[] = [];
  for (let i = 0; i < values.length; i += 2)
    links.push({ type: values[i] as CompanyLink['type'], url: values[i + 1]! });
  return JSON.stringify(linksWithEmail(links, JSON.parse(emails) as string[]));
}
