import type { MoveRequest, NoteRequest } from '#shared/bridge/moves.ts';
import type { Later } from '#shared/domain/later.ts';
import type { ListName } from '#shared/domain/listName.ts';
import { isMove, isOfUndo, isReason, targetOf, targetOfNote, type Command, type Numbering } from './command.ts';
import type { Draft } from './draft.ts';

/** What to move, as the row showed it at the key press. */
export interface Item {
  readonly entryId: number | null;
  readonly companyId: number;
  readonly name: string;
  /** The list the row showed. */
  readonly from: ListName;
}

/**
 * What one step did to one item, for undo. `seq` is the command it created, or null if it only took an unsent one back;
 * `replaced` is the unsent command it replaced.
 */
export interface StepItem extends Item {
  readonly to: ListName;
  readonly seq: number | null;
  readonly replaced: Command | null;
}

/** What one step did to a note, for undo: its texts before and after, and the command it created, if any. */
export interface NoteItem extends Omit<NoteRequest, 'stepId'> {
  readonly seq: number | null;
}

/** Everything a decision covers: each target, and its undecided entries in other smart lists (docs/api.md). */
export function itemsOf({ targets }: MoveRequest): Item[] {
  return targets.flatMap(({ entryId, companyId, name, from, siblings }) => [
    { entryId, companyId, name, from },
    ...siblings.map((sibling): Item => ({ entryId: sibling, companyId, name, from: 'None' })),
  ]);
}

/**
 * Plans to move one item. Only a pending command is replaced; after one that is sent, or may have been, a new one is
 * appended (I6). Going back to where the pending command came from removes it. Null if there is nothing to do.
 */
export function planMove(
  draft: Draft,
  item: Item,
  to: ListName,
  stepId: string,
  ids: Numbering,
  later?: Later,
): StepItem | null {
  dropFailedReasons(draft, item);
  const last = draft.chain(targetOf(item)).at(-1);
  const shown = last === undefined ? item.from : last.state === 'failed' ? last.from : last.to;
  // One that is put off can be put off anew, until something else.
  if (shown === to && later === undefined) return null;
  const made = (from: ListName): Command => {
    const command = newCommand(item, { from, to, stepId, ...(later === undefined ? {} : { later }) }, ids);
    draft.put(command);
    return command;
  };
  // A reason that was given is kept: undo brings it back with its decision.
  if (last?.state !== 'pending' || isReason(last))
    return { ...item, from: shown, to, seq: made(shown).seq, replaced: null };
  draft.drop(last);
  const seq = last.from === to && later === undefined ? null : made(last.from).seq;
  return { ...item, from: shown, to, seq, replaced: last };
}

/** A command about an item that was not sent yet. */
function newCommand(
  { entryId, companyId, name }: Omit<Item, 'from'>,
  what: Pick<Command, 'from' | 'to' | 'stepId' | 'later' | 'reasonId' | 'note'>,
  ids: Numbering,
): Command {
  return { seq: ids.nextSeq(), key: ids.newKey(), entryId, companyId, name, state: 'pending', reason: '', ...what };
}

/**
 * Plans to write, change or delete a note. Its last text counts: it replaces one that was not sent, or was refused.
 * Null if that is its text already, and those who read it are the same.
 */
export function planNote(
  draft: Draft,
  { noteId, companyId, name, from, to, forTeam, wasForTeam = forTeam }: Omit<NoteItem, 'seq'>,
  stepId: string,
  ids: Numbering,
): NoteItem | null {
  const chain = draft.chain(targetOfNote(noteId));
  const { shown, known, isRefused } = textsOf(chain, from);
  const isForOthers = forTeam !== wasForTeam;
  if (shown === to && !isRefused && !isForOthers) return null;
  for (const command of chain) if (command.state !== 'sent') draft.drop(command);
  const readers = readersOf(chain, forTeam, wasForTeam);
  if (known === to && shown === to && !isForOthers) return null;
  const item = { noteId, companyId, name, from: shown, to, ...readers };
  if (known === to && !isForOthers) return { ...item, seq: null };
  const whose = readers.forTeam === undefined ? {} : { forTeam: readers.forTeam };
  const note = { id: noteId, from: known, to, ...whose };
  const command = newCommand({ entryId: null, companyId, name }, { from: 'None', to: 'None', stepId, note }, ids);
  draft.put(command);
  return { ...item, seq: command.seq };
}

/** Who reads a note: what was said with an earlier change, which may not have been sent yet, goes with the next one. */
function readersOf(
  chain: readonly Command[],
  forTeam: boolean | undefined,
  wasForTeam: boolean | undefined,
): Pick<NoteItem, 'forTeam' | 'wasForTeam'> {
  const said = forTeam ?? chain.findLast(({ note }) => note?.forTeam !== undefined)?.note?.forTeam;
  return { ...(said === undefined ? {} : { forTeam: said }), ...(wasForTeam === undefined ? {} : { wasForTeam }) };
}

/**
 * The text of a note as it is `shown`, and as the server has it, or will once it has answered (`known`); whether a
 * change of it was refused. Without commands it is what the window showed. Several may be unsent: one that was marked
 * as sent, and did not go out, is followed by another.
 */
