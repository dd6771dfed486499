import { notifications } from '@mantine/notifications';
import { createContext, use, useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { call, subscribe } from '../../bridge/bridge.ts';
import { useSession } from '../../data/bridgeValues.ts';
import { useSmartListsQuery } from '../../data/smartLists.ts';
import { Triage } from '../../decide/triage.ts';
import { Store } from '../../ui/store.ts';
import { usePaced } from '../../ui/usePaced.ts';
import { notificationTime, showUndone } from '../../ui/toasts.tsx';
import { nextTurn, takeOfferSince } from '../../ui/undoOffers.ts';
import { Announcer } from './announcer.ts';
import { Complaints } from './complaints.ts';
import { UnconfirmedSteps, unconfirmedText } from './unconfirmed.ts';
import classes from './TriageProvider.module.css';

const alert = { color: 'red', autoClose: notificationTime, role: 'alert' } as const;

interface TriageHandle {
  readonly triage: Triage;
  readonly announcer: Announcer;
  /** What was announced last. */
  readonly spoken: Store<string>;
  readonly unconfirmed: UnconfirmedSteps;
  /** Tells that what is on its way has been taken in, or cannot be known. */
  readonly resumed: () => void;
}

const TriageContext = createContext<TriageHandle | null>(null);

/**
 * One triage for the window: decisions made in a list show on the company page too, and undo reaches across screens. Another
 * account starts with a new one: its companies and entries have the same numbers and are others.
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
  // Also when somebody signs in again: nobody was told what became of moves at the moment of signing out. Rows wait for it,
  // so it is asked before the first picture.
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
  return { triage, announcer, spoken, unconfirmed, resumed };
}

/** Takes in what is on its way, and tells of what an earlier page of this tab never heard of again. */
async function resume({ triage, unconfirmed, resumed }: TriageHandle): Promise<void> {
  const left = unconfirmed.takeLeft();
  // Without an answer nothing is known of what is on its way; the queue's own panel says when it cannot be reached.
  const snapshot = await call('moves.get', null).catch(() => null);
  if (snapshot !== null) triage.resume(snapshot);
  resumed();
  const text = unconfirmedText(left, snapshot?.pending ?? []);
  if (text !== null) complain('Not confirmed', text);
}

const { tell: complain } = new Complaints({
  show: (complaint, onClose) => notifications.show({ ...complaint, ...alert, onClose }),
  update: (complaint, onClose) => notifications.update({ ...complaint, ...alert, onClose }),
});

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
