import type { MoveStep, MoveTarget } from '#shared/bridge/moves.ts';
import type { ListName } from '#shared/domain/listName.ts';
import { assertNever } from '#shared/errors.ts';
import { counted } from '#shared/domain/formats.ts';
import { isolated } from '../ui/title.ts';
import {
  type ListChange,
  corrected,
  countedRows,
  moved,
  newMeter,
  noted,
  recounted,
  withoutCorrections,
  worked,
} from './figures.ts';
import {
  allShown,
  answered,
  forgotten,
  guessed,
  moveAt,
  pressed,
  refusedAt,
  resumed,
  targetKey,
  told,
  type Overlay,
  type Placed,
} from './overlay.ts';
import {
  initialState,
  type DecideEvent,
  type News,
  type ShownChange,
  type Snapshot,
  type State,
  type Step,
} from './state.ts';

type Of<K extends DecideEvent['kind']> = Extract<DecideEvent, { kind: K }>;

/**
 * What is known and shown after an event. It depends only on the two: no clock, no timer, no call, so that keys,
 * answers and news can be tested in any order. Main's revision says which of two things it told is newer, a key's
 * number which of two keys; what a key did stays until main has answered it.
 */
export function reduce(state: State, event: DecideEvent): State {
  const next = after({ ...state, change: null }, event);
  const placements = next.change?.placements ?? [];
  // A step about a note moves nothing.
  if (placements.length === 0) return { ...next, change: null };
  return { ...next, counts: moved(next.counts, next.overlay, placements) };
}

function after(state: State, event: DecideEvent): State {
  switch (event.kind) {
    case 'decided':
      return decided(state, event);
    case 'found':
      return found(state, event);
    case 'saved':
      return saved(state, event);
    case 'refused':
      return refused(state, event);
    case 'undone':
      return undone(state, event);
    case 'takenBack':
      return takenBack(state, event);
    case 'undoneInVain':
      return undoneInVain(state, event);
    case 'asked':
      return asked(state, event);
    case 'resumed':
      return resume(hearing(state, event.snapshot), event.snapshot);
    case 'told':
      return heard(hearing(state, event.news), event.news);
    case 'reset':
      return reset(state, event);
    case 'counted':
      return countedAnew(state, event);
    case 'read':
      return { ...state, counts: countedRows(state.counts, state.overlay, rowsSince(state, event.rows)) };
    case 'noted':
      return { ...state, counts: noted(state.counts, event.entries) };
    default:
      return assertNever(event);
  }
}

/** Main has told everything settled by a revision. */
function hearing(state: State, { revision }: { readonly revision: number }): State {
  return { ...state, heard: Math.max(state.heard, revision) };
}

function countedAnew(state: State, { lists, revision }: Of<'counted'>): State {
  if (revision < state.since) return state;
  return { ...state, counts: recounted(state.counts, state.overlay, lists, revision) };
}

/** Rows read in the current state: after a reset, an entry's id may belong to another one. */
function rowsSince({ since }: State, rows: Of<'read'>['rows']): Of<'read'>['rows'] {
  return rows.filter(({ revision = since }) => revision >= since);
}

function decided(state: State, event: Of<'decided'>): State {
  const { turn, at, to, targets, isFound, label = decidedText(to, targets) } = event;
  const placements = targets.flatMap((target) => placementsOf(target, to));
  const step: Step = {
    turn,
    label,
    isFound,
    placements,
    before: targets.flatMap((target) => beforeOf(target)),
    changes: changesOf(targets, to),
    saved: null,
    undoTurn: null,
    isGone: false,
  };
  return {
    ...state,
    overlay: isFound ? pressed(state.overlay, placements, turn) : guessed(state.overlay, placements, turn),
    steps: [...state.steps, step],
    unsaved: without(state.unsaved, placements),
    meter: worked(state.meter, step.changes, at),
    newest: turn,
    change: { kind: 'decided', placements },
  };
}

