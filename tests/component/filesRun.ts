import { Session, type Profiler } from 'node:inspector';
import path from 'node:path';

const renderer = path.resolve('src/renderer') + path.sep;

/** Which files of the renderer run a function, by V8's own counting; what runs at import does not count. */
export class FilesRun {
  readonly #session = new Session();

  constructor() {
    this.#session.connect();
    this.#session.post('Profiler.enable');
    this.#session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  }

  /** The files in which functions have run since this was asked last, with the names of these. */
  take(): Map<string, string[]> {
    let result: Profiler.ScriptCoverage[] = [];
    this.#session.post('Profiler.takePreciseCoverage', (_, reply) => {
      ({ result } = reply);
    });
    const files = new Map<string, string[]>();
    for (const { url, functions } of result) {
      const file = url.replace(/^file:\/\//, '').replace(/\?.*$/, '');
      if (!file.startsWith(renderer)) continue;
      const ran = functions.filter(
        ({ functionName, ranges: [range] }) =>
          functionName !== '' && !functionName.startsWith('__vi') && (range?.count ?? 0) > 0,
      );
      if (ran.length > 0)
        files.set(
          file.slice(renderer.length),
          ran.map(({ functionName }) => functionName),
        );
    }
    return files;
  }

  end(): void {
    this.#session.post('Profiler.stopPreciseCoverage');
    this.#session.disconnect();
  }
}
