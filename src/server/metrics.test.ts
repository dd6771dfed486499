import { afterEach, beforeEach, expect, test } from 'vitest';
import { Metrics } from './metrics.ts';

let metrics: Metrics;
beforeEach(() => {
  metrics = new Metrics();
});
afterEach(() => metrics.close());

const workspace = {
  isReady: true,
  jobs: { job: null, upkeep: null },
  newestHere: async () => 7,
  newest: async () => 9,
  connections: () => ({ total: 3, idle: 2, waiting: 0 }),
};

/** The lines of the text that are figures. */
async function figures(): Promise<Map<string, number>> {
  const lines = (await metrics.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      // What a figure is, a space, and a number: the text format of Prometheus.
      const [, name = '', value = ''] = /^([a-z_]+(?:\{.*\})?) (\S+)$/.exec(line) ?? [];
      expect(name, line).not.toBe('');
      return [name, Number(value)];
    }),
  );
}

test('calls are counted by the patterns of their addresses, with how long they took', async () => {
  metrics.answered({ method: 'GET', path: '/api/latest_companies/preview/', status: 200, ms: 4 });
  metrics.answered({ method: 'GET', path: '/api/latest_companies/4711/', status: 404, ms: 1 });
  metrics.answered({ method: 'PATCH', path: '/api/user_smart_lists_inbox/4711/', status: 200, ms: 7 });
  metrics.answered({ method: 'PATCH', path: '/api/user_smart_lists_inbox/4712/', status: 409, ms: 7 });
  metrics.answered({ method: 'GET', path: '/ann@fund.example/', status: 404, ms: 1 });
  const told = await figures();
  expect(told.get('winnow_searches_total')).toBe(1);
  expect(told.get('winnow_moves_total')).toBe(1);
  const moved = 'method="PATCH",route="/api/user_smart_lists_inbox/{id}/",status="200"';
  expect([...told.keys()].filter((name) => name.startsWith('winnow_http_requests_total'))).toHaveLength(5);
  expect(await metrics.text()).toContain(`winnow_http_requests_total{${moved}} 1`);
  expect(await metrics.text()).toContain('winnow_http_request_seconds_count{route="/api/latest_companies/preview/"} 1');
  // Nothing names a company or a user.
  expect(await metrics.text()).not.toMatch(/4711|4712|fund\.example/);
});

test('how far the index is, connections, jobs, memory and the event loop are told when somebody asks', async () => {
  metrics.watch(workspace);
  const told = await figures();
  expect(Object.fromEntries(told)).toMatchObject({
    winnow_ready: 1,
    winnow_jobs_running: 0,
    'winnow_company_changes{of="index"}': 7,
    'winnow_company_changes{of="store"}': 9,
    'winnow_database_connections{state="idle"}': 2,
  });
  expect(told.get('winnow_memory_bytes{of="process"}')).toBeGreaterThan(1e6);
  expect(told.has('winnow_event_loop_delay_seconds{quantile="0.99"}')).toBe(true);
});

test('a store that cannot be reached leaves out its own figures alone', async () => {
  metrics.watch({ ...workspace, newest: () => Promise.reject(new Error('away')) });
  const told = await figures();
  expect(told.has('winnow_company_changes{of="store"}')).toBe(false);
  expect(told.get('winnow_ready')).toBe(1);
});