/** We now know what a decision moves: it counts for that, unless it has been taken back meanwhile. */
function found(state: State, { turn, to, targets }: Of<'found'>): State {
  const placements = targets.flatMap((target) => placementsOf(target, to));
  const before = targets.flatMap((target) => beforeOf(target));
  const step = stepOf(state, turn);
  if (step === undefined) return { ...state, change: { kind: 'settled', placements } };
  const change: ShownChange = { kind: 'settled', placements: [...step.placements, ...placements] };
  const known = { ...step, isFound: true, placements, before };
  const { undoTurn } = step;
  if (undoTurn !== null) {
    const overlay = pressed(answered(state.overlay, step.before, undoTurn), before, undoTurn);
    return { ...withStep(state, known), overlay, change };
  }
  const unguessed = answered(state.overlay, step.placements, turn);
  // The company was there already: there is nothing to take back, and the server's data is right.
  if (targets.length === 0) {
    const meter = corrected(state.meter, reversed(step.changes));
    return { ...state, steps: state.steps.filter((other) => other !== step), overlay: unguessed, meter, change };
  }
  return { ...withStep(state, known), overlay: pressed(unguessed, placements, turn), change };
}

function saved(state: State, { turn, reply }: Of<'saved'>): State {
  const step = stepOf(state, turn);
  const own = step === undefined ? state.overlay : answered(state.overlay, step.placements, turn);
  const overlay = queued(state, own, reply);
  // Usually this changes nothing; but another window may have decided later and been heard of earlier.
  const placements = [...(step?.placements ?? []), ...reply.placements].filter(
    (placed) => listAt(overlay, placed) !== listAt(state.overlay, placed),
  );
  const change: ShownChange | null = placements.length === 0 ? null : { kind: 'settled', placements };
  if (step === undefined) return { ...state, overlay, change };
  const { stepId: id, revision } = reply;
  const named = withStep({ ...state, overlay, change }, { ...step, saved: { id, revision } });
  const isGone = named.goneEarly.has(id);
  return withoutEarly(isGone ? withoutSteps(named, (other) => other.turn === turn) : named);
}

function refused(state: State, { turn, at }: Of<'refused'>): State {
  const step = stepOf(state, turn);
  if (step === undefined) return state;
  // If the user has undone the step meanwhile, there is nothing left to put back.
  if (step.undoTurn !== null) return state;
  const overlay = answered(state.overlay, step.placements, turn);
  // If only the answer was lost, main may already have told that it was done.
  const lost = step.placements.filter((placed) => listAt(overlay, placed) !== placed.list);
  return withoutEarly({
    ...state,
    overlay,
    steps: state.steps.filter((other) => other !== step),
    unsaved: new Map([...state.unsaved, ...lost.map((placed) => [targetKey(placed), placed.list] as const)]),
    meter: worked(state.meter, reversed(step.changes), at),
    newest: turn,
    change: { kind: 'failed', placements: step.before },
  });
}

/** Shows what was shown before the newest step, unless something newer says otherwise. */
function undone(state: State, { turn, at }: Of<'undone'>): State {
  const step = state.steps.at(-1);
  if (step === undefined) return state;
  const back = step.before.filter((before, index) => listAt(state.overlay, before) === step.placements[index]?.list);
  return {
    ...state,
    overlay: step.isFound ? pressed(state.overlay, back, turn) : guessed(state.overlay, back, turn),
    steps: state.steps.slice(0, -1),
    undoing: [...state.undoing, { ...step, undoTurn: turn }],
    meter: worked(state.meter, reversed(step.changes), at),
    newest: turn,
    change: { kind: 'undone', placements: step.before },
  };
}

