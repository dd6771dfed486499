import { basename } from 'node:path';
import { expect } from 'vitest';
import { z } from 'zod';
import { importFiles } from '#server/ingest/importFiles.ts';
import { inspectFile } from '#server/ingest/inspect.ts';
import { MemoryWriter } from '#server/ingest/testing/memoryWriter.ts';
import type { CompanyRecord } from '#server/record/companyRecord.ts';
import { columnMappingSchema, ratesSchema, type ColumnMatch, type ImportReport } from '#shared/bridge/workspace.ts';
import { currencyTexts } from '#shared/domain/money.ts';
import { AppError } from '#shared/errors.ts';

/** The answer to an input, by a person who reads it. */
const expectationSchema = z.strictObject({
  /** What the kind of input is, in a sentence. */
  about: z.string().min(20),
  /** How the file is read, beyond what is found by itself. */
  mapping: columnMappingSchema.optional(),
  sheets: z.array(z.string()).optional(),
  rates: ratesSchema.optional(),
  /** What is true of the companies, all of them in the file's order: fields that are not named may be anything. */
  companies: z.array(z.record(z.string(), z.unknown())).optional(),
  report: z.record(z.string(), z.unknown()).optional(),
  /** What columns are recognised as, by header or by place (`#3`); `''` for what is left out. */
  columns: z.record(z.string(), z.string()).optional(),
  /** Parts of what the check says about the file and its columns. */
  says: z.array(z.string()).optional(),
  /** A part of the sentence that the file is refused with. */
  refused: z.string().optional(),
});
export type Expectation = z.infer<typeof expectationSchema>;

export interface Outcome {
  readonly companies: readonly CompanyRecord[];
  readonly report: ImportReport | null;
  readonly columns: readonly ColumnMatch[];
  /** All that the check says, a line each. */
  readonly says: readonly string[];
  readonly refused: string;
}

/** Reads an answer; a key that means nothing, or an answer without any claim, is an error. */
export function readExpectation(text: string): Expectation {
  const expected = expectationSchema.parse(JSON.parse(text));
  const { companies, report, columns, says, refused } = expected;
  if ([companies, report, columns, says, refused].every((claim) => claim === undefined))
    throw new Error('The answer claims nothing.');
  return expected;
}

/** Examines a file and imports it into an empty store, as the app does. */
export async function importFixture(path: string, { mapping = {}, sheets, rates }: Expectation): Promise<Outcome> {
  const writer = new MemoryWriter();
  const name = basename(path);
  const chosen = sheets === undefined ? {} : { sheets };
  try {
    const [report = null] = await importFiles([{ path, name, mapping, rates, ...chosen }], writer, {
      today: '2026-11-20',
      onProgress: () => undefined,
      signal: new AbortController().signal,
      dryRun: false,
    });
    const previews = await inspectFile(path, { mapping, name, ...chosen });
    const columns = previews.flatMap((preview) => preview.columns);
    const said = previews.flatMap(({ note, problem }) => [note, problem]);
    const asked = [...columns.map(({ asks }) => asks), ...(report?.asks ?? [])];
    const left = report?.leftOut.map(({ column, reason }) => `${column}: ${reason}`) ?? [];
    const kept = currencyTexts(report?.currencies ?? {});
    const says = [...said, report?.note ?? '', report?.problem ?? '', ...asked, ...kept, ...left];
    return { companies: writer.records, report, columns, says, refused: '' };
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'bad_file') throw error;
    return { companies: writer.records, report: null, columns: [], says: [], refused: error.message };
  }
}

/** Compares what became of a file with the answer. */
export function expectLike(outcome: Outcome, { companies, report, columns, says, refused }: Expectation): void {
  if (refused === undefined) expect(outcome.refused).toBe('');
  else expect(outcome.refused).toContain(refused);
  if (columns !== undefined) expect(columnsLike(outcome.columns, Object.keys(columns))).toEqual(columns);
  if (companies !== undefined) {
    expect(outcome.companies).toMatchObject(companies);
  }
  if (report !== undefined) expect(outcome.report).toMatchObject(report);
  for (const text of says ?? []) expect(outcome.says.join('\n')).toContain(text);
}

/** The fields of the columns that these keys name, by key. */
function columnsLike(columns: readonly ColumnMatch[], keys: readonly string[]): Record<string, string | undefined> {
  return Object.fromEntries(
    keys.map((key) => {
      const place = /^#(\d+)$/.exec(key)?.[1];
      const found = columns.find(({ index, header }) =>
        place === undefined ? header === key : index === Number(place) - 1,
      );
      return [key, found?.field];
    }),
  );
}
