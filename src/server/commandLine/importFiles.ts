import { basename } from 'node:path';
import type { ImportSource } from '#node/localApi.ts';
import { changeCountsText, type ChangeCounts } from '#shared/domain/companyChange.ts';
import { counted, formatCount } from '#shared/domain/formats.ts';
import { currencyTexts } from '#shared/domain/money.ts';
import { addedLikelyText, likelyText, type LikelyRows } from '#shared/domain/likelyRows.ts';
import type { ColumnMapping, ImportReport } from '#shared/bridge/workspace.ts';
import { AppError } from '#shared/errors.ts';
import { readMapping, readMappingFile } from '../ingest/columns/columnMapping.ts';
import { inspectFile } from '../ingest/inspect.ts';
import { giveWayAsProcess } from '../../node/threads.ts';
import type { Command } from './command.ts';
import { openForCommand, throwIfAbsent, throwIfFailed } from './open.ts';
import type { Output } from './output.ts';

/** How many rejected rows of each file people are shown; `--json` has all. */
const shownRejections = 10;

/** Imports company files and reports what became of every row. */
export async function importCommand(
  { paths, dryRun, map, sheets, day, likely: wanted, rates, beginAnew, ...place }: Extract<Command, { kind: 'import' }>,
  output: Output,
): Promise<void> {
  // A server may be answering from the same workspace.
  giveWayAsProcess();
  const mapping = await mappingOf(map);
  const workspace = await openForCommand(place, output, { beginAnew });
  try {
    const sources = (await Promise.all(paths.map((path) => sourcesOf(path, mapping, sheets))))
      .flat()
      .map((source) => ({ ...source, rates, ...(day === null ? {} : { day }) }));
    const choices = wanted === null ? {} : { likely: { rows: [], others: wanted } };
    await workspace.jobs.startImport(sources, { removeSample: false, dryRun, ...choices });
    throwIfFailed(workspace);
    const files = workspace.jobs.job?.reports ?? [];
    for (const report of files) if (report.problem !== '') output.note(`${report.file}: ${report.problem}`);
    const { changed = {}, repeated = 0, likely = { count: 0, rows: [] } } = workspace.jobs.job ?? {};
    output.result({ files, changed, repeated, likely }, [
      ...files.flatMap(linesOf),
      ...changedLines(changed, repeated),
      ...likelyLines(likely, dryRun),
    ]);
  } finally {
    workspace.close();
  }
}

/** A file, or the parts of a spreadsheet of which sheets with different headers are wanted. */
async function sourcesOf(path: string, mapping: ColumnMapping, sheets: readonly string[]): Promise<ImportSource[]> {
  const source = { path, name: basename(path), mapping };
  if (sheets.length === 0) return [source];
  try {
    const parts = await inspectFile(path, { mapping, sheets });
    return parts.map(({ read }) => ({ ...source, sheets: read }));
  } catch (error) {
    // The import says what is wrong with it, beside the others.
    if (error instanceof AppError && error.code === 'bad_file') return [{ ...source, sheets }];
    throw error;
  }
}

/** Prints how the columns of files are recognised, as a mapping that can be saved, corrected and passed to `--map`. */
export async function printMapCommand(
  { paths, map, sheets }: Extract<Command, { kind: 'printMap' }>,
  output: Output,
): Promise<void> {
  const given = await mappingOf(map);
  const mapping: Record<string, string | { readonly field: string }> = {};
  for (const path of paths) {
    const columns = (await inspectFile(path, { mapping: given, sheets })).flatMap((preview) => preview.columns);
    const headers = columns.map(({ header }) => header);
    const readings = readMapping(given, headers, headers.length);
    for (const { index, header, field } of columns) {
      const isTelling = header !== '' && headers.indexOf(header) === headers.lastIndexOf(header);
      const column = isTelling ? header : `#${String(index + 1)}`;
      const { order, unit, currency } = readings.get(index) ?? {};
      const isRead = order !== undefined || unit !== undefined || currency !== undefined;
      mapping[column] ??= isRead ? { ...readings.get(index), field } : field;
    }
  }
  output.result(mapping, JSON.stringify(mapping, null, 2).split('\n'));
}

/** Undoes the newest import. */
export async function undoImportCommand(
  place: Extract<Command, { kind: 'undoImport' }>,
  output: Output,
): Promise<void> {
  throwIfAbsent(place);
  const workspace = await openForCommand(place, output);
  try {
    const before = (await workspace.status()).lastImport;
    if (before === null) throw new AppError('not_found', 'There is no import to undo.');
    await workspace.jobs.startUndo();
    throwIfFailed(workspace);
    const { companies } = await workspace.status();
    const outcome = workspace.jobs.job?.outcome ?? '';
    output.result({ undone: before, companies, outcome }, [outcome]);
  } finally {
    workspace.close();
  }
}

async function mappingOf(map: string | null): Promise<ColumnMapping> {
  return map === null ? {} : readMappingFile(map);
}

function changedLines(changed: ChangeCounts, repeated: number): string[] {
  const text = changeCountsText(changed);
  return [
    ...(text === '' ? [] : [`Changed: ${text}`]),
    ...(repeated === 0 ? [] : [`${counted(repeated, 'company is', 'companies are')} in several rows`]),
  ];
}

/** How many rows that may be companies that are here people are shown; `--json` has more. */
const shownLikely = 10;

function likelyLines(likely: LikelyRows, dryRun: boolean): string[] {
  if (likely.count === 0) return [];
  const lines = likely.rows.slice(0, shownLikely).map(({ name, says, companies }) => {
    const some = companies.map((company) => withFacts(company.name, company.says));
    return `  ${withFacts(name, says)}: ${some.join(' or ')}`;
  });
  const more = likely.count - lines.length;
  const ways = 'An import adds what is not said: --likely match gives each its company, --likely add keeps them apart.';
  return [
    dryRun
      ? `${likelyText(likely)} ${ways}`
      : `${addedLikelyText(likely)} Workspace asks about them under “Likely duplicates”.`,
    ...lines,
    ...(more > 0 ? [`  and ${formatCount(more)} more`] : []),
  ];
}

/** `Dime (dime.example · Lyon, FR)` */
function withFacts(name: string, says: string): string {
  return says === '' ? name : `${name} (${says})`;
}

function linesOf(report: ImportReport): string[] {
  const { file, format, encoding, problem, note, rows, imported, updated, duplicates, rejected, asks, leftOut } =
    report;
  if (problem !== '') return [`${file}: not imported`];
  const shown = rejected.slice(0, shownRejections).map(({ line, reason }) => `  line ${formatCount(line)}: ${reason}`);
  const more = rejected.length - shown.length;
  return [
    `${file} (${format}, ${encoding}): ${counted(rows, 'row', 'rows')}, ${formatCount(imported)} added, ` +
      `${formatCount(updated)} updated, ${counted(duplicates, 'duplicate', 'duplicates')}, ` +
      `${formatCount(rejected.length)} rejected`,
    ...(note === '' ? [] : [`  ${note}`]),
    ...asks.map((ask) => `  ${ask}`),
    ...currencyTexts(report.currencies).map((text) => `  ${text}`),
    ...leftOut.map(({ column, reason }) => `  “${column}” is left out: ${reason}.`),
    ...shown,
    ...(more > 0 ? [`  and ${formatCount(more)} more`] : []),
  ];
}
