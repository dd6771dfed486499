import { notifications } from '@mantine/notifications';
import { createContext, use, useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { z } from 'zod';
import { listNameSchema } from '#shared/domain/listName.ts';
import { call, subscribe } from '../../bridge/bridge.ts';
import { useSession } from '../../data/bridgeValues.ts';
import { useSmartListsQuery } from '../../data/smartLists.ts';
import type { Placed } from '../../decide/overlay.ts';
import { Triage, type DecideFailure } from '../../decide/triage.ts';
import { formatCount } from '../../ui/numbers.ts';
import { Store } from '../../ui/store.ts';
import { notificationTime, showUndone, nextTurn, takeOfferSince } from '../../ui/toasts.tsx';
import { usePaced } from '../../ui/usePaced.ts';
import classes from './TriageProvider.module.css';

const alert = { color: 'red', autoClose: notificationTime, role: 'alert' } as const;

interface TriageHandle {
  readonly triage: Triage;
  readonly announcer: Announcer;
  /** What was announced last. */
  readonly spoken: Store<string>;
  readonly unconfirmed: UnconfirmedSteps;
  readonly complain: Complaints['tell'];
  /** Tells that what is on its way has been taken in, or cannot be known. */
  readonly resumed: () => void;
}

const TriageContext = createContext<TriageHandle | null>(null);

/**
 * One triage for the window: decisions made in a list show on the company page too, and undo reaches across screens.
 * Another account starts with a new one: its companies and entries have the same numbers and are others.
 */
export function TriageProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const { account, status } = useSession();
  const [held, setHeld] = useState(() => ({ account, handle: createHandle() }));
  // Nobody is signed in for a while: whoever comes back finds everything as it was.
  const isAnother = account !== '' && account !== held.account;
  if (isAnother) setHeld({ account, handle: held.account === '' ? held.handle : createHandle() });
  const { handle } = held;

  // Before it asks what is on its way: what becomes of that is told once, and may be so before the first picture.
  useLayoutEffect(() => {
    const { triage, unconfirmed } = handle;
    const ends = [subscribe('moves.changed', triage.told), subscribe('moves.reset', triage.reset)];
    addEventListener('pagehide', unconfirmed.leave);
    return () => {
      for (const end of ends) end();
      removeEventListener('pagehide', unconfirmed.leave);
    };
  }, [handle]);
  // Also when somebody signs in again: nobody was told what became of moves at the moment of signing out. Rows wait for
  // it, so it is asked before the first picture.
  useLayoutEffect(() => {
    if (status === 'signedIn') void resume(handle);
  }, [handle, status]);

  return (
    <TriageContext value={handle}>
      {children}
      <Counting triage={handle.triage} />
      <LiveRegion spoken={handle.spoken} />
    </TriageContext>
  );
}

function createHandle(): TriageHandle {
  const spoken = new Store('');
  const announcer = new Announcer(spoken);
  const unconfirmed = new UnconfirmedSteps(sessionStorage);
  const { tell: complain } = new Complaints({
    show: (complaint, onClose) => notifications.show({ ...complaint, ...alert, onClose }),
    update: (complaint, onClose) => notifications.update({ ...complaint, ...alert, onClose }),
  });
  const { promise: known, resolve: resumed } = Promise.withResolvers<void>();
  const triage = new Triage({
    known,
    enqueue: (request) => call('moves.enqueue', request),
    undo: () => call('moves.undo', null),
    snapshot: () => call('moves.get', null),
    turn: nextTurn,
    now: () => performance.now(),
    announce: announcer.tell,
    show: showUndone,
    complain,
    remember: unconfirmed.add,
  });
  return { triage, announcer, spoken, unconfirmed, complain, resumed };
}

/** Takes in what is on its way, and tells of what an earlier page of this tab never heard of again. */
async function resume({ triage, unconfirmed, complain, resumed }: TriageHandle): Promise<void> {
  const left = unconfirmed.takeLeft();
  // Without an answer nothing is known of what is on its way; the queue's own panel says when it cannot be reached.
  const snapshot = await call('moves.get', null).catch(() => null);
  if (snapshot !== null) triage.resume(snapshot);
  resumed();
  const text = unconfirmedText(left, snapshot?.pending ?? []);
  if (text !== null) complain('Not confirmed', text);
}

