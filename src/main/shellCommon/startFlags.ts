import { homedir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';

/** How Winnow was asked to start (README). */
export interface StartFlags {
  /** The browser shell, even if Electron could run. */
  readonly browser: boolean;
  /** The requested port, or null: the workspace's last one, otherwise a free one. */
  readonly port: number | null;
  /** Open the address in the user's browser. */
  readonly open: boolean;
  /** The workspace's folder, absolute. */
  readonly workspace: string;
  /** Companies in the sample of a new workspace; 0 for none. */
  readonly sample: number;
  /** One line of JSON on stdout when ready, and nothing else there. */
  readonly json: boolean;
}

export type ReadFlags =
  { readonly ok: true; readonly flags: StartFlags } | { readonly ok: false; readonly problem: string };

/** The parts of the environment that decide about defaults. */
export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  /** The user's home folder, or `''` if there is none. */
  readonly home: string;
  readonly cwd: string;
}

/** The user's home folder, or `''`: a user without an account entry may have none, as in a container. */
export function homeFolder(): string {
  try {
    return homedir();
  } catch {
    return '';
  }
}

const defaultSample = 50_000;
const maxSample = 1_000_000;

/** Reads the flags after `npm start --`. An unknown flag or an invalid value is reported in one line. */
export function readStartFlags(args: readonly string[], around: Surroundings): ReadFlags {
  let values;
  try {
    ({ values } = parseArgs({
      args: [...args],
      strict: true,
      allowPositionals: false,
      options: {
        browser: { type: 'boolean', default: false },
        port: { type: 'string' },
        'no-open': { type: 'boolean', default: false },
        workspace: { type: 'string' },
        sample: { type: 'string' },
        json: { type: 'boolean', default: false },
      },
    }));
  } catch (error) {
    return { ok: false, problem: firstSentence(error) };
  }
  const port = values.port === undefined ? null : wholeNumber(values.port, 1, 65_535);
  if (Number.isNaN(port)) return { ok: false, problem: `--port takes a number from 1 to 65535, not “${values.port}”.` };
  const sample = values.sample === undefined ? defaultSample : wholeNumber(values.sample, 0, maxSample);
  if (Number.isNaN(sample)) {
    return { ok: false, problem: `--sample takes a number from 0 to ${maxSample}, not “${values.sample}”.` };
  }
  if (values.workspace === '') return { ok: false, problem: '--workspace takes a folder.' };
  const workspace =
    values.workspace === undefined ? defaultWorkspace(around) : fromWhereTheUserIs(values.workspace, around);
  if (!path.isAbsolute(workspace)) {
    return { ok: false, problem: 'You have no home folder to keep a workspace in: name one with --workspace.' };
  }
  return {
    ok: true,
    flags: {
      browser: values.browser,
      port,
      open: !values['no-open'],
      workspace,
      sample,
      json: values.json,
    },
  };
}

/** The system's folder for application data. */
export function defaultWorkspace({ env, platform, home }: Surroundings): string {
  if (platform === 'darwin') return path.join(home, 'Library', 'Application Support', 'Winnow');
  if (platform === 'win32') {
    const roaming = env['APPDATA'] ?? '';
    return path.join(roaming === '' ? path.join(home, 'AppData', 'Roaming') : roaming, 'Winnow');
  }
  const data = env['XDG_DATA_HOME'] ?? '';
  return path.join(path.isAbsolute(data) ? data : path.join(home, '.local', 'share'), 'winnow');
}

/** npm runs scripts in the project's folder and passes the user's folder in `INIT_CWD`. */
function fromWhereTheUserIs(folder: string, { env, cwd }: Surroundings): string {
  return path.resolve(env['INIT_CWD'] ?? cwd, folder);
}

function wholeNumber(text: string, least: number, most: number): number {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  return number >= least && number <= most ? number : Number.NaN;
}

/** Node's message about an argument, without its advice. */
function firstSentence(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const [first = message] = message.split(/(?:\. |\n)/);
  return first.endsWith('.') ? first : `${first}.`;
}
