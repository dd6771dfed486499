import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { EndpointName } from '#shared/api/endpoints.ts';
import { routeOf } from './api/routeOf.ts';
import type { JobRunner } from './jobs/jobRunner.ts';
import type { Workspace } from './workspace.ts';

/** How long answers take, in seconds: the bounds of the histogram. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** What is measured of a workspace when somebody asks. */
type MeasuredWorkspace = Pick<Workspace, 'isReady' | 'newestHere' | 'newest' | 'connections'> & {
  readonly jobs: Pick<JobRunner, 'job' | 'upkeep'>;
};

/** One call and what came of it. */
export interface Answered {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  /** How long it took, in milliseconds. */
  readonly ms: number;
}

const searches: ReadonlySet<EndpointName> = new Set(['searchCompanies']);
const moves: ReadonlySet<EndpointName> = new Set(['moveEntry', 'pickCompany']);

/**
 * What a server tells whoever watches it, in the text format of Prometheus: figures alone, and of addresses only their
 * patterns, so that nothing names a user or a company.
 */
export class Metrics {
  readonly #registry = new Registry();
  readonly #requests: Counter<'method' | 'route' | 'status'>;
  readonly #seconds: Histogram<'route'>;
  readonly #searches: Counter;
  readonly #moves: Counter;
  readonly #delay = monitorEventLoopDelay({ resolution: 20 });

  constructor() {
    const registers = [this.#registry];
    this.#requests = new Counter({
      name: 'winnow_http_requests_total',
      help: 'Answers, by method, pattern of the address and status.',
      labelNames: ['method', 'route', 'status'],
      registers,
    });
    this.#seconds = new Histogram({
      name: 'winnow_http_request_seconds',
      help: 'How long answers took.',
      labelNames: ['route'],
      buckets,
      registers,
    });
    this.#searches = new Counter({ name: 'winnow_searches_total', help: 'Searches that were answered.', registers });
    this.#moves = new Counter({ name: 'winnow_moves_total', help: 'Decisions that were taken.', registers });
    this.#delay.enable();
  }

  /** Counts a call. */
  answered({ method, path, status, ms }: Answered): void {
    const { name, pattern } = routeOf(method, path);
    this.#requests.inc({ method, route: pattern, status: String(status) });
    this.#seconds.observe({ route: pattern }, ms / 1000);
    if (name === undefined || status >= 400) return;
    if (searches.has(name)) this.#searches.inc();
    if (moves.has(name)) this.#moves.inc();
  }

  /** From now on the figures of a workspace are told, too. */
  watch(workspace: MeasuredWorkspace): void {
    this.#gauge('winnow_ready', 'Whether this server can answer.', (set) => set({}, Number(workspace.isReady)));
    this.#gauge('winnow_jobs_running', 'Jobs that run on this server.', (set) => {
      const { job, upkeep } = workspace.jobs;
      set({}, [job, upkeep].filter((each) => each?.state === 'running').length);
    });
    this.#gauge(
      'winnow_database_connections',
      'Connections to the database.',
      (set) => {
        for (const [state, count] of Object.entries(workspace.connections() ?? {})) set({ state }, count);
      },
      ['state'],
    );
    this.#gauge(
      'winnow_company_changes',
      'The newest change of the companies here, and that there is.',
      async (set) => {
        set({ of: 'index' }, await workspace.newestHere());
        set({ of: 'store' }, await workspace.newest());
      },
      ['of'],
    );
    this.#gauge(
      'winnow_event_loop_delay_seconds',
      'How late the event loop was since the last time.',
      (set) => {
        for (const quantile of [50, 99, 100]) {
          set({ quantile: String(quantile / 100) }, this.#delay.percentile(quantile) / 1e9);
        }
        this.#delay.reset();
      },
      ['quantile'],
    );
    this.#gauge(
      'winnow_memory_bytes',
      'Memory of the process.',
      (set) => {
        const { rss, heapUsed, external } = process.memoryUsage();
        set({ of: 'process' }, rss);
        set({ of: 'heap' }, heapUsed);
        set({ of: 'buffers' }, external);
      },
      ['of'],
    );
    this.#gauge('winnow_processor_seconds', 'Processor time of the process.', (set) => {
      const { user, system } = process.cpuUsage();
      set({}, (user + system) / 1e6);
    });
  }

  /** Everything, as text; what cannot be measured now is left out. */
  text(): Promise<string> {
    return this.#registry.metrics();
  }

  close(): void {
    this.#delay.disable();
    this.#registry.clear();
  }

  #gauge(
    name: string,
    help: string,
    measure: (set: (labels: Record<string, string>, value: number) => void) => void | Promise<void>,
    labelNames: string[] = [],
  ): void {
    const gauge: Gauge = new Gauge({
      name,
      help,
      labelNames,
      registers: [this.#registry],
      collect: async () => {
        gauge.reset();
        try {
          await measure((labels, value) => gauge.set(labels, value));
        } catch {
          // A store that cannot be reached is what /readyz tells.
        }
      },
    });
  }
}

/** The type of the text. */
export const metricsType = 'text/plain; version=0.0.4; charset=utf-8';
