import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { openState } from '#server/state/sqlite/file.ts';
import { Random } from '../faults/harness/random.ts';
import { Analyst, keptName } from './analyst.ts';
import { ServerLife, serverArguments } from './serverLife.ts';

const usage = 'Usage: npm run soak [-- --minutes N --seed S --json]';
const floodProgram = fileURLToPath(new URL('../bench/engines/floodProcess.ts', import.meta.url));
const names = ['ada', 'grace', 'edsger'];
const kept = 3000;
const others = 2000;
/**
 * Files that are imported beside the first one, again and again: what there is must not grow while memory is watched.
 */
const otherFiles = 10;
/** How much the memory of the server may have grown from the first third of its longest life to the last. */
const mostGrowth = 1.2;
const floods = ['pages', 'unread', 'mute', 'exports', 'exportStarts'];
const floodMs = 20_000;

/**
 * Entry of `npm run soak`: a server with three users, imports that are taken back or killed, refreshes, floods, copies,
 * and weeks that pass. In the first half the server is killed again and again; in the second it lives on, and its
 * memory is watched. Exit code 0: nothing acknowledged was lost, no call failed, memory is flat, and a check finds
 * nothing.
 */
async function main(): Promise<number> {
  const asked = readArguments();
  if (asked === null) return 2;
  const folder = mkdtempSync(join(tmpdir(), 'winnow-soak-'));
  const server = new ServerLife(join(folder, 'team.db'), await serverArguments());
  try {
    return await new Soak(folder, server, asked.minutes * 60_000, asked.seed).run(asked.json);
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function readArguments(): { readonly minutes: number; readonly seed: number; readonly json: boolean } | null {
  try {
    const { values } = parseArgs({
      options: {
        minutes: { type: 'string', default: '60' },
        seed: { type: 'string', default: String(Date.now() % 1_000_000) },
        json: { type: 'boolean', default: false },
      },
    });
    const [minutes, seed] = [Number(values.minutes), Number(values.seed)];
    if (minutes > 0 && minutes <= 600 && Number.isSafeInteger(seed)) return { minutes, seed, json: values.json };
    process.stderr.write(`--minutes takes a number up to 600, --seed a whole number.\n${usage}\n`);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${usage}\n`);
  }
  return null;
}

/** What may go on beside the users; counted by how it ended. */
type Task = 'import' | 'import killed' | 'undo' | 'undo killed' | 'refresh' | 'backup' | 'flood';

class Soak {
  readonly #server: ServerLife;
  readonly #folder: string;
  readonly #span: number;
  readonly #random: Random;
  readonly #seed: number;
  readonly #tasks = new Map<string, number>();
  readonly #lost: string[] = [];
  readonly #memory: number[] = [];
  #analysts: Analyst[] = [];
  #canUndo = false;

  constructor(folder: string, server: ServerLife, span: number, seed: number) {
    this.#folder = folder;
    this.#server = server;
    this.#span = span;
    this.#seed = seed;
    this.#random = new Random(seed);
  }

  async run(json: boolean): Promise<number> {
    process.stderr.write(`Seed ${String(this.#seed)}.\n`);
    const flooder = await this.#prepare();
    const stop = new AbortController();
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
    const working = this.#analysts.map((analyst) => analyst.work(stop.signal));
    const end = Date.now() + this.#span;
    const half = end - this.#span / 2;
    try {
      let nextKill = Date.now() + this.#span / 30;
      let told = Date.now();
      while (Date.now() < end && !stop.signal.aborted) {
        await Promise.race([this.#something(flooder), ...working]);
        if (Date.now() > half) this.#memory.push(this.#server.memory());
        else if (Date.now() > nextKill) {
          await this.#server.killAndRestart();
          nextKill = Date.now() + this.#span / 30;
        }
        if (Date.now() - told > 60_000) {
          told = Date.now();
          process.stderr.write(`${String(this.#sum('moves'))} moves, ${String(this.#server.figures.kills)} kills …\n`);
        }
        await delay(1000);
      }
    } finally {
      stop.abort();
      await Promise.all(working);
    }
    for (const analyst of this.#analysts) this.#lost.push(...(await analyst.audit()));
    await this.#server.stop();
    const { code, said } = await this.#server.command(['check']);
    return this.#report(json, code === 0 ? '' : said);
  }

  /** Companies, users and their lists; resolves with a token of the one who floods. */
  async #prepare(): Promise<string> {
    const first = this.#csv('kept', kept, keptName);
    await this.#server.start();
    const imported = await this.#server.command(['import', first]);
    if (imported.code !== 0) throw new Error(imported.said);
    for (const name of [...names, 'flood']) {
      const args = ['user', 'add', `${name}@soak.example`, '--addon', 'export', '--password-stdin'];
      const added = await this.#server.command(args, { input: 'correct horse battery' });
      if (added.code !== 0) throw new Error(added.said);
    }
    const tokens = await this.#tokens([...names, 'flood']);
    const flooder = tokens.pop() ?? '';
    this.#analysts = tokens.map((token, index) => new Analyst(this.#server, token, new Random(this.#seed + index + 1)));
    for (const analyst of this.#analysts) await analyst.begin();
    return flooder;
  }

  async #tokens(logins: readonly string[]): Promise<string[]> {
    const state = await openState(this.#server.file);
    try {
      const tokens: string[] = [];
      for (const login of logins) {
        const user = await state.accounts.byLogin(`${login}@soak.example`);
        if (user === undefined) throw new Error(`There is no user ${login}.`);
        tokens.push(await state.users.issueToken(user.id, 'soak'));
      }
      return tokens;
    } finally {
      state.close();
    }
  }

  async #something(flooder: string): Promise<void> {
    const tasks: Task[] = ['import', 'import killed', 'refresh', 'backup', 'flood'];
    // Only what was imported here is taken back: the users decide about companies of the first import.
    if (this.#canUndo) tasks.push('undo', 'undo', 'undo killed');
    const task = this.#random.pick(tasks);
    if (task === 'flood') return await this.#flood(flooder);
    const killAfter = task.endsWith('killed') ? 200 + this.#random.below(1500) : 0;
    const { code, said } = await this.#server.command(this.#argsOf(task), { killAfter });
    const ending = code === 0 ? 'done' : code === null ? 'killed' : (said.split('\n').at(-1) ?? '');
    this.#count(`${task}: ${ending}`);
    if (task.startsWith('undo')) this.#canUndo = false;
    else if (task.startsWith('import')) this.#canUndo = code === 0;
  }

  #argsOf(task: Task): readonly string[] {
    if (task.startsWith('undo')) return ['undo-import'];
    if (task === 'refresh') return ['refresh'];
    if (task === 'backup') {
      const copy = join(this.#folder, 'copy');
      rmSync(copy, { recursive: true, force: true });
      mkdirSync(copy);
      return ['backup', join(copy, 'team.db')];
    }
    return ['import', this.#csv('other', others, `Other ${String(this.#random.below(otherFiles))} `)];
  }

  async #flood(token: string): Promise<void> {
    const kind = this.#random.pick(floods);
    const flood = spawn(process.execPath, [floodProgram, kind, this.#server.url, token], { stdio: 'ignore' });
    await delay(Math.min(floodMs, this.#span / 60));
    flood.kill('SIGKILL');
    this.#count(`flood: ${kind}`);
  }

  #csv(name: string, rows: number, prefix: string): string {
    const file = join(this.#folder, `${name}.csv`);
    const countries = ['France', 'Kenya', 'Brazil', 'Japan'];
    const lines = Array.from({ length: rows }, (_, index) => {
      const site = `https://${prefix.trim().replaceAll(' ', '-').toLowerCase()}-${String(index)}.example`;
      return `${prefix}${String(index)},${site},${countries[index % 4] ?? ''},A platform for health number ${String(index)}`;
    });
    writeFileSync(file, `name,website,country,description\n${lines.join('\n')}\n`);
    return file;
  }

  #count(what: string): void {
    this.#tasks.set(what, (this.#tasks.get(what) ?? 0) + 1);
  }

  #sum(figure: keyof Analyst['figures']): number {
    return this.#analysts.reduce((total, analyst) => total + analyst.figures[figure], 0);
  }

  #report(json: boolean, damage: string): number {
    const failures = this.#analysts.flatMap((analyst) => analyst.failures);
    const third = Math.floor(this.#memory.length / 3);
    const [early, late] = [medianOf(this.#memory.slice(0, third)), medianOf(this.#memory.slice(-third))];
    const figures = {
      seed: this.#seed,
      minutes: this.#span / 60_000,
      moves: this.#sum('moves'),
      searches: this.#sum('searches'),
      exports: this.#sum('exports'),
      repeated: this.#sum('repeated'),
      toldToWait: this.#sum('refused'),
      kills: this.#server.figures.kills,
      tasks: Object.fromEntries([...this.#tasks].toSorted(([a], [b]) => a.localeCompare(b))),
      lost: this.#lost.length,
      failed: failures.length,
      memoryEarly: Math.round(early),
      memoryLate: Math.round(late),
      damage,
    };
    for (const line of [...this.#lost.slice(0, 20), ...failures.slice(0, 20)]) process.stderr.write(`${line}\n`);
    process.stdout.write(`${JSON.stringify(figures, null, json ? 0 : 2)}\n`);
    const isSound = figures.moves > 0 && this.#lost.length === 0 && failures.length === 0 && damage === '';
    return isSound && late <= early * mostGrowth ? 0 : 1;
  }
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

process.exitCode = await main();
