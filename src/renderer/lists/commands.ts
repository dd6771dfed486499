import { useEffect } from 'react';
import type { MoveTarget } from '#shared/bridge/moves.ts';
import type { ListName } from '#shared/domain/listName.ts';
import { AppError } from '#shared/errors.ts';
import { counted, formatCount } from '#shared/domain/formats.ts';
import type { Later } from '#shared/domain/later.ts';
import { shownList } from '../decide/overlay.ts';
import { coveredMoves } from '../decide/reduce.ts';
import { useAskLater, type AskLater } from '../features/moves/LaterStrip.tsx';
import { useAskNote, type AskNote } from '../features/moves/NoteStrip.tsx';
import { useAnnounce, useUndo } from '../features/moves/TriageProvider.tsx';
import type { CompanyRow } from '../grid/cells/companyRow.ts';
import { useCommands, useWaitingRows } from '../keyboard/CommandProvider.tsx';
import { showFailure } from '../ui/toasts.tsx';
import { isFocusFree, type KeyNeeds } from './cursor.ts';
import type { ListModel } from './list.ts';
import type { ListSource, RowId } from './sources.ts';
import { rowsAhead, type ListEnd, type StreamState } from './stream.ts';

/**
 * The keys of a list (product 13): moving, selecting, deciding, undoing. `goToInbox` is given where there are others to
 * go to; Tab does so only from an inbox without a row, elsewhere it is the system's. `isScreen`: the list is what the
 * screen is about, and not a part of a company's page.
 */
export function useListCommands(
  model: ListModel,
  goToInbox: ((step: 1 | -1) => boolean) | null,
  { isScreen = false }: { readonly isScreen?: boolean } = {},
): void {
  const announce = useAnnounce();
  const undo = useUndo();
  const askLater = useAskLater();
  const askNote = useAskNote();
  useKeysGivenUp(model);
  const needsOf = (about: 'decision' | 'row'): KeyNeeds => ({ meansNext: about === 'row' && !hasSelection(model) });
  useWaitingRows({
    mustWait: (about) => model.cursor.holdsBack(needsOf(about)),
    whenThere: (about, run, forget) => model.cursor.whenThere(run, { ...needsOf(about), forget }),
  });
  const move = (step: () => void, needs: KeyNeeds = {}): void => model.cursor.whenThere(step, needs);
  const anywhere = (step: () => void) => (): void => move(step);
  // Concerns the current row, which after a decision is the next one; or the selection, if there is one.
  const atRow = (step: () => void) => (): void => move(step, { meansNext: !hasSelection(model) });
  const toNextRow = (step: () => void) => (): void => move(step, { meansNext: !hasSelection(model), needsNext: true });
  const toEnd = (end: ListEnd) => (): void => move(() => moveToEnd(model, end), { needsLast: loadEnd(model, end) });
  const deciding = (to: ListName) => atRow(() => decideInList(model, to));
  const inbox =
    (step: 1 | -1) =>
    (event: KeyboardEvent | null): boolean => {
      if (goToInbox === null) return false;
      if (event?.key === 'Tab' && !(hasNoRow(model) && isFocusFree())) return false;
      return goToInbox(step);
    };
  useCommands({
    'list.next': toNextRow(() => moveBy(model, 1)),
    'list.previous': anywhere(() => moveBy(model, -1)),
    'list.pageDown': atRow(() => moveByPage(model, 1)),
    'list.pageUp': anywhere(() => moveByPage(model, -1)),
    'list.first': toEnd('first'),
    'list.last': toEnd('last'),
    'list.open': atRow(() => {
      const { row } = model.cursor.focus.get();
      if (row !== null) model.opened(row);
    }),
    'list.select': atRow(() => toggleSelection(model)),
    'list.extendDown': toNextRow(() => extendSelection(model, 1)),
    'list.extendUp': atRow(() => extendSelection(model, -1)),
    'list.selectAll': anywhere(() => {
      model.selection.selectAll();
      announce(`All ${formatCount(model.selection.state.get().count)} matches selected.`);
    }),
    'list.nextInbox': inbox(1),
    'list.previousInbox': inbox(-1),
    'triage.watchlist': deciding('Watchlist'),
    'triage.opportunities': deciding('Opportunities'),
    'triage.archive': deciding('Archive'),
    'triage.none': deciding('None'),
    'triage.later': atRow(() => putOff(model, askLater)),
    // A note is about one company, whatever is selected; which one is fixed here, at the key press.
    'company.note': () => move(() => writeNote(model, askNote), { meansNext: true }),
    'triage.undo': anywhere(undo),
  });
  useCommands(
    {
      'go.back': (event) => {
        if (event?.key !== 'Escape') return false;
        if (hasSelection(model)) model.selection.clear();
        // In a list Esc is pressed to be rid of something, and not to go away: `u` does that.
        else if (!isScreen) return false;
        else if (model.driver?.hasFocus() !== true && !isFocusFree()) model.takeFocus();
        return true;
      },
    },
    { layer: 'pane' },
  );
}

