/**
 * `node scripts/makeReleasedFixture.mjs CHECKOUT TARGET`: makes a small workspace with the code of a checkout of Winnow
 * (its `npm ci` done), by its own command line and API, and packs it into TARGET with a record of its contents (see
 * tests/fixtures/released/README.md).
 */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { root } from './lib/paths.mjs';

const sampleCompanies = 50;
const everyFilter = {
  include: {
    stages: ['inv_stage_seed'],
    regions: ['Europe'],
    countries: ['DE'],
    industries: ['FinTech'],
    industryGroups: ['Financial Services'],
    employeeCount: ['11-50'],
    companyHighlights: ['phd_founder'],
    companyHighlightGroup: ['Strong team'],
    companyHighlightFunding: ['funding_2M'],
    fundedTags: ['funded 3'],
    fundedTagGroup: ['recent'],
    digestWeek: ['2026-W47'],
    bookmarkList: ['watchlist'],
    textSearch: 'payments',
    translated: false,
    universities: ['uni_mit'],
    incorporatedYears: ['2021', 'unknown'],
    businessModels: ['SaaS'],
    digestDays: 365,
  },
  exclude: {
    stages: ['inv_stage_series_c'],
    regions: ['Asia'],
    countries: ['FR'],
    industries: ['Gaming'],
    industryGroups: ['Sports'],
    textSearch: 'gambling',
  },
};

const [checkout = '', target = ''] = process.argv.slice(2).map((given) => path.resolve(given));
if (target === '') throw new Error('Which checkout, and where to?');

const folder = mkdtempSync(path.join(tmpdir(), 'winnow-released-'));
const file = path.join(folder, 'winnow.db');
try {
  await serving(['--sample', String(sampleCompanies)], decide);
  await run(['import', path.join(root, 'tests/fixtures/released/companies.csv')]);
  const queue = await writeQueue();
  const held = await serving([], readAll);
  const made = new Date().toISOString();
  const { version } = JSON.parse(readFileSync(path.join(checkout, 'package.json'), 'utf8'));
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  pack(folder, target);
  writeFileSync(path.join(target, 'held.json'), `${JSON.stringify({ version, made, ...held, queue })}\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/**
 * Starts the checkout's command line on the workspace.
 * @param {readonly string[]} args
 */
function start(args) {
  const options = { cwd: checkout, stdio: /** @type {const} */ (['ignore', 'pipe', 'inherit']) };
  return spawn(process.execPath, ['scripts/server.mjs', ...args, '--db', file, '--json'], options);
}

/** @param {readonly string[]} args */
async function run(args) {
  const code = await new Promise((resolve) => start(args).on('exit', resolve));
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${String(code)}.`);
}

/**
 * Runs `work` with the API of a server on the workspace, and then shuts the server down cleanly.
 * @template T
 * @param {readonly string[]} args
 * @param {(api: (path: string, method?: string, body?: unknown) => Promise<any>) => Promise<T>} work
 * @returns {Promise<T>}
 */
async function serving(args, work) {
  const server = start(['--port', '0', ...args]);
  const ended = new Promise((resolve) => server.on('exit', resolve));
  try {
    const lines = createInterface({ input: server.stdout });
    const first = await new Promise((resolve, reject) => {
      lines.once('line', resolve);
      server.once('exit', () => reject(new Error('The server did not start.')));
    });
    const { url, token } = JSON.parse(first);
    return await work(async (asked, method = 'GET', /** @type {unknown} */ body) => {
      const response = await fetch(`${url}${asked}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: body === undefined ? null : JSON.stringify(body),
      });
      if (!response.ok) throw new Error(`${asked}: ${String(response.status)} ${await response.text()}`);
      return response.json();
    });
  } finally {
    server.kill('SIGTERM');
    await ended;
  }
}

/**
 * Makes a smart list that uses every filter, one that finds many companies, decisions, and a collection.
 * @param {(path: string, method?: string, body?: unknown) => Promise<any>} api
 */
async function decide(api) {
  await api('/api/user_smart_lists/', 'POST', { name: 'Every filter', filters: everyFilter });
  const list = await api('/api/user_smart_lists/', 'POST', {
    name: 'Early ones',
    filters: { include: { stages: ['inv_stage_seed', 'inv_stage_pre_seed'] } },
  });
  const { results: entries } = await api(
    `/api/user_smart_lists_inbox/?user_smart_list_id=${String(list.id)}&page_size=100`,
  );
  for (const [index, flag] of ['tag_watchlist', 'tag_opportunities', 'tag_archive', 'tag_watchlist'].entries()) {
    await api(`/api/user_smart_lists_inbox/${String(entries[index].inboxEntryId)}/`, 'PATCH', { [flag]: true });
  }
  const collection = await api('/api/collection/', 'POST', { name: 'Autumn', description: 'Seen at the fair' });
  for (const { id } of entries.slice(2, 5)) {
    await api('/api/collection_items/', 'POST', { collection: collection.id, company_id: id });
  }
}

/** Three moves that were never sent, in the format of the checkout's own queue. */
async function writeQueue() {
  const { QueueStore } = await import(pathToFileURL(path.join(checkout, 'src/main/services/moves/queueStore.ts')).href);
  const common = { stepId: 'a step', entryId: null, reason: '' };
  const commands = [
    { ...common, seq: 1, key: 'key-1', companyId: 11, name: 'One', from: 'None', to: 'Watchlist', state: 'pending' },
    { ...common, seq: 2, key: 'key-2', companyId: 12, name: 'Two', from: 'None', to: 'Archive', state: 'sent' },
    {
      ...common,
      seq: 3,
      key: 'key-3',
      companyId: 13,
      name: 'Three',
      from: 'Watchlist',
      to: 'Opportunities',
      state: 'failed',
      reason: 'The company is gone.',
    },
  ];
  const queue = QueueStore.open(path.join(folder, 'queue.db'));
  queue.apply(
    'local#1',
    commands.map((command) => ({ kind: 'put', command })),
    'full',
  );
  queue.close();
  return commands;
}

/**
 * The workspace's contents, as its own version reports them.
 * @param {(path: string, method?: string, body?: unknown) => Promise<any>} api
 */
async function readAll(api) {
  const { items } = await api('/api/latest_companies/preview/?page_size=100');
  const { facets } = await api('/api/latest_companies/facets/');
  const { results: lists } = await api('/api/user_smart_lists/overview/?page_size=100');
  const smartLists = [];
  for (const { id, name } of lists) {
    const entries = await api(`/api/user_smart_lists_inbox/?user_smart_list_id=${String(id)}&page_size=100`);
    const { filters } = await api(`/api/user_smart_lists/${String(id)}/`);
    smartLists.push({ id, name, filters, entries: entries.results.map(entryOf) });
  }
  const { results: collections } = await api('/api/collection/?page_size=100');
  return { companies: items, facets, smartLists, collections };
}

/** @param {any} entry */
function entryOf({ inboxEntryId, id, tag_watchlist, tag_opportunities, tag_archive }) {
  return { inboxEntryId, id, tag_watchlist, tag_opportunities, tag_archive };
}

/**
 * Packs every file except locks and shared memory, which are created anew.
 * @param {string} from
 * @param {string} to
 */
function pack(from, to) {
  for (const name of readdirSync(from)) {
    const [source, copy] = [path.join(from, name), path.join(to, name)];
    if (statSync(source).isDirectory()) {
      mkdirSync(copy);
      pack(source, copy);
    } else if (!/(?:-shm|[.]lock)$/.test(name))
      writeFileSync(`${copy}.gz`, gzipSync(readFileSync(source), { level: 9 }));
  }
}
