import { setTimeout as sleep } from 'node:timers/promises';
import type { JobHold } from './jobs/jobBoard.ts';
import type { PostgresAddress } from './postgres/address.ts';
import { ChangeListener } from './postgres/changeListener.ts';
import { CompanyLog } from './postgres/companyLog.ts';
import { JobLock } from './postgres/jobLock.ts';
import { TeamJobBoard } from './state/postgres/jobBoard.ts';
import { openPostgresState } from './state/postgres/open.ts';
import { SentFiles } from './state/postgres/sentFiles.ts';
import type { JobBoard, SentFileStore } from './state/serversPort.ts';
import type { State } from './state/port.ts';

/** How long to wait for a job that has ended to let go, and how often to look, in milliseconds. */
const lettingGoMs = 1000;
const lookMs = 20;

/** What a server has of its team's database. */
export interface TeamStore {
  readonly state: State;
  /** Keeps the jobs of other servers out; null if one is running. */
  readonly lockJobs: () => Promise<JobHold | null>;
  /** What any server of the team was sent to be imported. */
  sentFiles(kind: 'companies' | 'known', now: () => Date): SentFileStore;
  /** What runs on any of them. */
  readonly board: JobBoard;
  /** Calls `onChange` when there is news of the companies, and again if it fails. Ends with the state. */
  watch(onChange: () => Promise<void>): void;
  /** The number of the newest change of the companies. */
  newest(): Promise<number>;
  /** The connections of this server. */
  usage(): { readonly total: number; readonly idle: number; readonly waiting: number };
}

/**
 * Opens a team's database: one pool of connections for all that this server asks of it. Throws an `AppError` that names
 * the database. `onLost` is told of connections that break.
 */
export async function openTeamStore(address: PostgresAddress, onLost: (error: unknown) => void): Promise<TeamStore> {
  const state = await openPostgresState(address, { onLost });
  const lock = new JobLock(state.server);
  const log = new CompanyLog(state.server);
  const board = new TeamJobBoard(state.database, onLost);
  let listener: ChangeListener | undefined;
  return {
    state: {
      ...state,
      close: () => {
        listener?.close();
        board.close();
        state.close();
      },
    },
    lockJobs: async () => {
      // A job says that it has ended before it lets go.
      const until = performance.now() + lettingGoMs;
      for (;;) {
        const hold = await lock.take();
        if (hold !== null || performance.now() > until) return hold;
        await sleep(lookMs);
      }
    },
    sentFiles: (kind, now) => new SentFiles(state.database, kind, now),
    board,
    newest: () => log.newest(),
    usage: () => state.server.usage,
    watch: (onChange) => {
      let seen = 0;
      // Asked here: what fetches the changes starts a thread.
      const look = async (): Promise<void> => {
        const newest = await log.newest();
        if (newest === seen) return;
        await onChange();
        seen = newest;
      };
      listener = new ChangeListener(state.server, look, onLost);
    },
  };
}
