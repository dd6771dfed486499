import { Agent, request, type IncomingHttpHeaders } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer, BenchQuery, SearchEngine } from './searchEngine.ts';
import { pageSize } from './searchEngine.ts';
import { startProgram, type Program } from './processes.ts';

/** How to start the standalone server: Node, its flags, the built command line. */
export interface ServerCommand {
  readonly program: string;
  /** Node's arguments for serving, and for other commands. */
  readonly serve: readonly string[];
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
}

/** Our standalone server in its own process, queried over HTTP. */
export class WinnowServer implements SearchEngine {
  readonly name = 'Winnow';
  readonly url: string;
  readonly pid: number;
  /** The workspace's file. */
  readonly #file: string;
  readonly #program: Program;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 64 });

  /** The token of the newest start on each file; it has revoked those before it. */
  static readonly #tokens = new Map<string, string>();

  private constructor(program: Program, file: string, url: string) {
    this.#program = program;
    this.#file = file;
    this.pid = program.pid;
    this.url = url;
  }

  /** The first user's token. */
  get token(): string {
    return WinnowServer.#tokens.get(this.#file) ?? '';
  }

  /**
   * Starts it on a workspace; ready when it serves, with a sample of that size if the workspace is new. With `store` the
   * workspace is in that database, and it is ready when it has fetched all of it.
   */
  static async start(
    { program, serve, env, cwd }: ServerCommand,
    file: string,
    sample: number,
    store: string | null = null,
  ): Promise<WinnowServer> {
    const args = ['--db', file, '--port', '0', '--sample', String(sample), '--json'];
    if (store !== null) args.push('--store', store);
    const started = startProgram(program, [...serve, ...args], { cwd, env: { ...process.env, ...env } });
    try {
      const { url, token } = JSON.parse(await started.firstLine()) as { url: string; token: string };
      WinnowServer.#tokens.set(file, token);
      const server = new WinnowServer(started, file, url);
      if (store !== null) await server.#ready(sample);
      return server;
    } catch (error) {
      await started.stop();
      throw error;
    }
  }

  async #ready(sample: number): Promise<void> {
    while ((await fetch(`${this.url}/readyz`)).status !== 200) await sleep(20);
    if (sample === 0) return;
    const companies = async (): Promise<number> =>
      (JSON.parse(String(await this.get('/api/digest/'))) as { companies: number }).companies;
    // It makes its sample once it is ready.
    while ((await companies()) === 0) await sleep(20);
  }

  async search(query: BenchQuery): Promise<Buffer> {
    return this.get(`/api/latest_companies/preview/?${parametersOf(query)}&page_size=${pageSize}`);
  }

  /** Rows and the counts of every facet value. */
  async facets(query: BenchQuery): Promise<Buffer> {
    return this.get(`/api/latest_companies/facets/?${parametersOf(query)}`);
  }

  read(raw: unknown): Answer {
    const { count, items } = JSON.parse(String(raw)) as { count: number; items: { id: number }[] };
    return { count, ids: items.map(({ id }) => id) };
  }

  /** The body of a GET; throws if the status is not 200. */
  async get(path: string): Promise<Buffer> {
    const parts: Buffer[] = [];
    await this.stream(path, (part) => parts.push(part));
    return Buffer.concat(parts);
  }

  /** A GET that hands out its body part by part. Resolves to the answer's headers. */
  stream(path: string, take: (part: Buffer) => unknown): Promise<IncomingHttpHeaders> {
    return new Promise((resolve, reject) => {
      const headers = { authorization: `Bearer ${this.token}` };
      const sent = request(this.url + path, { agent: this.#agent, headers }, (response) => {
        response.on('data', take);
        response.once('error', reject);
        response.once('end', () => {
          if (response.statusCode === 200) resolve(response.headers);
          else reject(new Error(`${path} answered ${response.statusCode}`));
        });
      });
      sent.once('error', (error: NodeJS.ErrnoException) => {
        // The server closed a connection that had long been idle before anyone noticed: use a new one.
        if (sent.reusedSocket && error.code === 'ECONNRESET') resolve(this.stream(path, take));
        else reject(error);
      });
      sent.end();
    });
  }

  async close(): Promise<void> {
    this.#agent.destroy();
    await this.#program.stop();
  }
}

/** Imports files into a workspace with the command line; resolves once that has ended. */
export async function importFiles(
  { program, command, env, cwd }: ServerCommand,
  file: string,
  path: string,
  store: string | null = null,
): Promise<void> {
  const place = store === null ? ['--db', file] : ['--db', file, '--store', store];
  await startProgram(program, [...command, 'import', path, ...place, '--json'], {
    cwd,
    env: { ...process.env, ...env },
  }).finished();
}

/** Whole words: the quotes keep the last one from being a prefix. */
function parametersOf({ words, filters }: BenchQuery): string {
  const parameters = new URLSearchParams();
  if (words.length > 0) parameters.set('text_search', words.map((word) => `"${word}"`).join(' '));
  for (const [field, values] of Object.entries(filters)) parameters.set(field, values.join(','));
  return parameters.toString();
}
