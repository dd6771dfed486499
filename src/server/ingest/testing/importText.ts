import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ColumnMapping, ImportReport } from '#shared/bridge/workspace.ts';
import { importFiles, type ImportOptions } from '../importFiles.ts';
import { MemoryWriter } from './memoryWriter.ts';

const options: ImportOptions = {
  today: '2026-11-20',
  onProgress: () => undefined,
  signal: new AbortController().signal,
  dryRun: false,
};

/** Imports a file with this content into an in-memory store, and deletes the file. */
export async function importText(
  content: string | Buffer,
  writer = new MemoryWriter(),
  { mapping = {}, ...more }: Partial<ImportOptions> & { mapping?: ColumnMapping } = {},
): Promise<{ report: ImportReport; writer: MemoryWriter }> {
  const folder = await mkdtemp(join(tmpdir(), 'winnow-ingest-'));
  try {
    const path = join(folder, 'list.bin');
    await writeFile(path, content);
    const [report] = await importFiles([{ path, name: 'list.bin', mapping }], writer, { ...options, ...more });
    if (report === undefined) throw new Error('no report');
    return { report, writer };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** A report's numbers: rows, imported, updated, duplicates, rejected. */
export function outcome({ rows, imported, updated, duplicates, rejected }: ImportReport): number[] {
  return [rows, imported, updated, duplicates, rejected.length];
}

/** A small list as a spreadsheet writes it. */
export const plain = `Name,Website,Country,City,Founded,Industries,Employees,Last funding type,Total funding
Äcme GmbH,https://www.acme.example.org,Germany,Köln,2015,"Fintech, Développement",11-50,Seed,"$1,500,000"
Bravo,bravo.example.net,FRA,Paris,2018-05-01,Biotech,51 to 200,Series B (Extension),€3M
`;
