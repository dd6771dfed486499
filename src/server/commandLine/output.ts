import type { TaskProgress } from '../jobs/writerTask.ts';

/** Where a command writes: results to stdout, everything else to stderr. */
export interface Output {
  /** The command's result: with `--json` its one line, else the same for people. */
  result(json: Readonly<Record<string, unknown>>, lines: readonly string[]): void;
  /** Something to know while it runs. */
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
 * Writes to two streams. Of progress there is at most one line a second, and none that says what the last one said, so
 * that logs stay short.
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
      // Zero of something is no news yet.
      const line = percent === 0 ? label : `${label}: ${percent} %`;
      const now = performance.now();
      if (line === last.line || now - last.at < progressEvery) return;
      note(line);
      last = { line, at: now };
    },
  };
}