function textsOf(
  chain: readonly Command[],
  from: string,
): { readonly shown: string; readonly known: string; readonly isRefused: boolean } {
  const sent = chain.findLast(({ state }) => state === 'sent')?.note;
  const unsent = chain.filter(({ state }) => state !== 'sent');
  const last = unsent.at(-1);
  const isRefused = last?.state === 'failed';
  const known = sent?.to ?? unsent[0]?.note?.from ?? from;
  const shown = isRefused ? known : (last?.note?.to ?? known);
  return { shown, known, isRefused };
}

/** A reason that was refused is about a decision that is now replaced. */
function dropFailedReasons(draft: Draft, item: Pick<Item, 'entryId' | 'companyId'>): void {
  for (const command of draft.chain(targetOf(item))) {
    if (isReason(command) && command.state === 'failed') draft.drop(command);
  }
}

/**
 * Plans to say why an item is in the list that a decision put it in. It replaces a reason for the same decision that
 * was not sent. Does nothing if the decision was replaced meanwhile, or refused.
 */
export function planReason(draft: Draft, item: StepItem, reasonId: number, stepId: string, ids: Numbering): void {
  const { to } = item;
  dropFailedReasons(draft, item);
  const last = draft.chain(targetOf(item)).at(-1);
  if (last !== undefined && (last.to !== to || last.state === 'failed')) return;
  if (last !== undefined && isUnsentReason(last, stepId)) draft.drop(last);
  draft.put(newCommand(item, { from: to, to, stepId, reasonId }, ids));
}

/**
 * Plans the confirmation of a command. If its company had no entry at the key press, the decision also covers the
 * entries that the server then named (docs/api.md): one command each, unless they have been decided meanwhile. A later
 * decision about the company, or its undo, brings its own.
 */
export function planDone(draft: Draft, command: Command, siblings: readonly number[], ids: Numbering): StepItem[] {
  const { companyId, name, to, stepId, later } = command;
  const overtaken = draft.chain(targetOf(command)).findLast((other) => !isReason(other))?.seq !== command.seq;
  // A refused reason before it is about the decision that it replaced.
  if (isMove(command)) dropFailedReasons(draft, command);
  draft.done(command);
  if (overtaken) return [];
  return siblings
    .map((entryId): Item => ({ entryId, companyId, name, from: 'None' }))
    .filter((item) => draft.chain(targetOf(item)).length === 0)
    .map((item) => planMove(draft, item, to, stepId, ids, later))
    .filter((item) => item !== null);
}

/** Whether a command is a reason that a decision was given, and that is not on its way. */
function isUnsentReason(command: Command, stepId: string): boolean {
  return isReason(command) && command.state !== 'sent' && command.stepId === stepId;
}

/**
 * Plans to take back what a step did to an item (I16), as the step `undo`. Unsent: what it replaced is put back, if
 * anything. Sent, perhaps sent, or followed by a move that brought another one back: the reverse move is appended. Its
 * reason goes with it. `discarded` are commands the user has discarded, which had no effect.
 */
export function planUndo(
  draft: Draft,
  item: StepItem,
  { undone, undo }: { readonly undone: string; readonly undo: string },
  ids: Numbering,
  discarded: ReadonlySet<number>,
): void {
  for (const command of draft.chain(targetOf(item))) if (isUnsentReason(command, undone)) draft.drop(command);
  const chain = draft.chain(targetOf(item));
  if (item.seq !== null && discarded.has(item.seq)) return;
  const own = chain.find(({ seq }) => seq === item.seq);
  const mayBeSent = item.seq !== null && (own === undefined || own.state === 'sent');
  if (mayBeSent || isOvertaken(chain, item)) {
    planBack(draft, item, undo, ids);
    return;
  }
  if (own !== undefined) draft.drop(own);
  if (item.replaced !== null) putBack(draft, item.replaced, ids);
}

/** Whether a move that brought another one back follows what a step did to an item. */
function isOvertaken(chain: readonly Command[], { seq, replaced }: StepItem): boolean {
  if (seq !== null) return chain.some((other) => isMove(other) && other.seq > seq);
  const last = chain.at(-1);
  // What was before the replaced one is no later decision.
  return last?.state === 'pending' && last.seq > (replaced?.seq ?? 0);
}

/**
 * Plans to send an item back to where it was, which for one that was put off anew is where it is. What a decision
 * replaced was never sent: the server could only bring back an earlier one, with a reason or a day that it did not
 * have, so it is decided again.
 */
function planBack(draft: Draft, item: StepItem, stepId: string, ids: Numbering): void {
  const { replaced } = item;
  if (replaced !== null && !isOfUndo(replaced)) {
    planMove(draft, { ...item, from: item.to }, item.from, replaced.stepId, ids, replaced.later);
    return;
  }
  if (item.from !== item.to) {
    planMove(draft, { ...item, from: item.to }, item.from, stepId, ids);
    return;
  }
  const { to } = item;
  draft.put(newCommand(item, { from: to, to, stepId }, ids));
}

/**
 * Puts an unsent command back, starting from where its company is now. After one that is sent it becomes a new command:
 * its old number would send it first.
 */
function putBack(draft: Draft, command: Command, ids: Numbering): void {
  const last = draft.chain(targetOf(command)).at(-1);
  const from = last === undefined ? command.from : last.state === 'failed' ? last.from : last.to;
  // One that was put off anew is where it was, until something else.
  if (from === command.to && command.later === undefined) return;
  const isLast = last === undefined || last.seq < command.seq;
  draft.put(isLast ? { ...command, from } : { ...command, from, seq: ids.nextSeq(), key: ids.newKey() });
}
