import type { MoveTarget } from '#shared/bridge/moves.ts';
import type { ListName } from '#shared/domain/listName.ts';
import { AppError } from '#shared/errors.ts';
import type { CompanyRow } from '../grid/cells/companyRow.ts';
import { formatCount } from '../ui/numbers.ts';
import { coveredMoves } from '../decide/decision.ts';
import { shownList } from '../decide/overlay.ts';
import type { ListModel } from './list.ts';
import { rowsAhead, type ListEnd, type StreamState } from './stream.ts';
import type { ListSource, RowId } from './sources.ts';

/** Most companies one decision can cover (the bridge's limit). */
const maxTargets = 100_000;

/** What a list is of. Throws `not_initialized` before it was opened (SPEC 4 `Startup`, SPEC 8). */
export function initialisedSource({ source }: Pick<ListModel, 'source'>): ListSource {
  if (source === null) throw new AppError('not_initialized', 'Inbox data not initialized yet.');
  return source;
}

/** Moves the current row by `delta` rows. */
export function moveBy(model: ListModel, delta: number): void {
  const count = model.driver?.count() ?? 0;
  if (count === 0) return;
  const { index } = model.cursor.focus.get();
  const next = index < 0 ? 0 : Math.min(count - 1, Math.max(0, index + delta));
  model.cursor.goTo(next);
}

/** Moves by a screenful. */
export function moveByPage(model: ListModel, direction: 1 | -1): void {
  moveBy(model, direction * (model.driver?.rowsPerPage() ?? 1));
}

/** Goes to the first or the last row that is loaded. */
export function moveToEnd(model: ListModel, end: ListEnd): void {
  model.cursor.goTo(end === 'first' ? 0 : (model.driver?.count() ?? 1) - 1);
}

/**
 * Has the rows at an end of the list loaded where they are not and can be. Returns whether the key waits for them: of a
 * longer list that rows leave, or that is filtered where it is, only the last row loaded can be gone to.
 */
export function loadEnd(model: ListModel, end: ListEnd): boolean {
  const { loaded, before, total } = model.stream.state.get();
  const isThere = end === 'first' ? before === 0 : total - before - loaded <= rowsAhead;
  if (!isThere && model.canJump) model.stream.jumpTo(end);
  return isThere ? end === 'last' : model.canJump;
}

/** Lets the selection's range reach to the row beside the current one, which becomes the current one. */
export function extendSelection(model: ListModel, direction: 1 | -1): void {
  const { index } = model.cursor.focus.get();
  const to = Math.min((model.driver?.count() ?? 1) - 1, Math.max(0, index + direction));
  model.selection.extend(index, to);
  model.cursor.goTo(to);
}

/** Selects or unselects the current row. */
export function toggleSelection(model: ListModel): void {
  const { row } = model.cursor.focus.get();
  if (row !== null) model.selection.toggle(row);
}

/** The rows a command is about: those selected and loaded, else the current one. */
export function rowsInHand(model: ListModel): CompanyRow[] {
  if (!model.selection.isEmpty()) return model.selection.loaded();
  const { row } = model.cursor.focus.get();
  return row === null ? [] : [row];
}

/**
 * The rows that a quick filter shows, once every row that it may show is loaded. Throws what kept them from being loaded.
 */
export async function filteredRows({ stream, driver }: ListModel): Promise<CompanyRow[]> {
  await new Promise<void>((resolve, reject) => {
    const look = ({ isComplete, status, reason }: StreamState): boolean => {
      if (status === 'failed') reject(new AppError('unavailable', reason));
      else if (isComplete) resolve();
      else return false;
      return true;
    };
    if (look(stream.state.get())) return;
    const end = stream.state.subscribe(() => {
      if (look(stream.state.get())) end();
    });
  });
  return Array.from({ length: driver?.count() ?? 0 }, (_, index) => driver?.rowAt(index) ?? []).flat();
}

/**
 * Decides the current row or the selection. The target is fixed here, at the key press (UX rule 2). Returns a text where
 * it could not be done, for the screen to show.
 */