/** Whether an inbox is clear, or has nothing yet. */
function hasNoRow({ shown, stream }: ListModel): boolean {
  return shown.vacancy.get() !== 'rows' && stream.state.get().status === 'ready';
}

/** Reports key presses that waited too long for rows; those still waiting when the list closes are forgotten. */
function useKeysGivenUp(model: ListModel): void {
  useEffect(() => {
    const end = model.cursor.givenUp.subscribe(tellOfKeysGivenUp);
    return () => {
      end();
      model.cursor.forgetKeys();
    };
  }, [model]);
}

function tellOfKeysGivenUp(count: number): void {
  const title = count === 1 ? 'One key press was ignored' : `${formatCount(count)} key presses were ignored`;
  showFailure(title, 'The next companies took more than 10 seconds to load.');
}

/** Most companies one decision can cover (the bridge's limit). */
const maxTargets = 100_000;

/** The source of a list. Throws `not_initialized` if it has not been opened (product 4 `Startup`, product 8). */
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

/** Goes to the first or the last loaded row. */
export function moveToEnd(model: ListModel, end: ListEnd): void {
  model.cursor.goTo(end === 'first' ? 0 : (model.driver?.count() ?? 1) - 1);
}

/**
 * Loads the rows at an end of the list, if they are missing and can be loaded. Returns whether the key waits for them:
 * in a longer list that rows leave, or that is filtered locally, only the last loaded row can be reached.
 */
export function loadEnd(model: ListModel, end: ListEnd): boolean {
  const { loaded, before, total } = model.stream.state.get();
  const isThere = end === 'first' ? before === 0 : total - before - loaded <= rowsAhead;
  if (!isThere && model.canJump) model.stream.jumpTo(end);
  return isThere ? end === 'last' : model.canJump;
}

/** Extends the selection to the next row in that direction, which becomes the current one. */
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

/** Whether rows are selected; if so, commands are about these. */
export function hasSelection({ selection }: ListModel): boolean {
  return selection.state.get().count > 0;
}

/** The rows a command is about: the selected ones that are loaded, otherwise the current one. */
export function rowsInHand(model: ListModel): CompanyRow[] {
  if (hasSelection(model)) return model.selection.loaded();
  const { row } = model.cursor.focus.get();
  return row === null ? [] : [row];
}

/** The rows that a quick filter shows, once every row it may show is loaded. Throws if they cannot be loaded. */
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
 * Decides the current row or the selection. The target is fixed here, at the key press (product 10.2). Returns a text
 * for the screen to show if it could not be done.
 */
export async function decide(model: ListModel, to: ListName, later?: Later): Promise<string> {
  if (hasSelection(model)) return model.triage.asking(decideSelection(model, to, later));
  const { row, index } = model.cursor.focus.get();
  if (row !== null) decideRow(model, row, index, to, later);
  return '';
}

/** Decides one row, which is at that index, whatever is selected. */
export function decideRow(model: ListModel, row: CompanyRow, index: number, to: ListName, later?: Later): void {
  moveRow(model, row, to, later);
  advance(model, index);
}

