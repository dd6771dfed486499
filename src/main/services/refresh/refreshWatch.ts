import { maxPageSize } from '#shared/api/endpoint.ts';
import { AppError } from '#shared/errors.ts';
import type { LocalApi } from '#node/localApi.ts';
import type { Clock, Log, Notifier } from '../../ports.ts';
import type { EventHub } from '../eventHub.ts';
import type { PreferencesService } from '../preferences.ts';
import type { Session } from '../session/session.ts';
import type { StateFile } from '../stateFile.ts';
import { mergeLanded, refreshNote, type Landed } from './refreshNote.ts';
import { isQuiet, lastDue } from './schedule.ts';

export interface RefreshWatchDeps {
  readonly api: Pick<LocalApi, 'refresh' | 'subscribe' | 'status'>;
  readonly session: Session;
  readonly preferences: PreferencesService;
  readonly state: StateFile;
  readonly notifier: Notifier;
  readonly clock: Clock;
  readonly events: EventHub;
  readonly log: Log;
}

/** How often the watch looks at the clock, in milliseconds: often enough after a suspend or a change of the hour. */
const lookEveryMs = 60_000;
/** A server refreshes by itself; it is asked this seldom. */
const askEveryLooks = 15;

/**
 * Releases the local workspace's weekly digest when it is due, and at the start what was missed; on a server it notices
 * one. Each landed digest is announced once, also after a restart (product 17.7, I14).
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

  /** The computer is awake: what fell due meanwhile is looked for at once, and a server is asked (F21). */
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

  /** One look at the clock. A step that fails does not keep the others from theirs; it is tried at the next look. */
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

  /** It may have been stopped while it waited for an answer. */
  #isStopped(): boolean {
    return this.#state === 'stopped';
  }

  /** Releases what is due in the local workspace; each due moment is tried until it has worked once. */
  async #releaseDue(): Promise<void> {
    const { api, clock, preferences, state } = this.#deps;
    const { refreshDay, refreshHour } = preferences.value;
    const due = lastDue(clock.now(), refreshDay, refreshHour).toISOString();
    if (due <= state.value.refreshedFor) return;
    const { companies, job } = await api.status();
    // An empty workspace has no digest; one that is being filled is looked at again in a minute.
    if (companies === 0 || job?.state === 'running') return;
    try {
      await api.refresh({ onlyDue: true });
    } catch (error) {
      // So many weeks at once wait for the user; the workspace's status says so.
      if (error instanceof AppError && error.code === 'conflict') return;
      throw error;
    }
    await state.update({ refreshedFor: due });
  }

  /** Notices a digest that landed while nobody listened: on a server, or just before a crash. */
  async #askForNews(): Promise<void> {
    const { session, state } = this.#deps;
    const { account } = session.state;
    const client = session.client();
    const { week } = await client.request('getDigest');
    const known = state.value.landed[account];
    if (week === '' || week === known) return;
    if (known === undefined) {
      // The first look at this account: what is there is not news.
      await state.update({ landed: { ...state.value.landed, [account]: week } });
      return;
    }
    const { results } = await client.request('listSmartLists', { query: { page_size: maxPageSize } });
    await this.#landed(
      week,
      results.map(({ id, name, newCount }) => ({ id, name, added: newCount })),
    );
  }

  async #landed(week: string, lists: Landed['lists']): Promise<void> {
    const { events, session, state } = this.#deps;
    const { account } = session.state;
    const told = state.value.landed[account] === week;
    events.publish('data.changed', { tags: ['companies', 'entries', 'smartLists', 'digest'] });
    if (told || account === '') return;
    // Noted before it is told: a crash in between costs the notification, never doubles it.
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

  /** Keeps what cannot be told now; with what is kept already it becomes one notification. */
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
