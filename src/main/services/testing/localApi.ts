import { basename } from 'node:path';
import type { ImportChoices, ImportSource, LocalApi, LocalApiEvent, LocalApiStatus } from '#node/localApi.ts';
import { AppError } from '#shared/errors.ts';

/** The owner's side of a local workspace in memory, for what needs no companies. */
export class TestLocalApi implements Pick<LocalApi, 'status' | 'refresh' | 'subscribe' | 'inspect' | 'startImport'> {
  state: LocalApiStatus = {
    companies: 100,
    sampleCompanies: 100,
    sampleAhead: 0,
    importedCompanies: 0,
    digestWeek: '2026-W47',
    refreshedAt: '2026-11-16T06:00:00Z',
    bytes: 1,
    readOnly: '',
    notices: [],
    lastImport: null,
    copies: [],
    job: null,
    upkeep: null,
  };
  readonly refreshes: { catchUp: boolean }[] = [];
  readonly imports: { sources: readonly ImportSource[]; choices: ImportChoices }[] = [];
  broken = false;
  /** More weeks are due than may have been missed. */
  refuses = false;
  readonly #listeners = new Set<(event: LocalApiEvent) => void>();

  async status(): Promise<LocalApiStatus> {
    return this.state;
  }

  async refresh(options: { catchUp: boolean }): Promise<LocalApiStatus> {
    this.refreshes.push(options);
    if (this.broken) throw new AppError('busy', 'Something else is running.');
    if (this.refuses) throw new AppError('conflict', 'Many weekly refreshes are due.');
    return this.state;
  }

  async inspect(path: string, sheets: readonly string[]): ReturnType<LocalApi['inspect']> {
    if (path.endsWith('.pdf')) throw new AppError('bad_file', `${basename(path)}: this is a PDF.`);
    const seen = { file: path, format: 'csv', encoding: 'UTF-8', delimiter: ',', bytes: 1, problem: '', note: '' };
    // As if each sheet had a header of its own.
    const parts = sheets.length === 0 ? [[]] : sheets.map((sheet) => [sheet]);
    return parts.map((read) => ({
      ...seen,
      day: '2026-11-20',
      dayFrom: 'changed',
      sheets: [],
      read,
      columns: [],
      rows: [],
      currencies: {},
    }));
  }

  async startImport(sources: readonly ImportSource[], choices: ImportChoices): Promise<LocalApiStatus> {
    this.imports.push({ sources, choices });
    return this.state;
  }

  subscribe(listener: (event: LocalApiEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  say(event: LocalApiEvent): void {
    for (const listener of this.#listeners) listener(event);
  }
}