/** Decides one row by mouse, whatever is selected. Only a decision on the current row goes on to the next one. */
export function decideOne(model: ListModel, row: CompanyRow, to: ListName, later?: Later): void {
  const { row: current, index } = model.cursor.focus.get();
  if (current?.id === row.id) decideRow(model, row, index, to, later);
  else moveRow(model, row, to, later);
}

/** Asks until when to put off the current row, or the selection. The target is fixed here, at the key press. */
function putOff(model: ListModel, ask: AskLater): void {
  if (hasSelection(model)) {
    const { count } = model.selection.state.get();
    ask({
      what: counted(count, 'company', 'companies'),
      put: (later) => decideInList(model, 'Later', later),
    });
    return;
  }
  const { row } = model.cursor.focus.get();
  if (row !== null) ask({ what: row.company.name, put: (later) => decideOne(model, row, 'Later', later) });
}

function writeNote(model: ListModel, ask: AskNote): void {
  const { row } = model.cursor.focus.get();
  if (row === null) return;
  ask({ companyId: row.company.id, name: row.company.name, noteId: null, text: '' });
}

function moveRow(model: ListModel, row: CompanyRow, to: ListName, later?: Later): void {
  const { left } = model.shown.counts.get();
  const from = model.listOf(row);
  const change = Number(to === 'None') - Number(from === 'None');
  model.triage.decide(to, targetsOf(model, row), left === null ? null : Math.max(0, left + change), later);
}

async function decideSelection(model: ListModel, to: ListName, later?: Later): Promise<string> {
  const source = initialisedSource(model);
  const loaded = new Map(model.selection.loaded().map((row) => [row.id, row]));
  const ids = await model.selection.ids(source);
  const selected = formatCount(ids.length);
  if (ids.length > maxTargets)
    return `You can move up to ${formatCount(maxTargets)} companies at once; ${selected} are selected.`;
  const targets = ids.flatMap((id) => {
    const row = loaded.get(id.id);
    return row === undefined ? unloadedTargets(model, id) : targetsOf(model, row);
  });
  if (targets.length > maxTargets) return `${selected} companies are too many to move at once. Select fewer.`;
  model.selection.clear();
  model.triage.decide(to, targets, null, later);
  // Rows may have left while the ids were being requested.
  advance(model, model.cursor.focus.get().index - 1);
  return '';
}

/** Moves on from a decided row: to the next undecided one, else the first, else the first one still to be loaded. */
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

/** Its name is not known here; the queue shows its number if the server refuses it. */
function unloadedTargets(model: ListModel, row: RowId): MoveTarget[] {
  const { companyId } = row;
  const entry = model.shown.knownEntry(row) ?? row;
  const from = shownList({ ...row, company: { id: companyId }, list: entry.list }, model.triage.overlay);
  noteInbox(model, row, model.source?.inboxId, from);
  return targetsFrom(model, entry, { entryId: row.entryId ?? entry.entryId, companyId, name: '', from });
}

/** Makes the counts beside the smart lists' names follow the decision. */
function noteInbox(
  { triage }: ListModel,
  { entryId, companyId }: { readonly entryId: number | null; readonly companyId: number },
  inboxId: number | undefined,
  shown: ListName,
): void {
  if (entryId !== null && inboxId !== undefined) triage.note([{ entryId, companyId, inboxId, list: shown }]);
}

/**
 * The row represents the company's other entries too. Moves that it does not reflect yet tell where each of them is
 * now.
 */
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

/** Decides the rows in hand, and reports what went wrong. Calls `then` if that moved any. */
export function decideInList(model: ListModel, to: ListName, later?: Later, then?: () => void): void {
  const { last } = model.triage;
  const before = last.get()?.turn;
  decide(model, to, later).then(
    (problem) => {
      if (problem !== '') showFailure('Not moved', problem);
      else if (last.get()?.turn !== before) then?.();
      return undefined;
    },
    (error: unknown) => showFailure('Not moved', error),
  );
}
