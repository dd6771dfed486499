import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { CompanyRecord } from '#server/record/companyRecord.ts';
import type { BenchRow, Part } from '../benchRow.ts';
import { columnsOf, listsIn, rawRowsOf, readFields, recordsOf } from '../readings/readFile.ts';
import { placeOf, readingsIn, sealed } from '../readings/seal.ts';

const project = join(import.meta.dirname, '..', '..', '..');
/** Real files lie beside the project, if at all: they may not be kept in it. */
const files = join(project, '..', 'shared', 'data', 'companies');

/** Tables of readings by hand, and the folders whose files they are of. */
const tables = [
  { name: 'Y Combinator 2026', readings: 'ycombinator.tsv', folder: 'ycombinator-2026' },
  { name: 'Crunchbase 2014', readings: 'crunchbase2014.tsv', folder: 'crunchbase-2014-01' },
] as const;

/** Shares to reach, of names and of any other field. */
const wanted = { name: 0.99, other: 0.98 } as const;

/** R1: what Winnow reads out of real files, beside what a person reads in the same rows. */
export const readingsRow: BenchRow = {
  id: 'R1',
  metric: 'rows of real files read as a person reads them, of 50 each',
  unit: 'share',
  must: 'names 0.99, every other field 0.98, no blank filled, no column lost',
  stretch: 'all of them',
  async run() {
    const there = tables.filter(({ folder }) => existsSync(join(files, folder)));
    const checks: Check[] = [];
    for (const table of there) checks.push(...(await checksOf(table)));
    const shares = checks.map(({ part }) => part.ours);
    const missing = tables.filter((table) => !there.includes(table));
    return {
      ours: Math.min(1, ...shares),
      peers: {},
      parts: checks.map(({ part }) => part),
      met: missing.length === 0 && checks.every(({ met }) => met),
      stretchMet: missing.length === 0 && shares.every((share) => share === 1),
      notes: [...missing.map(({ name }) => `${name}: not there`), ...checks.flatMap(({ wrong }) => wrong)],
    };
  },
};

/** One line of the result: what was compared, whether it is good enough, and what was not right. */
interface Check {
  readonly part: Part;
  readonly met: boolean;
  readonly wrong: readonly string[];
}

async function checksOf({ name, readings, folder }: (typeof tables)[number]): Promise<Check[]> {
  const path = join(import.meta.dirname, '..', 'readings', readings);
  const rows = readingsIn(readFileSync(path, 'utf8'));
  const read = new Map<string, { records: CompanyRecord[]; raw: string[] }>();
  for (const file of new Set(rows.map((row) => row['file'] ?? ''))) {
    const path = join(files, folder, file);
    read.set(file, { records: await recordsOf(path), raw: await rawRowsOf(path) });
  }
  const compared = rows.map((row) => {
    const { records = [], raw = [] } = read.get(row['file'] ?? '') ?? {};
    const at = Number(row['row']) - 1;
    return { row, record: records[at], raw: raw[at] ?? '' };
  });
  const fields = Object.keys(readFields).map((field) => checkOf(name, field, compared));
  const known = fields.filter((check) => check !== null);
  return [...known, blanksOf(name, compared), await columnCheck(name, join(files, folder), [...read.keys()])];
}

interface Compared {
  readonly row: Readonly<Record<string, string>>;
  readonly record: CompanyRecord | undefined;
  /** The row as it stands in the file. */
  readonly raw: string;
}

/** A field where a person reads something; null if that is nowhere. */
function checkOf(name: string, field: string, compared: readonly Compared[]): Check | null {
  const known = compared.filter(({ row }) => (row[field] ?? '') !== '');
  if (known.length === 0) return null;
  const wrong = known.filter((one) => !isRight(one, field));
  const share = 1 - wrong.length / known.length;
  return {
    part: partOf(`${name}: ${field}, ${known.length - wrong.length} of ${known.length}`, share),
    met: share >= (field === 'name' ? wanted.name : wanted.other),
    wrong: wrong.map((one) => wrongText(one, field)),
  };
}

function partOf(name: string, ours: number): Part {
  return { name, ours, peers: {} };
}

function isRight({ row, record }: Compared, field: string): boolean {
  return sealed(placeOf(row), field, gotIn(record, field)) === row[field];
}

function gotIn(record: CompanyRecord | undefined, field: string): string {
  return record === undefined ? '' : (readFields[field]?.(record) ?? '');
}

/** Values where a person reads nothing: the worst fault. */
function blanksOf(name: string, compared: readonly Compared[]): Check {
  const blanks = compared.flatMap((one) =>
    Object.keys(readFields)
      .filter((field) => one.row[field] === '')
      .map((field) => ({ one, field })),
  );
  const filled = blanks.filter(({ one, field }) => gotIn(one.record, field) !== '');
  return {
    part: partOf(
      `${name}: blanks left blank, ${blanks.length - filled.length} of ${blanks.length}`,
      1 - filled.length / Math.max(1, blanks.length),
    ),
    met: filled.length === 0,
    wrong: filled.map(({ one, field }) => wrongText(one, field)),
  };
}

/**
 * Where to look, and what was got. What was expected is kept as a digest only; `WINNOW_READINGS` may name a folder with
 * the readings themselves.
 */
function wrongText({ row, record, raw }: Compared, field: string): string {
  const got = JSON.stringify(gotIn(record, field));
  const expected = row[field] === '' ? '""' : plainReading(row, field);
  return `${placeOf(row)} (${row['why'] ?? ''}), ${field}: ${got} and not ${expected}; the row: ${raw}`;
}

function plainReading(row: Readonly<Record<string, string>>, field: string): string {
  const folder = process.env['WINNOW_READINGS'];
  if (folder === undefined) return 'what was read';
  const plain = tables.flatMap(({ readings }) => readingsIn(readFileSync(join(folder, readings), 'utf8')));
  return JSON.stringify(plain.find((one) => placeOf(one) === placeOf(row))?.[field] ?? '');
}

/** Whether every column of the files is read, or kept as an own one. */
async function columnCheck(name: string, folder: string, used: readonly string[]): Promise<Check> {
  const counts = { all: 0, read: 0, kept: 0 };
  const lost: string[] = [];
  for (const path of listsIn(folder).filter((one) => used.includes(basename(one)))) {
    const columns = await columnsOf(path);
    counts.all += columns.all;
    counts.read += columns.read;
    counts.kept += columns.kept;
    lost.push(...columns.lost.map((header) => `${basename(path)}: the column “${header}” is lost`));
  }
  const text = `${name}: columns, ${counts.read} read and ${counts.kept} kept of ${counts.all}`;
  return {
    part: partOf(text, (counts.read + counts.kept) / Math.max(1, counts.all)),
    met: lost.length === 0,
    wrong: lost,
  };
}
