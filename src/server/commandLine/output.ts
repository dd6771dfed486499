import type { TaskProgress } from '../jobs/writerTask.ts';

/** Where a command writes: results to stdout, everything else to stderr. */
export interface Output {
  /** The command's result: one line of JSON with `--json`, otherwise lines for people. */
  result(json: Readonly<Record<string, unknown>>, lines: readonly string[]): void;
  /** Something the user should know while it runs. */
  note(line: string): void;
  progress(progress: TaskProgress): void;
}

interface Streams {
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown };
}

/** The shortest time between two lines of progress, in milliseconds. */
const progressEvery = 1000;

/**
 * Writes to two streams. Writes at most one line of progress a second, and none that repeats the last, so that logs
 * stay short.
 */
export function createOutput({ stdout, stderr }: Streams, json: boolean): Output {
  let last = { line: '', at: -progressEvery };
  const note = (line: string): void => {
    stderr.write(`${line}\n`);
  };
  return {
    result: (value, lines) => {
      if (json) stdout.write(`${JSON.stringify(value)}\n`);
      else for (const line of lines) stdout.write(`${line}\n`);
    },
    note,
    progress: ({ done, total, label }) => {
      const percent = total === null || total === 0 ? 0 : Math.floor((100 * done) / total);
      // 0 % is no news yet.
      const line = percent === 0 ? label : `${label}: ${percent}%`;
      const now = performance.now();
      if (line === last.line || now - last.at < progressEvery) return;
      note(line);
      last = { line, at: now };
    },
  };
}
