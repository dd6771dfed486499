import type { LocalApi } from '#node/localApi.ts';
import { maxPageSize } from '#shared/api/endpoint.ts';
import { counted, formatCount } from '#shared/domain/formats.ts';
import { leftOutText } from '#shared/domain/knownText.ts';
import type { EventPayload } from '#shared/bridge/contract.ts';
import type { Preferences } from '#shared/bridge/preferences.ts';
import { formatMonday } from '#shared/domain/digestWeek.ts';
import { AppError } from '#shared/errors.ts';
import type { Clock, Log, Notifier } from '../../ports.ts';
import type { EventHub } from '../eventHub.ts';
import type { PreferencesService } from '../preferences.ts';
import type { Session } from '../session/session.ts';
import type { StateFile } from '../stateFile.ts';

interface RefreshWatchDeps {
  readonly api: Pick<LocalApi, 'refresh' | 'subscribe' | 'status'>;
  readonly session: Session;
  readonly preferences: PreferencesService;
  readonly state: StateFile;
  readonly notifier: Notifier;
  readonly clock: Clock;
  readonly events: EventHub;
  readonly log: Log;
  /** Called when the local workspace was refreshed, whether that brought anything or not. */
  readonly onRefreshed: () => void;
}

/** How often to check the clock, in milliseconds: often enough after a suspend or a clock change. */
const lookEveryMs = 60_000;
/** A server refreshes on its own, so it is asked only every so many checks. */
const askEveryLooks = 15;

/**
 * Releases the local workspace's weekly digest when it is due, and at the start any that were missed; on a server it
 * notices new ones. Each digest is announced once, even across restarts (product 17.7, I14).
 */
export class RefreshWatch {
  readonly #deps: RefreshWatchDeps;
  #state: 'new' | 'looking' | 'resting' | 'stopped' = 'new';
  #cancelLook: () => void = () => undefined;
  #unsubscribe: () => void = () => undefined;
  #looks = 0;

  constructor(deps: RefreshWatchDeps) {
    this.#deps = deps;
  }

  start(): void {
    this.#unsubscribe = this.#deps.api.subscribe((event) => {
      if (event.kind === 'refreshed') this.#settle(this.#landed(event.week, [...event.lists]));
    });
    void this.#look();
  }

  /** The computer is awake: releases what fell due meanwhile and asks a server at once (F21). */
  wake(): void {
    if (this.#state !== 'resting') return;
    this.#looks = 0;
    this.#cancelLook();
    void this.#look();
  }

  stop(): void {
    this.#state = 'stopped';
    this.#cancelLook();
    this.#unsubscribe();
  }

  /** One check. A step that fails does not affect the others; it is tried again at the next check. */
  async #look(): Promise<void> {
    if (this.#isStopped()) return;
    this.#state = 'looking';
    const { clock, session, log } = this.#deps;
    const { place, status } = session.state;
    const ask =
      status === 'signedIn' && (this.#looks === 0 || (place === 'server' && this.#looks % askEveryLooks === 0));
    if (status === 'signedIn') this.#looks++;
    const steps = [
      ...(place === 'local' ? [() => this.#releaseDue()] : []),
      ...(ask ? [() => this.#askForNews()] : []),
      () => this.#tellHeld(),
    ];
    for (const step of steps) {
      try {
        await step();
      } catch (error) {
        log.error('refresh.failed', error);
      }
    }
    if (this.#isStopped()) return;
    this.#state = 'resting';
    this.#cancelLook = clock.after(lookEveryMs, () => void this.#look());
  }

  /** It may have been stopped while it waited for a reply. */
  #isStopped(): boolean {
    return this.#state === 'stopped';
  }

  /** Releases what is due in the local workspace; each due time is tried until it has worked once. */
  async #releaseDue(): Promise<void> {
    const { api, clock, preferences, state } = this.#deps;
    const { refreshDay, refreshHour } = preferences.value;
    const due = lastDue(clock.now(), refreshDay, refreshHour).toISOString();
    if (due <= state.value.refreshedFor) return;
    const { companies, job } = await api.status();
    // An empty workspace has no digest; one that is being filled is checked again in a minute.
    if (companies === 0 || job?.state === 'running') return;
    try {
      await api.refresh({ catchUp: false });
    } catch (error) {
      // The user decides about so many weeks at once; the workspace's status says so.
      if (error instanceof AppError && error.code === 'conflict') return;
      throw error;
    }
    await state.update({ refreshedFor: due, refreshedAt: clock.now().toISOString() });
    this.#deps.onRefreshed();
  }

  /** Notices a digest that came while nobody listened: on a server, or just before a crash. */
  async #askForNews(): Promise<void> {
    const { session, state } = this.#deps;
    const { account } = session.state;
    const client = session.client();
    const { week, new_week: newWeek = week } = await client.request('getDigest');
    const known = state.value.landed[account];
    if (week === '' || week === known) return;
    if (known === undefined) {
      // The first check of this account: what is already there is not news.
      await state.update({ landed: { ...state.value.landed, [account]: week } });
      return;
    }
    const { results } = await client.request('listSmartLists', { query: { page_size: maxPageSize } });
    await this.#landed(
      week,
      // What was new before is no news where nothing came.
      results.map(({ id, name, newCount }) => {
        return { id, name, added: week === newWeek ? newCount : 0, leftOut: 0, known: 0 };
      }),
    );
  }

  async #landed(week: string, lists: Landed['lists']): Promise<void> {
    const { events, session, state } = this.#deps;
    const { account } = session.state;
    const told = state.value.landed[account] === week;
    events.publish('data.changed', { tags: ['companies', 'entries', 'smartLists', 'digest'] });
    if (told || account === '') return;
    // Recorded before it is announced: a crash in between costs the notification, but never doubles it.
    await state.update({ landed: { ...state.value.landed, [account]: week } });
    events.publish('refresh.landed', { week, lists });
    // Without smart lists there is nothing to name; the first sample of a workspace is such a digest.
    if (lists.length > 0) await this.#tell({ week, lists });
  }

  async #tell(landed: Landed): Promise<void> {
    const { notifier, preferences, clock, log } = this.#deps;
    if (!preferences.value.notifications) return;
    if (isQuiet(clock.now(), preferences.value.quietHours)) {
      await this.#hold(landed);
      return;
    }
    const { shown, reason, later = false } = await notifier.notify(refreshNote(landed));
    if (shown) return;
    log.info('refresh.notShown', { reason });
    if (later) await this.#hold(landed);
  }

  /** Keeps what cannot be announced now, merged with what is already kept into one notification. */
  async #hold(landed: Landed): Promise<void> {
    const { state } = this.#deps;
    await state.update({ heldNote: mergeLanded(state.value.heldNote, landed) });
  }

  async #tellHeld(): Promise<void> {
    const { heldNote } = this.#deps.state.value;
    if (heldNote === null || isQuiet(this.#deps.clock.now(), this.#deps.preferences.value.quietHours)) return;
    await this.#deps.state.update({ heldNote: null });
    await this.#tell(heldNote);
  }

  #settle(work: Promise<void>): void {
    work.catch((error: unknown) => this.#deps.log.error('refresh.failed', error));
  }
}

