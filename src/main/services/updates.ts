import type { UpdateState } from '#shared/bridge/contract.ts';
import { AppError, assertNever } from '#shared/errors.ts';
import type { Clock, UpdateNews, Updater } from '../ports.ts';
import type { EventHub } from './eventHub.ts';
import type { PreferencesService } from './preferences.ts';

export interface UpdatesDeps {
  readonly updater: Updater;
  readonly preferences: PreferencesService;
  readonly clock: Clock;
  readonly events: EventHub;
}

/** The first check comes long after the app is drawn, then one a day, in milliseconds. */
const firstLookMs = 30_000;
const lookEveryMs = 24 * 3_600_000;

/**
 * Newer versions of the app. Checks on its own only if the user has enabled that (off by default); a downloaded version
 * is installed when the app quits, or at once if the user says so.
 */
export class Updates {
  readonly #deps: UpdatesDeps;
  #state: UpdateState;
  #ends: (() => void)[] = [];
  #cancelLook: () => void = () => undefined;

  constructor(deps: UpdatesDeps) {
    this.#deps = deps;
    const { unsupported } = deps.updater;
    const status = unsupported === '' ? 'idle' : 'unsupported';
    this.#state = { status, version: '', percent: 0, checkedAt: '', reason: unsupported };
  }

  get state(): UpdateState {
    return this.#state;
  }

  start(): void {
    const { updater, events } = this.#deps;
    if (updater.unsupported !== '') return;
    this.#ends = [
      updater.subscribe((news) => this.#hear(news)),
      events.subscribe('preferences.changed', ({ updates }) => {
        if (updates && this.#state.checkedAt === '') this.#lookIn(0);
      }),
    ];
    this.#lookIn(firstLookMs);
  }

  stop(): void {
    this.#cancelLook();
    for (const end of this.#ends) end();
  }

  /** Checks now, whether or not automatic checks are on. Throws `unavailable` if the app cannot update itself. */
  check(): UpdateState {
    const { updater } = this.#deps;
    if (updater.unsupported !== '') throw new AppError('unavailable', updater.unsupported);
    // A downloaded version is waiting to be installed; another check would only hide it.
    if (this.#state.status !== 'checking' && this.#state.status !== 'available' && this.#state.status !== 'downloaded')
      void updater.check();
    return this.#state;
  }

  /** Installs the downloaded version. Throws `conflict` if there is none. */
  install(): void {
    if (this.#state.status !== 'downloaded') throw new AppError('conflict', 'There is no new version to install yet.');
    this.#deps.updater.install();
  }

  #lookIn(ms: number): void {
    this.#cancelLook();
    this.#cancelLook = this.#deps.clock.after(ms, () => {
      if (this.#deps.preferences.value.updates) this.check();
      this.#lookIn(lookEveryMs);
    });
  }

  #hear(news: UpdateNews): void {
    const next = this.#stateAfter(news);
    this.#state = next;
    this.#deps.events.publish('updates.changed', next);
  }

  #stateAfter(news: UpdateNews): UpdateState {
    const checkedAt = this.#deps.clock.now().toISOString();
    const plain = { version: '', percent: 0, checkedAt, reason: '' };
    switch (news.kind) {
      case 'checking':
        return { ...plain, status: 'checking', checkedAt: this.#state.checkedAt };
      case 'none':
        return { ...plain, status: 'idle' };
      case 'available':
        return { ...plain, status: 'available', version: news.version };
      case 'progress':
        return { ...this.#state, percent: Math.min(100, Math.max(0, Math.round(news.percent))) };
      case 'downloaded':
        return { ...plain, status: 'downloaded', version: news.version, percent: 100 };
      case 'failed':
        return { ...plain, status: 'error', reason: news.reason };
      default:
        return assertNever(news);
    }
  }
}
