import { digestWeekOf } from '#shared/domain/digestWeek.ts';
import { AppError } from '#shared/errors.ts';
import { catchUpProblem, dueWeek, localDate } from '../lists/schedule.ts';
import type { Workspace } from '../workspace.ts';

export interface WeeklyRefreshOptions {
  readonly workspace: {
    readonly companies: Pick<Workspace['companies'], 'status'>;
    readonly jobs: Pick<Workspace['jobs'], 'job' | 'startRefresh'>;
  };
  readonly now: () => Date;
  /** Says what keeps a digest from being released. */
  readonly tell: (reason: string) => void;
}

/**
 * Releases what Monday morning has made due (product 17.7), whenever it is asked to look. Nobody waits for
 * it, so it never fails: what went wrong is told once, and tried again at the next look.
 */
export class WeeklyRefresh {
  readonly #options: WeeklyRefreshOptions;
  #told = '';

  constructor(options: WeeklyRefreshOptions) {
    this.#options = options;
  }

  /** Looks whether a digest is due, and releases it. */
  async look(): Promise<void> {
    const reason = await this.#release().catch((error: unknown) => AppError.from(error).message);
    // The same reason every ten minutes would fill a log, and a pipe that nobody reads.
    if (reason !== '' && reason !== this.#told) this.#options.tell(reason);
    this.#told = reason;
  }

  /** Answers why it could not, or `''`. */
  async #release(): Promise<string> {
    const { companies, jobs } = this.#options.workspace;
    const { week } = await companies.status();
    const now = this.#options.now();
    const due = dueWeek(now);
    // Before Monday 06:00 the calendar's week is ahead of the due one; what is due is released then.
    if (week === '' || due <= week || due < digestWeekOf(localDate(now))) return '';
    if (jobs.job?.state === 'running') return '';
    const problem = catchUpProblem(week, localDate(now));
    if (problem !== '') return `${problem} “refresh --catch-up” releases them.`;
    await jobs.startRefresh(true);
    return jobs.job?.state === 'failed' ? jobs.job.reason : '';
  }
}