/** Shows where the queue puts companies back to; it knows more than this window if another one decided before. */
function takenBack(state: State, { turn, reply }: Of<'takenBack'>): State {
  if (reply.revision < state.since) return state;
  const step = stepOfUndo(state, turn);
  const isOwn = step?.saved?.id === reply.stepId;
  const { placements } = reply;
  const rest = forget(state, [reply.stepId]);
  const own = isOwn && step !== undefined ? answered(rest.overlay, step.before, turn) : rest.overlay;
  // If another window had moved companies and this one had not heard of it, they are brought back only now.
  const isShown = isOwn && step !== undefined && (state.newest !== turn || isAsShown(step, placements));
  const overlay = queued(state, own, reply);
  // What another window had decided the same way before is not put back: it shows that decision again.
  const put = new Set(placements.map((placed) => targetKey(placed)));
  const others = isOwn && step !== undefined ? step.before.filter((placed) => !put.has(targetKey(placed))) : [];
  const stay = others.map((placed) => ({ ...placed, list: listAt(overlay, placed) ?? placed.list }));
  return {
    ...rest,
    overlay,
    undoing: isOwn ? rest.undoing.filter((other) => other.turn !== step?.turn) : rest.undoing,
    change: { kind: isShown ? 'settled' : 'undone', placements: [...placements, ...stay] },
  };
}

/** Whether a step that was taken back shows its companies where the queue has put them. */
function isAsShown({ before }: Step, placements: readonly Placed[]): boolean {
  const lists = new Map(placements.map((placed) => [targetKey(placed), placed.list]));
  return before.every((placed) => (lists.get(targetKey(placed)) ?? placed.list) === placed.list);
}

function undoneInVain(state: State, { turn }: Of<'undoneInVain'>): State {
  const step = stepOfUndo(state, turn);
  if (step === undefined) return state;
  return withoutEarly({
    ...state,
    overlay: answered(state.overlay, step.before, turn),
    undoing: state.undoing.filter((other) => other !== step),
    change: { kind: 'settled', placements: step.before },
  });
}

/** Whether the step that a key took back still stands. If not it is forgotten, and its rows show the server's data. */
function asked(before: State, { turn, snapshot, isSupposed }: Of<'asked'>): State {
  const state = snapshot === null ? before : hearing(before, snapshot);
  const step = stepOfUndo(state, turn);
  if (step === undefined) return snapshot === null ? state : resume(state, snapshot);
  const hasIt = snapshot === null ? isSupposed : snapshot.steps.some((id) => id === step.saved?.id);
  const stands = hasIt && !step.isGone;
  const next: State = {
    ...state,
    overlay: answered(state.overlay, step.before, turn),
    undoing: state.undoing.filter((other) => other !== step),
  };
  const known = stands ? withStanding(next, step) : withoutMoves(next, step, snapshot);
  const resumes = snapshot === null ? known : resume(known, snapshot);
  const placements = [...step.placements, ...(resumes.change?.placements ?? [])];
  return { ...resumes, change: { kind: stands ? 'failed' : 'outdated', placements } };
}

/** A step that was not taken back after all can be taken back again. */
function withStanding(state: State, step: Step): State {
  return {
    ...state,
    steps: [...state.steps, { ...step, undoTurn: null }].toSorted((a, b) => a.turn - b.turn),
    meter: corrected(state.meter, step.changes),
  };
}

/** Removes everything shown of a step's moves, as far as main knew of them. */
function withoutMoves(state: State, { before, saved: name }: Step, snapshot: Snapshot | null): State {
  const revision = snapshot?.revision ?? name?.revision ?? 0;
  return { ...state, overlay: forgotten(state.overlay, before, revision) };
}

/** What was pending when this window opened, when somebody signed in again, or when it is unclear what stands. */
function resume(state: State, { pending, steps, failed, revision }: Snapshot): State {
  if (revision < state.since) return state;
  const standing = new Set(steps);
  const isGone = ({ saved: name }: Step): boolean =>
    name !== null && name.revision <= revision && !standing.has(name.id);
  const moves = failed.filter(({ isReason, isNote }) => !isReason && !isNote);
  const overlay = resumed(state.overlay, pending, revision, moves);
  const refusals = moves.map(({ entryId, companyId, to }) => ({ entryId, companyId, list: to }));
  const back = refusals.filter((placed) => listAt(overlay, placed) !== listAt(state.overlay, placed));
  const left = withoutSteps({ ...state, overlay }, isGone);
  return { ...withoutSaved(left, pending), change: { kind: 'settled', placements: [...pending, ...back] } };
}