export async function decide(model: ListModel, to: ListName): Promise<string> {
  if (!model.selection.isEmpty()) return model.triage.asking(decideSelection(model, to));
  const { row, index } = model.cursor.focus.get();
  if (row === null) return '';
  const { left } = model.shown.counts.get();
  const from = model.listOf(row);
  const change = Number(to === 'None') - Number(from === 'None');
  model.triage.decide(to, targetsOf(model, row), left === null ? null : Math.max(0, left + change));
  advance(model, index);
  return '';
}

async function decideSelection(model: ListModel, to: ListName): Promise<string> {
  const source = initialisedSource(model);
  const loaded = new Map(model.selection.loaded().map((row) => [row.id, row]));
  const ids = await model.selection.ids(source);
  if (ids.length > maxTargets)
    return `At most ${formatCount(maxTargets)} companies can be moved at once; ${formatCount(ids.length)} are selected.`;
  const targets = ids.flatMap((id) => {
    const row = loaded.get(id.id);
    return row === undefined ? unloadedTargets(model, id) : targetsOf(model, row);
  });
  if (targets.length > maxTargets)
    return `The ${formatCount(ids.length)} companies selected are too many to be moved at once.`;
  model.selection.clear();
  model.triage.decide(to, targets);
  // Rows may have left while the ids were asked for.
  advance(model, model.cursor.focus.get().index - 1);
  return '';
}

/** Goes on from a row that was decided: to the next undecided one, else the first, else the first that is still to be loaded. */
function advance(model: ListModel, from: number): void {
  const next = model.cursor.nextFrom(from + 1);
  if (next !== null) {
    model.cursor.goTo(next);
    return;
  }
  const earlier = model.shown.rules.skipsDecided ? model.cursor.nextFrom(0) : null;
  if (earlier !== null) model.cursor.goTo(earlier);
  else if (!model.stream.state.get().isComplete) {
    model.cursor.waitForNext();
    model.stream.wantMore();
  }
}

function targetsOf(model: ListModel, row: CompanyRow): MoveTarget[] {
  const { company } = row;
  const entry = model.shown.knownEntry({ entryId: row.entryId, companyId: company.id }) ?? row;
  const from = model.listOf(row);
  noteInbox(model, { entryId: row.entryId, companyId: company.id }, row.inboxId, from);
  return targetsFrom(model, entry, {
    entryId: row.entryId ?? entry.entryId,
    companyId: company.id,
    name: company.name.slice(0, 500),
    from,
  });
}

/** Its name is not known here; the queue shows it by number should the server refuse it. */
function unloadedTargets(model: ListModel, row: RowId): MoveTarget[] {
  const { companyId } = row;
  const entry = model.shown.knownEntry(row) ?? row;
  const from = shownList({ ...row, company: { id: companyId }, list: entry.list }, model.triage.overlay);
  noteInbox(model, row, model.source?.inboxId, from);
  return targetsFrom(model, entry, { entryId: row.entryId ?? entry.entryId, companyId, name: '', from });
}

/** The counts beside the smart lists' names follow what is decided. */
function noteInbox(
  { triage }: ListModel,
  { entryId, companyId }: { readonly entryId: number | null; readonly companyId: number },
  inboxId: number | undefined,
  shown: ListName,
): void {
  if (entryId !== null && inboxId !== undefined) triage.note([{ entryId, companyId, inboxId, list: shown }]);
}

/** The row stands for the company's other entries too. Where each of them is now is told by the moves that it does not have. */
function targetsFrom(
  { triage }: ListModel,
  { siblings, doubles, list, revision = -1 }: Pick<RowId, 'siblings' | 'doubles' | 'list' | 'revision'>,
  target: Omit<MoveTarget, 'siblings'>,
): MoveTarget[] {
  const shown = (said: ListName) => (entryId: number) => ({
    entryId,
    list: shownList({ entryId, company: { id: target.companyId }, list: said, revision }, triage.overlay),
  });
  return coveredMoves(target, [...siblings.map(shown('None')), ...doubles.map(shown(list))]);
}
