import {
  companyFields,
  type Alias,
  type Field,
  type FieldKind,
  type History,
  type NamedValue,
  type Seen,
  type ValuesOf,
} from '#shared/fields/companyFields.ts';
import type { CompanyLink } from '#shared/domain/company.ts';
import type { PersonRecord } from '#shared/domain/person.ts';
import { blankRecord, blanksOf, type CompanyOrigin, type CompanyRecord, recordRows } from './companyRecord.ts';

/** How records of a table of fields are written into a segment file and read from it. */
export interface RecordCodec<R> {
  /** The values of a record in the order of their ids, without their names, which would be a quarter of the file. */
  readonly encode: (record: R) => string;
  /** Reads what `encode` wrote, also before some fields were there: these are blank. */
  readonly decode: (text: string) => R;
  /** The same; `isCurrent` if `encode` would write the record just so. */
  readonly read: (text: string) => { readonly record: R; readonly isCurrent: boolean };
}

/**
 * The codec that follows from a table of fields. A million records go through it, so the table is read once, and a
 * record is filled in one pass over rows that look alike.
 */
export function codecOf<const F extends Readonly<Record<string, Field>>>(fields: F): RecordCodec<ValuesOf<F>> {
  const rows = recordRows(fields).map(({ field, part, kind }) => ({ field, part, form: forms[kind] }));
  const parted = [...new Set(rows.filter(({ part }) => part !== '').map(({ field }) => field))];
  // What the JSON parser makes keeps its properties in place, and so do its copies; an object that gets this many one
  // by one becomes a hash table, which takes three times as long to fill.
  const blank = JSON.parse(JSON.stringify(blanksOf(fields))) as Stored;
  const blankValues: readonly unknown[] = rows.map((row) => storedValue(row, blank));
  const blankText = JSON.stringify(blankValues);

  function encode(record: Stored): string {
    const values = blankValues.slice();
    for (let id = 0; id < rows.length; id++) values[id] = storedValue(rows[id]!, record);
    return JSON.stringify(values);
  }

  function decode(text: string): Stored {
    return recordOf(JSON.parse(text) as unknown[]);
  }

  function read(text: string): { record: Stored; isCurrent: boolean } {
    const values = JSON.parse(text) as unknown[];
    const isCurrent = values.length === rows.length;
    return { record: recordOf(values), isCurrent };
  }

  function recordOf(values: unknown[]): Stored {
    if (values.length < rows.length) values.push(...(JSON.parse(blankText) as unknown[]).slice(values.length));
    const record = { ...blank };
    for (let i = 0; i < parted.length; i++) record[parted[i]!] = { ...(blank[parted[i]!] as Stored) };
    for (let id = 0; id < rows.length; id++) {
      const value = values[id];
      // A text, number or flag that says nothing is there already; a list never is the same one.
      if (value === blankValues[id]) continue;
      const { field, part, form } = rows[id]!;
      if (form !== undefined) record[field] = form.read(value as never);
      else if (part === '') record[field] = value;
      else (record[field] as Stored)[part] = value;
    }
    return record;
  }

  return { encode, decode, read } as unknown as RecordCodec<ValuesOf<F>>;
}

type Stored = Record<string, unknown>;

function storedValue({ field, part, form }: Row, record: Stored): unknown {
  const value = record[field];
  if (form !== undefined) return form.write(value as never);
  return part === '' ? value : (value as Stored)[part];
}

interface Row {
  readonly field: string;
  readonly part: string;
  readonly form: AnyForm | undefined;
}

/** How a value stands in a record, where it is not as it is. */
interface Form<T, S> {
  readonly write: (value: T) => S;
  readonly read: (stored: S) => T;
}

interface AnyForm {
  readonly write: (value: never) => unknown;
  readonly read: (stored: never) => unknown;
}

const flags: Form<boolean, number> = { write: (value) => (value ? 1 : 0), read: (stored) => stored === 1 };

const links: Form<CompanyLink[], string[]> = {
  write: (values) => values.flatMap(({ type, url }) => [type, url]),
  read: (stored) => {
    const values: CompanyLink[] = [];
    for (let i = 0; i < stored.length; i += 2) {
      values.push({ type: stored[i] as CompanyLink['type'], url: stored[i + 1]! });
    }
    return values;
  },
};