/** The queue's news, from every window: finished moves show until newer rows come; refused ones are put back. */
function heard(state: State, { settled, failed, gone }: News): State {
  const known = settled.filter(({ revision }) => revision >= state.since);
  const refusals = new Set(
    failed.filter(({ isReason, isNote }) => !isReason && !isNote).map((move) => targetKey(move)),
  );
  const isRefused = (placed: Placed): boolean => refusals.has(targetKey(placed));
  const done = known.filter((placed) => !isRefused(placed)).map((placed) => ({ ...placed, isDone: true }));
  const back = known.filter((placed) => isRefused(placed));
  const overlay = back.reduce(
    (moves, placed) => refusedAt(moves, [placed], placed.revision),
    told(state.overlay, done),
  );
  const rest = forget({ ...state, overlay }, gone);
  if (known.length === 0) return rest;
  return {
    ...withoutSaved(rest, known),
    change: { kind: back.length === 0 ? 'settled' : 'failed', placements: known },
  };
}

function reset(state: State, { snapshot: { pending, revision } }: Of<'reset'>): State {
  if (revision < state.since) return state;
  return {
    ...initialState,
    overlay: resumed(initialState.overlay, pending, revision),
    counts: withoutCorrections(state.counts),
    meter: newMeter,
    heard: Math.max(state.heard, revision),
    since: revision,
    change: { kind: 'settled', placements: [...allShown(state.overlay), ...pending] },
  };
}

/** The moves of a reply are pending, unless the reply is about a state that no longer exists. */
function queued(state: State, overlay: Overlay, { placements, revision }: MoveStep): Overlay {
  if (revision < state.since) return overlay;
  return told(
    overlay,
    placements.map((placed) => ({ ...placed, isDone: false, revision })),
  );
}

function listAt(overlay: Overlay, { entryId, companyId }: Placed): ListName | undefined {
  return moveAt(overlay, entryId, companyId)?.list;
}

function stepOf({ steps, undoing }: State, turn: number): Step | undefined {
  return steps.findLast((step) => step.turn === turn) ?? undoing.find((step) => step.turn === turn);
}

/** Updates a step. */
function withStep(state: State, step: Step): State {
  const renew = (others: readonly Step[]): readonly Step[] => {
    const index = others.findLastIndex(({ turn }) => turn === step.turn);
    return index === -1 ? others : others.with(index, step);
  };
  return { ...state, steps: renew(state.steps), undoing: renew(state.undoing) };
}

/** Removes steps that can no longer be taken back: the meter does not count them. */
function withoutSteps(state: State, isGone: (step: Step) => boolean): State {
  const gone = state.steps.filter((step) => isGone(step));
  if (gone.length === 0) return state;
  const meter = gone.reduce((sum, { changes }) => corrected(sum, reversed(changes)), state.meter);
  return { ...state, steps: state.steps.filter((step) => !isGone(step)), meter };
}

/** Steps can no longer be taken back, by id; steps without an id yet may be among them. */
function forget(state: State, ids: readonly string[]): State {
  if (ids.length === 0) return state;
  const gone = new Set(ids);
  const isGone = ({ saved: name }: Step): boolean => name !== null && gone.has(name.id);
  const undoing = state.undoing.some(isGone)
    ? state.undoing.map((step) => (isGone(step) ? { ...step, isGone: true } : step))
    : state.undoing;
  const left = withoutSteps({ ...state, undoing }, isGone);
  return isAnyUnnamed(left) ? { ...left, goneEarly: new Set([...left.goneEarly, ...ids]) } : left;
}

function withoutEarly(state: State): State {
  return state.goneEarly.size === 0 || isAnyUnnamed(state) ? state : { ...state, goneEarly: new Set() };
}

function isAnyUnnamed({ steps }: State): boolean {
  return steps.some(({ saved: name }) => name === null);
}