/** A finished refresh: its week, and how many companies it added to which smart lists, and left out of them. */
type Landed = EventPayload<'refresh.landed'>;

/** Smart lists named in a notification; the others are counted. */
const namedLists = 4;
const longestName = 40;

/**
 * The text of the notification, and the route a click opens: the list that got the most (product 15.8). Plain text,
 * short (S45).
 */
export function refreshNote({ week, lists }: Landed): { title: string; body: string; path: string } {
  const fullest = lists.filter(({ added }) => added > 0).toSorted((a, b) => b.added - a.added);
  const total = fullest.reduce((sum, { added }) => sum + added, 0);
  const [first] = fullest;
  const leftOut = leftOutText(lists);
  if (first === undefined) {
    return {
      title: `New companies for the week of ${formatMonday(week)}`,
      body: `None match your smart lists.${leftOut}`,
      path: '/',
    };
  }
  const named = fullest.slice(0, namedLists).map(({ name, added }) => `${formatCount(added)} in ${plain(name)}`);
  const others = fullest.length - named.length;
  if (others > 0) named.push(others === 1 ? '1 more list' : `${formatCount(others)} more lists`);
  const title = `${counted(total, 'new company', 'new companies')} to review`;
  return {
    title,
    body: `${named.join(', ')}${leftOut === '' ? '' : `.${leftOut}`}`,
    path: `/list/smart/${first.id}?show=new`,
  };
}

/** Two refreshes as one: the newer week, and per smart list the sum of both. */
export function mergeLanded(held: Landed | null, landed: Landed): Landed {
  const lists = new Map(held?.lists.map((list) => [list.id, list]));
  for (const list of landed.lists) {
    const { added = 0, leftOut = 0, known = 0 } = lists.get(list.id) ?? {};
    const sums = { added: list.added + added, leftOut: list.leftOut + leftOut, known: list.known + known };
    lists.set(list.id, { ...list, ...sums });
  }
  return { week: landed.week, lists: [...lists.values()] };
}

function plain(name: string): string {
  const text = name.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  return text.length <= longestName ? text : `${text.slice(0, longestName - 1)}…`;
}

/** The latest weekly time at or before `now`: `day` counts from Sunday 0, `hour` is local time (product 17.7). */
export function lastDue(now: Date, day: number, hour: number): Date {
  // Built from its parts each time: a date moved by days keeps an hour shifted by a clock change.
  const daysAgo = (days: number): Date => new Date(now.getFullYear(), now.getMonth(), now.getDate() - days, hour);
  const back = (now.getDay() - day + 7) % 7;
  const due = daysAgo(back);
  return due > now ? daysAgo(back + 7) : due;
}

/** Whether `now` is in the quiet hours (`22:00` to `07:00`, local time, end excluded). */
export function isQuiet(now: Date, quietHours: Preferences['quietHours']): boolean {
  const from = minutesOf(quietHours?.from ?? '');
  const to = minutesOf(quietHours?.to ?? '');
  if (from === null || to === null || from === to) return false;
  const minute = now.getHours() * 60 + now.getMinutes();
  return from < to ? minute >= from && minute < to : minute >= from || minute < to;
}

function minutesOf(time: string): number | null {
  const match = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(time.trim());
  return match === null ? null : Number(match[1]) * 60 + Number(match[2]);
}