/** Takes in what the server counts as undecided. */
function Counting({ triage }: { readonly triage: Triage }): ReactNode {
  const { status } = useSession();
  const { data } = useSmartListsQuery(status === 'signedIn');
  useEffect(() => {
    if (data !== undefined) triage.counted(data.results, data.revision);
  }, [triage, data]);
  return null;
}

/** Where a screen reader listens for decisions. Its text is set without React: it changes while keys come. */
function LiveRegion({ spoken }: { readonly spoken: Store<string> }): ReactNode {
  const element = useRef<HTMLOutputElement>(null);
  useEffect(
    () =>
      spoken.subscribe(() => {
        if (element.current !== null) element.current.textContent = spoken.get();
      }),
    [spoken],
  );
  return <output ref={element} className={classes.live} aria-live="polite" aria-label="Decisions" />;
}

/** The window's triage. `decide` and `undo` are stable; using it renders nothing again. */
export function useTriage(): Triage {
  return useHandle().triage;
}

/** How many companies of a smart list are undecided by what is shown, also before the server knows of it. */
export function useUnrated(): (list: { readonly id: number; readonly unratedCount: number }) => number {
  const { triage } = useHandle();
  const unrated = usePaced(triage.unrated);
  return ({ id, unratedCount }) => unrated.get(id) ?? unratedCount;
}

/** Takes back what was done last: a decision, or what a notification still offers to take back. */
export function useUndo(): () => void {
  const triage = useTriage();
  return () => {
    if (!takeOfferSince(triage.lastTurn)) triage.undo();
  };
}

/** Tells a screen reader something that the screen shows. */
export function useAnnounce(): (text: string) => void {
  return useHandle().announcer.tell;
}

/** Tells a screen reader where one is, where the focus does not: after what was done to come there. */
export function useAnnouncePlace(): (text: string) => void {
  return useHandle().announcer.tellPlace;
}

function useHandle(): TriageHandle {
  const handle = use(TriageContext);
  if (handle === null) throw new Error('useTriage needs a TriageProvider above it.');
  return handle;
}

/** Texts that come within this time, in milliseconds, are told together. */
const announceTime = 120;

/** Tells a screen reader what was done and where one is then; of many texts of a kind in one moment the last one. */
export class Announcer {
  readonly #spoken: Pick<Store<string>, 'set'>;
  #done = '';
  #place = '';
  #timer: ReturnType<typeof setTimeout> | null = null;

  /** `spoken` is what the live region says. */
  constructor(spoken: Pick<Store<string>, 'set'>) {
    this.#spoken = spoken;
  }

  /** Says what was done. */
  readonly tell = (text: string): void => {
    this.#done = text;
    this.#soon();
  };

  /** Says where one is, after what was done to come there. */
  readonly tellPlace = (text: string): void => {
    this.#place = text;
    this.#soon();
  };

  #soon(): void {
    if (this.#timer !== null) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#spoken.set([this.#done, this.#place].filter((text) => text !== '').join(' '));
      this.#done = '';
      this.#place = '';
    }, announceTime);
  }
}

const storageKey = 'winnow.unconfirmedMoves';

const stepSchema = z.object({
  label: z.string(),
  entryId: z.number().nullable(),
  companyId: z.number(),
  list: listNameSchema,
});
/**
 * A decision that the queue has not answered: its words, and the first of what it moved. It is saved whole or not at
 * all.
 */
export type Unconfirmed = z.infer<typeof stepSchema>;

/** How long the queue usually has to answer, in milliseconds: writing costs a held key more than deciding does. */
const usualMs = 50;

/**
 * Decisions that are not confirmed yet, kept beside the page so that the next one in this tab can tell of them when
 * this one is closed or crashes (F3). They are written where the queue is slow to answer, and when the page goes.
 * Storage that is full or forbidden keeps nobody from deciding.
 */