/** Main has these after all: only the answer to the decision was lost. */
function withoutSaved(state: State, placements: readonly Placed[]): State {
  const saved = placements.filter((placed) => state.unsaved.get(targetKey(placed)) === placed.list);
  return saved.length === 0 ? state : { ...state, unsaved: without(state.unsaved, saved) };
}

/** Decided again, or saved after all. */
function without(unsaved: State['unsaved'], placements: readonly Placed[]): State['unsaved'] {
  if (unsaved.size === 0 || placements.length === 0) return unsaved;
  const left = new Map(unsaved);
  for (const placed of placements) left.delete(targetKey(placed));
  return left.size === unsaved.size ? unsaved : left;
}

/** Another entry of the company being decided, and the list it shows. */
interface OtherEntry {
  readonly entryId: number;
  readonly list: ListName;
}

/**
 * What a decision about a company moves: its entry, along with the undecided ones and those in the same list, each from
 * where it is. Entries decided into another list stay.
 */
export function coveredMoves(target: Omit<MoveTarget, 'siblings'>, others: readonly OtherEntry[]): MoveTarget[] {
  const idsIn = (wanted: ListName): number[] =>
    others.filter(({ list }) => list === wanted).map(({ entryId }) => entryId);
  const alike = target.from === 'None' ? [] : idsIn(target.from);
  return [{ ...target, siblings: idsIn('None') }, ...alike.map((entryId) => ({ ...target, entryId, siblings: [] }))];
}

/** Where a decision puts a target; it covers the company's undecided entries in other smart lists too. */
export function placementsOf({ entryId, companyId, siblings }: MoveTarget, list: ListName): Placed[] {
  return [{ entryId, companyId, list }, ...siblings.map((sibling) => ({ entryId: sibling, companyId, list }))];
}

/** Where a target and its siblings were before. */
export function beforeOf({ entryId, companyId, siblings, from }: MoveTarget): Placed[] {
  const others = siblings.map((sibling): Placed => ({ entryId: sibling, companyId, list: 'None' }));
  return [{ entryId, companyId, list: from }, ...others];
}

/** What a decision changes; a company counts once, however many entries it has. */
export function changesOf(targets: readonly MoveTarget[], to: ListName): ListChange[] {
  return [...new Map(targets.map(({ companyId, from }) => [companyId, { from, to }])).values()];
}

/** The changes that take these back. */
export function reversed(changes: readonly ListChange[]): ListChange[] {
  return changes.map(({ from, to }) => ({ from: to, to: from }));
}

/**
 * What a decision did, for the live region and toasts: `Archived Acme`, `Moved 12 companies to Watchlist`. A company
 * with several entries counts once.
 */
export function decidedText(to: ListName, targets: readonly { name: string; companyId: number }[]): string {
  const companies = new Set(targets.map(({ companyId }) => companyId)).size;
  const what = companies === 1 ? isolated(targets[0]?.name ?? '') : counted(companies, 'company', 'companies');
  switch (to) {
    case 'Archive':
      return `Archived ${what}`;
    case 'Watchlist':
    case 'Opportunities':
      return `Moved ${what} to ${to}`;
    case 'Later':
      return `Put off ${what}`;
    case 'None':
      return `Moved ${what} back to undecided`;
    default:
      return assertNever(to);
  }
}

/** What undo took back: `Undone: Archived Acme.` */
export function undoneText(label: string): string {
  return `Undone: ${label}.`;
}

/** Whether the last decision about this row could not be saved; it then shows the list from before. */
export function isUnsaved({ unsaved }: State, entryId: number | null, companyId: number): boolean {
  return unsaved.size > 0 && unsaved.has(targetKey({ entryId, companyId }));
}

/** The step that undo would take back; undefined if this window has none. */
export function newestStep({ steps }: State): Step | undefined {
  return steps.at(-1);
}

/** The step that a key took back, while main has not confirmed it. */
export function stepOfUndo({ undoing }: State, turn: number): Step | undefined {
  return undoing.find((step) => step.undoTurn === turn);
}
