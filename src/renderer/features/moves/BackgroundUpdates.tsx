import { ActionIcon, Button, Loader } from '@mantine/core';
import { IconAlertTriangle, IconUsers, IconCheck, IconCloudOff, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { MoveProgress, MoveQueueState, FailedMove } from '#shared/bridge/moves.ts';
import { listSlugs, type ListName } from '#shared/domain/listName.ts';
import { assertNever } from '#shared/errors.ts';
import { counted, formatCount } from '#shared/domain/formats.ts';
import { call } from '../../bridge/bridge.ts';
import { useConnection, useMoveQueue } from '../../data/bridgeValues.ts';
import type { LastDecision } from '../../decide/triage.ts';
import { useCommands } from '../../keyboard/CommandProvider.tsx';
import { Keys } from '../../keyboard/Keys.tsx';
import { useCornerRoom, useRoom } from '../../ui/Screen.tsx';
import { usePaced } from '../../ui/usePaced.ts';
import { AssignStrip, useAssignStrip } from './AssignStrip.tsx';
import { LaterStrip, useLaterStrip } from './LaterStrip.tsx';
import { NoteStrip, useNoteStrip } from './NoteStrip.tsx';
import { ReasonStrip, useReasonStrip } from './ReasonStrip.tsx';
import { useTriage } from './TriageProvider.tsx';
import { useIsLearning } from './useIsLearning.ts';
import classes from './BackgroundUpdates.module.css';

/** How long the panel stays once nothing is pending, in milliseconds (product 9). */
const hideDelay = 5000;

/**
 * The background-updates panel, bottom right (product 2): what was decided last and the way back, one line per list,
 * refused moves, and why the queue waits.
 */
export function BackgroundUpdates(): ReactNode {
  const queue = useMoveQueue();
  const isShown = useLingering(isPending(queue));
  const { note } = useSteadyNote(queue);
  const top = useQuestion(queue.failed);
  const hasWork = isShown && progressLines(queue.progress).length > 0;
  if (!hasWork && top === null && queue.failed.length === 0 && note === '') return null;
  const [settled = [], refused = []] = [true, false].map((is) =>
    queue.failed.filter(({ isSettled }) => isSettled === is),
  );
  return (
    <Panel>
      {top}
      {hasWork && <Lines queue={queue} />}
      {note !== '' && (
        <output className={classes.note}>
          <IconCloudOff size={15} stroke={1.8} aria-hidden /> {note}
        </output>
      )}
      {refused.length > 0 && <Failed failed={refused} />}
      {settled.length > 0 && <SettledFirst moves={settled} />}
    </Panel>
  );
}

/**
 * What is asked just now, until when, why or to whom, or the note that is being written; otherwise what was decided
 * last, and the way back, unless that has failed, which is told for itself.
 */
function useQuestion(failed: readonly FailedMove[]): ReactNode {
  const hint = useUndoHint();
  const last = failed.some(({ companyId }) => hint?.companyIds.has(companyId) === true) ? null : hint;
  const reason = useReasonStrip();
  const later = useLaterStrip();
  const note = useNoteStrip();
  const assign = useAssignStrip();
  if (note.question !== null) {
    const { companyId, noteId } = note.question;
    return <NoteStrip key={noteId ?? companyId} {...note} question={note.question} />;
  }
  if (assign.question !== null) return <AssignStrip {...assign} question={assign.question} />;
  if (later.question !== null) return <LaterStrip {...later} question={later.question} />;
  if (reason.decision !== null) return <ReasonStrip {...reason} decision={reason.decision} />;
  return last === null ? null : <UndoHint last={last} onReason={reason.open} />;
}

function Panel({ children }: { readonly children: ReactNode }): ReactNode {
  const panel = useRef<HTMLElement>(null);
  useCornerRoom(panel);
  return (
    <aside
      ref={panel}
      className={classes.panel}
      style={useRoom()}
      aria-label="Background updates"
      data-region="updates"
    >
      {children}
    </aside>
  );
}

function useSteadyNote(queue: MoveQueueState): SteadyNote {
  const isReached = useConnection().status === 'connected';
  const [held, setHeld] = useState<SteadyNote>({ note: '', moved: 0 });
  const now = steadyNote(held, queue, isReached);
  if (now !== held) setHeld(now);
  return now;
}

/** True while something is pending and for 5 seconds after (product 9). */
function useLingering(pending: boolean): boolean {
  const [lingering, setLingering] = useState(false);
  if (pending && !lingering) setLingering(true);
  useEffect(() => {
    if (pending || !lingering) return undefined;
    const timer = setTimeout(() => setLingering(false), hideDelay);
    return () => clearTimeout(timer);
  }, [pending, lingering]);
  return pending || lingering;
}

/** The last decision, as long as the way back is worth a hint: it is one of the first, or about several companies. */
function useUndoHint(): LastDecision | null {
  const last = usePaced(useTriage().last);
  const isLearning = useIsLearning();
  const [over, setOver] = useState(0);
  const turn = last?.turn ?? 0;
  useEffect(() => {
    const timer = setTimeout(() => setOver(turn), hideDelay);
    return () => clearTimeout(timer);
  }, [turn]);
  return last !== null && turn !== over && isHinted(last, isLearning) ? last : null;
}

/** Whether the way back from a decision is shown, which is the way back while nothing else was done since. */
export function isHinted(
  { companies, isNewest }: Pick<LastDecision, 'companies' | 'isNewest'>,
  isLearning: boolean,
): boolean {
  return isNewest && (isLearning || companies > 1);
}

function UndoHint({
  last: { label, to, reason },
  onReason,
}: {
  readonly last: LastDecision;
  readonly onReason: () => void;
}): ReactNode {
  const { undo } = useTriage();
  return (
    <div className={classes.undo}>
      <span className={classes.done}>{reason === '' ? label : `${label}: ${reason}`}</span>
      {to !== 'None' && (
        <Button
          size="compact-xs"
          variant="default"
          rightSection={<Keys id="triage.reason" />}
          onMouseDown={(event) => event.preventDefault()}
          onClick={onReason}
        >
          Reason
        </Button>
      )}
      <Button
        size="compact-xs"
        variant="default"
        rightSection={<Keys id="triage.undo" />}
        // The table keeps the keyboard.
        onMouseDown={(event) => event.preventDefault()}
        onClick={undo}
      >
        Undo
      </Button>
    </div>
  );
}

function Lines({ queue }: { readonly queue: MoveQueueState }): ReactNode {
  return (
    <ul className={classes.lines}>
      {progressLines(queue.progress).map(({ list, text, loading }) => (
        <li key={list} className={classes.line} data-loading={loading}>
          {loading ? <Loader size={14} aria-hidden /> : <IconCheck size={16} stroke={2} aria-hidden />}
          <span>{text}</span>
        </li>
      ))}
    </ul>
  );
}

function retry(ids: string[]): void {
  void call('moves.retry', { ids });
}

function discard(ids: string[]): void {
  void call('moves.discard', { ids });
}

function Failed({ failed }: { readonly failed: readonly FailedMove[] }): ReactNode {
  const ids = failed.map(({ id }) => id);
  return (
    <div role="alert" className={classes.failed}>
      <p className={classes.failedTitle}>
        <IconAlertTriangle size={15} stroke={1.8} aria-hidden />
        {failed.some(({ isReason, isNote }) => isReason || isNote)
          ? counted(failed.length, 'change was refused', 'changes were refused')
          : counted(failed.length, 'move was refused', 'moves were refused')}
      </p>
      <ul className={classes.failedList}>
        {failed.slice(0, 5).map((move) => (
          <li key={move.id} className={classes.failedMove}>
            <span>
              <strong>
                <bdi>{move.name}</bdi>
              </strong>{' '}
              {refusedText(move)}: {move.reason}
            </span>
            <ActionIcon
              size="sm"
              aria-label={`Discard the ${kindOf(move)} ${move.isNote ? 'about' : 'of'} ${move.name}`}
              onClick={() => discard([move.id])}
            >
              <IconX size={14} />
            </ActionIcon>
          </li>
        ))}
        {failed.length > 5 && <li>and {formatCount(failed.length - 5)} more</li>}
      </ul>
      <div className={classes.buttons}>
        <Button size="compact-xs" variant="light" onClick={() => retry(ids)}>
          Retry
        </Button>
        <Button size="compact-xs" variant="default" onClick={() => discard(ids)}>
          Discard
        </Button>
      </div>
    </div>
  );
}

/** Companies of a shared list that colleagues have decided first: theirs is kept, or the user's is made. */
function SettledFirst({ moves }: { readonly moves: readonly FailedMove[] }): ReactNode {
  const ids = moves.map(({ id }) => id);
  useCommands({ 'triage.keepTheirs': () => discard(ids), 'triage.insist': () => retry(ids) }, { layer: 'frame' });
  return (
    <div role="alert" className={classes.failed}>
      <p className={classes.failedTitle}>
        <IconUsers size={15} stroke={1.8} aria-hidden />
        {counted(moves.length, 'company was', 'companies were')} decided by a colleague first
      </p>
      <ul className={classes.failedList}>
        {moves.slice(0, 5).map((move) => (
          <li key={move.id} className={classes.failedMove}>
            <span>
              <strong>
                <bdi>{move.name}</bdi>
              </strong>
              : {move.reason} Yours was {move.to}.
            </span>
          </li>
        ))}
        {moves.length > 5 && <li>and {formatCount(moves.length - 5)} more</li>}
      </ul>
      <div className={classes.buttons}>
        <Button
          size="compact-xs"
          variant="light"
          rightSection={<Keys id="triage.keepTheirs" />}
          onClick={() => discard(ids)}
        >
          Keep theirs
        </Button>
        <Button
          size="compact-xs"
          variant="default"
          rightSection={<Keys id="triage.insist" />}
          onClick={() => retry(ids)}
        >
          Decide otherwise
        </Button>
      </div>
    </div>
  );
}

/** What of a company was refused, after its name. */
function refusedText(move: FailedMove): string {
  return kindOf(move) === 'move' ? `to ${listSlugs[move.to]}` : `and its ${kindOf(move)}`;
}

function kindOf({ isReason, isNote }: FailedMove): 'move' | 'reason' | 'note' {
  if (isNote) return 'note';
  return isReason ? 'reason' : 'move';
}

/** One line of the panel. */
interface ProgressLine {
  readonly list: ListName;
  readonly text: string;
  readonly loading: boolean;
}

/** The panel's lines: lists that are still loading first, each in the words of product 2. */
export function progressLines(progress: readonly MoveProgress[]): ProgressLine[] {
  return progress
    .filter(({ total }) => total > 0)
    .map(({ list, total, pending }) => {
      const loading = pending !== 0;
      // What is taken back may be in no inbox.
      const to = list === 'None' ? 'back to undecided' : `to ${listSlugs[list]}`;
      const companies = total === 1 ? 'company' : 'companies';
      const text = loading
        ? `Moving ${total - pending} / ${total} ${companies} ${to}`
        : `Moved ${total} ${companies} ${to}`;
      return { list, text, loading };
    })
    .toSorted((a, b) => Number(b.loading) - Number(a.loading));
}

/** Whether any move is still on its way. */
export function isPending({ progress }: Pick<MoveQueueState, 'progress'>): boolean {
  return progress.some(({ pending }) => pending !== 0);
}

/** A note, and how many moves were done when it came. */
interface SteadyNote {
  readonly note: string;
  readonly moved: number;
}

/**
 * The next note to show: a lost connection stays on the screen during attempts to send, until one succeeds. Otherwise
 * it would blink every five seconds.
 */
export function steadyNote(before: SteadyNote, queue: MoveQueueState, isReached: boolean): SteadyNote {
  const moved = queue.progress.reduce((sum, { total, pending }) => sum + total - pending, 0);
  const isTrying = queue.status === 'sending' && before.note !== '' && moved === before.moved;
  const note = isTrying ? before.note : queueNote(queue, isReached);
  return note === before.note && moved === before.moved ? before : { note, moved };
}

/**
 * Why the queue waits, and that nothing is lost; `''` while it does not. `isReached`: the API answers, and its answer
 * is the reason.
 */
export function queueNote({ status, reason }: Pick<MoveQueueState, 'status' | 'reason'>, isReached: boolean): string {
  switch (status) {
    case 'idle':
    case 'sending':
      return '';
    case 'lost':
      return isReached && reason !== ''
        ? `Not sent yet: ${reason} Your decisions are safe and will be sent automatically.`
        : 'Connection lost. Your decisions are safe; Winnow retries every 5 seconds.';
    case 'parked':
      return 'Your decisions are safe and will be sent when you sign in again.';
    case 'blocked':
      return `Decisions cannot be saved: ${reason}`;
    default:
      return assertNever(status);
  }
}
