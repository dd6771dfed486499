import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DamagedDatabase } from '#node/salvage/damagedDatabase.ts';
import { layoutOf, type TableLayout } from '#node/salvage/records.ts';
import type { CompanyOrigin, CompanyRecord } from '../record/companyRecord.ts';
import { decodeRecord } from '../record/recordCodec.ts';
import { segmentSchema } from '#server/index/segment/segmentFormat.ts';

/** A damaged segment that is aside and whose companies are still to be read. */
export interface WaitingSegment {
  readonly path: string;
  readonly id: number;
  readonly origin: CompanyOrigin;
}

const waiting = /^(seg-(\d+)(?:-e\d+)?\.db\.bad-[\dTZ-]+)\.waiting-(import|sample)$/;

/** The file that says of a damaged segment which is aside that its companies are still to be read. */
export function waitingMark(aside: string, origin: CompanyOrigin): string {
  return `${aside}.waiting-${origin}`;
}

/** The damaged segments of a folder whose companies are still to be read, the newest first. */
export function waitingSegments(folder: string): WaitingSegment[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .flatMap((name) => {
      const [, file = '', id, origin] = waiting.exec(name) ?? [];
      const path = join(folder, file);
      if (id === undefined || !existsSync(path)) return [];
      return [{ path, id: Number(id), origin: origin === 'sample' ? ('sample' as const) : ('import' as const) }];
    })
    .toSorted((a, b) => b.id - a.id);
}

const tables = ['info', 'company', 'front', 'posting', 'older', 'holds', 'chunk'] as const;
type Layouts = Readonly<Record<(typeof tables)[number], TableLayout>>;

/** The companies that can be read of a damaged segment; a record may still be none. */
export function* readableCompanies(path: string): Generator<{ id: number; record: string }> {
  const { file, layouts } = open(path);
  try {
    for (const [id, , record] of file.rows(layouts.company)) {
      if (typeof id === 'number' && typeof record === 'string') yield { id, record };
    }
  } finally {
    file.close();
  }
}

/** The companies whose records are whole, and which of them were older versions. */
export function readDamagedSegment(path: string): {
  companies: Iterable<{ id: number; record: CompanyRecord }>;
  older: ReadonlySet<number>;
} {
  return { companies: wholeCompanies(path), older: olderIn(path) };
}

function* wholeCompanies(path: string): Generator<{ id: number; record: CompanyRecord }> {
  for (const { id, record } of readableCompanies(path)) {
    const decoded = decodedOrNull(record);
    if (decoded !== null) yield { id, record: decoded };
  }
}

function decodedOrNull(record: string): CompanyRecord | null {
  try {
    return decodeRecord(record);
  } catch {
    return null;
  }
}

/** What a segment calls older; nothing where that cannot be read, or where the file is from before it could say so. */
export function olderIn(path: string): Set<number> {
  const { file, layouts } = open(path);
  try {
    const ids = new Set<number>();
    if (!file.has('older')) return ids;
    for (const [id] of file.rows(layouts.older)) if (typeof id === 'number') ids.add(id);
    return ids;
  } finally {
    file.close();
  }
}

/**
 * Whether a segment that does not open was never finished: sealing is what writes the only row of `info`. Where that
 * cannot be told the segment counts as damaged, so that what it holds is read.
 */
export function isUnfinished(path: string): boolean {
  if (statSync(path).size === 0) return true;
  const { file, layouts } = open(path);
  try {
    return file.isEmpty(layouts.info);
  } finally {
    file.close();
  }
}

function open(path: string): { file: DamagedDatabase; layouts: Layouts } {
  const schema = new DatabaseSync(':memory:');
  try {
    schema.exec(segmentSchema);
    const layouts = Object.fromEntries(tables.map((table) => [table, layoutOf(schema, table)])) as Layouts;
    return { file: new DamagedDatabase(path, Object.values(layouts)), layouts };
  } finally {
    schema.close();
  }
}