const named: Form<NamedValue[], string[]> = {
  write: (values) => values.flatMap(({ name, value }) => [name, value]),
  read: (stored) => {
    const values: NamedValue[] = [];
    for (let i = 0; i < stored.length; i += 2) values.push({ name: stored[i]!, value: stored[i + 1]! });
    return values;
  },
};

/** Texts only, like every other list of a record: the sources, then what is seen as `=id,source,value` in JSON. */
const history: Form<History, readonly string[]> = {
  write: ({ sources, seen }) => {
    if (seen.length === 0) return sources;
    const written = seen.map(
      ({ field, source, value }) => `=${String(fieldIds.get(field))},${String(source)},${JSON.stringify(value)}`,
    );
    return [...sources, ...written];
  },
  read: (stored) => {
    const firstSeen = stored.findIndex((text) => text.startsWith('='));
    if (firstSeen === -1) return { sources: [...stored], seen: [] };
    const seen = stored.slice(firstSeen).flatMap((text): Seen[] => {
      const [id, source, value] = JSON.parse(`[${text.slice(1)}]`) as [number, number, unknown];
      const field = fieldNames.get(id);
      return field === undefined ? [] : [{ field, source, value }];
    });
    return { sources: stored.slice(0, firstSeen), seen };
  },
};

const fieldIds: ReadonlyMap<string, number> = new Map(
  Object.entries(companyFields).flatMap(([name, { id }]) => (typeof id === 'number' ? [[name, id]] : [])),
);
const fieldNames: ReadonlyMap<number, string> = new Map([...fieldIds].map(([name, id]) => [id, name]));

const people: Form<PersonRecord[], string[]> = {
  write: (values) =>
    values.flatMap(({ first_name, last_name, job_title, logo_url, linkedin_url }) => [
      first_name,
      last_name,
      job_title,
      logo_url,
      linkedin_url,
    ]),
  read: (stored) => {
    const values: PersonRecord[] = [];
    for (let i = 0; i < stored.length; i += 5) {
      values.push({
        first_name: stored[i]!,
        last_name: stored[i + 1]!,
        job_title: stored[i + 2]!,
        logo_url: stored[i + 3]!,
        linkedin_url: stored[i + 4]!,
      });
    }
    return values;
  },
};

const aliases: Form<Alias[], string[]> = {
  write: (values) => values.flatMap(({ name, domain, countryCode }) => [name, domain, countryCode]),
  read: (stored) => {
    const values: Alias[] = [];
    for (let i = 0; i < stored.length; i += 3) {
      values.push({ name: stored[i]!, domain: stored[i + 1]!, countryCode: stored[i + 2]! });
    }
    return values;
  },
};

const forms: { readonly [K in FieldKind]?: AnyForm } = { flag: flags, links, named, people, history, aliases };

const companies = codecOf(companyFields);

/** Writes a company into a segment file. */
export const encodeRecord: (record: CompanyRecord) => string = companies.encode;

/** Reads what `encodeRecord` wrote. */
export const decodeRecord: (text: string) => CompanyRecord = companies.decode;

/** The same; `isCurrent` if `encodeRecord` would write the record just so. */
export const readRecord: RecordCodec<CompanyRecord>['read'] = companies.read;

/**
 * The same for a company of a file of that origin: sample companies from before they said so themselves say it from
 * here on.
 */
export function decodeRecordOf(origin: CompanyOrigin, text: string): CompanyRecord {
  const record = decodeRecord(text);
  if (origin === 'sample') record.isSample = true;
  return record;
}

/** The values of a record that says nothing, as they stand in it. */
export const encodedBlanks: readonly string[] = (JSON.parse(encodeRecord(blankRecord())) as unknown[]).map((value) =>
  JSON.stringify(value),
);

/**
 * The searched texts of an encoded record, without building the rest: its first five values (name, city, descriptions)
 * and its former names.
 */
export function textsOfEncoded(text: string): string[] {
  const values = JSON.parse(text) as unknown[];
  const former = (values[companyFields.formerNames.id] ?? []) as readonly string[];
  return [...(values.slice(0, 5) as string[]), ...former];
}