export class UnconfirmedSteps {
  readonly #storage: Storage;
  readonly #steps = new Set<Unconfirmed>();
  #timer: ReturnType<typeof setTimeout> | null = null;
  #isKept = false;

  constructor(storage: Storage) {
    this.#storage = storage;
  }

  /** Keeps a decision until the returned function is called. */
  readonly add = (label: string, { entryId, companyId, list }: Placed): (() => void) => {
    const step = { label, entryId, companyId, list };
    this.#steps.add(step);
    this.#timer ??= setTimeout(() => this.#save(), usualMs);
    return () => {
      this.#steps.delete(step);
      if (this.#isKept) this.#save();
    };
  };

  /** The page goes: what has no answer by now is written. */
  readonly leave = (): void => {
    if (this.#steps.size > 0) this.#save();
  };

  /** What an earlier page left; once. */
  takeLeft(): Unconfirmed[] {
    try {
      const left = z.array(stepSchema).safeParse(JSON.parse(this.#storage.getItem(storageKey) ?? '[]'));
      this.#save();
      return left.data ?? [];
    } catch {
      return [];
    }
  }

  #save(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#isKept = this.#steps.size > 0;
    try {
      if (!this.#isKept) this.#storage.removeItem(storageKey);
      else this.#storage.setItem(storageKey, JSON.stringify([...this.#steps]));
    } catch {
      // The decision itself is on its way; only a closed page could not tell of it.
    }
  }
}

/** What to say of decisions that an earlier page left, given what the queue has; null where it has all of them. */
export function unconfirmedText(left: readonly Unconfirmed[], pending: readonly Placed[]): string | null {
  const isQueued = ({ entryId, companyId, list }: Unconfirmed): boolean =>
    pending.some(
      // A company whose entries had still to be found is there by one of them.
      (move) => (entryId === null || move.entryId === entryId) && move.companyId === companyId && move.list === list,
    );
  const lost = left.filter((step) => !isQueued(step));
  const last = lost.at(-1);
  if (last === undefined) return null;
  const what = lost.length === 1 ? 'One decision was' : `${lost.length} decisions were`;
  return `${what} not confirmed before this page was closed, the last: ${last.label}. See whether it is there.`;
}

/** What a counted toast shows. */
export interface Complaint {
  readonly id: string;
  readonly title: string;
  readonly message: string;
}

/** Where complaints are shown: a new toast, or another text in the one that is there. */
export interface ComplaintPort {
  show(complaint: Complaint, onClose: () => void): void;
  update(complaint: Complaint, onClose: () => void): void;
}

/** What failed: each kind has one toast, however often it fails. */
type Failure = DecideFailure | 'Not confirmed';

/** What is safe when it failed once, and when it failed more often (product 16). */
const safe: Record<Failure, { one: string; many: (count: number) => string }> = {
  'Not saved': {
    one: 'This company is back where it was; all decisions before are safe.',
    many: (count) => `The last ${formatCount(count)} decisions are taken back; all before them are safe.`,
  },
  'Not undone': {
    one: 'The decision stands.',
    many: () => 'The decisions stand.',
  },
  'Not confirmed': { one: '', many: () => '' },
};

/** Tells of failures in one toast for each kind that counts them, instead of one toast for each key press. */
export class Complaints {
  readonly #port: ComplaintPort;
  readonly #counts = new Map<Failure, number>();

  constructor(port: ComplaintPort) {
    this.#port = port;
  }

  readonly tell = (failure: Failure, reason: string): void => {
    const count = (this.#counts.get(failure) ?? 0) + 1;
    this.#counts.set(failure, count);
    const { one, many } = safe[failure];
    const complaint = {
      id: `moves ${failure}`,
      title: count === 1 ? failure : `${failure} (${formatCount(count)})`,
      message: `${reason} ${count === 1 ? one : many(count)}`.trim(),
    };
    const onClose = (): void => void this.#counts.delete(failure);
    if (count === 1) this.#port.show(complaint, onClose);
    else this.#port.update(complaint, onClose);
  };
}
