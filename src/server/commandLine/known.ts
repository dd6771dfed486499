import { basename } from 'node:path';
import type { RejectedRow } from '#shared/bridge/workspace.ts';
import type { KnownCounts, KnownPreview } from '#shared/domain/known.ts';
import { countsText, namedText } from '#shared/domain/knownText.ts';
import { sourceNameSchema } from '#shared/domain/knownSource.ts';
import { formatCount, formatDay } from '#shared/domain/formats.ts';
import { AppError, assertNever } from '#shared/errors.ts';
import type { KnownSourceRecord } from '../state/port.ts';
import type { Workspace } from '../workspace.ts';
import type { KnownCommand } from './command.ts';
import { openForCommand, throwIfAbsent } from './open.ts';
import type { Output } from './output.ts';
import { accountOf } from './users.ts';

/** How many skipped rows, and rows that are matched by name, people are shown; `--json` has more. */
const shownSkipped = 10;
const shownNamed = 10;

/** Imports, takes back and lists what a user knows from a CRM or a portfolio. Works while the server runs. */
export async function knownCommand(command: KnownCommand, output: Output): Promise<void> {
  throwIfAbsent(command);
  const workspace = await openForCommand(command, output);
  try {
    const { state } = workspace;
    if (state.readOnly !== '') throw new AppError('storage_readonly', state.readOnly);
    // The workspace's own user is there from the first start on.
    await state.users.firstUser();
    await run(command, (await accountOf(state.accounts, command.login)).id, workspace, output);
  } finally {
    workspace.close();
  }
}

async function run(command: KnownCommand, user: number, { known, state }: Workspace, output: Output): Promise<void> {
  switch (command.action) {
    case 'import':
      return importFile(command, user, known, output);
    case 'undo': {
      const source = (await state.known.sources(user)).find(({ name }) => isSame(name, command.source));
      if (source === undefined || !(await known.undo(user, source.id))) {
        throw new AppError('not_found', `Nothing is known from “${command.source}”.`);
      }
      const { name, file, replaced } = source;
      const back = replaced === null ? '' : ` “${replaced.file}” of ${formatDay(replaced.day)} counts again.`;
      output.result({ undone: { name, file }, replaced }, [`Undone: ${file}, known from ${name}.${back}`]);
      return;
    }
    case 'list': {
      const sources = (await state.known.sources(user)).map(shown);
      output.result({ sources }, sources.length === 0 ? ['Nothing is known.'] : sources.map(lineOf));
      return;
    }
    default:
      assertNever(command);
  }
}

async function importFile(
  { path, source: from, day, sheet, dryRun }: Extract<KnownCommand, { action: 'import' }>,
  user: number,
  known: Workspace['known'],
  output: Output,
): Promise<void> {
  const name = basename(path);
  const choice = {
    ...(from === undefined ? {} : { source: sourceOf(from) }),
    ...(day === null ? {} : { day }),
    ...(sheet === undefined ? {} : { sheet }),
  };
  const preview = await known.previewFile(user, { path, name }, choice).catch((error: unknown): never => {
    if (!(error instanceof AppError)) throw error;
    throw new AppError(error.code, `${name}: ${error.message}`, { cause: error });
  });
  const { problem, is_same: isSame, skipped_rows: skipped, source, day: of, replaces, by_name: byName } = preview;
  if (problem !== '') throw new AppError('conflict', `${name}: ${problem}`);
  const counts = dryRun ? preview : shown(await known.importFile(user, { path, name }, choice));
  const { rows, matched, to_choose, missing } = counts;
  const result = { file: name, source, day: of, dry_run: dryRun, is_same: isSame, replaces };
  const told = { rows, matched, to_choose, missing, skipped: preview.skipped, skipped_rows: skipped, by_name: byName };
  output.result({ ...result, ...told }, [
    `${name}, known from ${source}, ${formatDay(of)}: ${countsText({ ...counts, skipped: preview.skipped })}`,
    ...(isSame ? ['  This file was imported before: nothing is changed.'] : []),
    ...(replaces === null ? [] : [`  It replaces “${replaces.file}” of ${formatDay(replaces.day)}.`]),
    ...namedLines(byName),
    ...skippedLines(skipped, preview.skipped),
  ]);
}

/** Which rows nothing but their name matches. */
function namedLines(byName: KnownPreview['by_name']): string[] {
  if (byName === undefined || byName.count === 0) return [];
  const rows = byName.rows.slice(0, shownNamed);
  const lines = rows.map(({ line, name, company, says }) => {
    return `    row ${formatCount(line)}: ${name} = ${company} ${says}`;
  });
  const more = byName.count - lines.length;
  return [
    `  ${namedText(byName)}`,
    ...lines.map((line) => line.trimEnd()),
    ...(more > 0 ? [`    and ${formatCount(more)} more`] : []),
  ];
}

function skippedLines(rows: readonly RejectedRow[], count: number): string[] {
  const lines = rows.slice(0, shownSkipped).map(({ reason }) => `  ${reason}`);
  return count > lines.length ? [...lines, `  and ${formatCount(count - lines.length)} more`] : lines;
}

/** What the user says they are known from. */
function sourceOf(typed: string): string {
  const { data, error } = sourceNameSchema.safeParse(typed);
  if (data === undefined) throw new AppError('invalid_input', `--from: ${error?.issues[0]?.message ?? ''}`);
  return data;
}

function isSame(a: string, b: string): boolean {
  return a.toLowerCase() === b.trim().toLowerCase();
}

/** A source as `--json` has it. */
function shown({ name, file, day, rows, matched, toChoose, skipped }: KnownSourceRecord): Source {
  const missing = rows - matched - toChoose;
  return { name, file, day, rows, matched, to_choose: toChoose, missing, skipped };
}

type Source = KnownCounts & Pick<KnownSourceRecord, 'name' | 'file' | 'day'>;

function lineOf(source: Source): string {
  return `${source.name}, ${formatDay(source.day)}, ${source.file}: ${countsText(source)}`;
}
