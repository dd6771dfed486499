import { AppError } from '#shared/errors.ts';
import type { ImportChoices, ImportSource, LocalApi, LocalApiEvent, LocalApiStatus } from '#node/localApi.ts';

/** The place of the local API: the services are joined before it is open, and get `not_initialized` until then. */
export class LocalApiSlot implements LocalApi {
  #api: LocalApi | null = null;

  fill(api: LocalApi): void {
    this.#api = api;
  }

  async fetch(request: Request): Promise<Response> {
    return await this.#open().fetch(request);
  }

  async issueToken(): Promise<string> {
    return await this.#open().issueToken();
  }

  async status(): Promise<LocalApiStatus> {
    return await this.#open().status();
  }

  async createSample(companies: number): Promise<LocalApiStatus> {
    return await this.#open().createSample(companies);
  }

  async inspect(path: string): ReturnType<LocalApi['inspect']> {
    return await this.#open().inspect(path);
  }

  async startImport(sources: readonly ImportSource[], choices: ImportChoices): Promise<LocalApiStatus> {
    return await this.#open().startImport(sources, choices);
  }

  async undoImport(): Promise<LocalApiStatus> {
    return await this.#open().undoImport();
  }

  async refresh(options: { onlyDue: boolean }): Promise<LocalApiStatus> {
    return await this.#open().refresh(options);
  }

  async backUp(): Promise<LocalApiStatus> {
    return await this.#open().backUp();
  }

  async restore(name: string): Promise<LocalApiStatus> {
    return await this.#open().restore(name);
  }

  async removeCopy(name: string): Promise<LocalApiStatus> {
    return await this.#open().removeCopy(name);
  }

  async cancel(): Promise<LocalApiStatus> {
    return await this.#open().cancel();
  }

  subscribe(listener: (event: LocalApiEvent) => void): () => void {
    return this.#open().subscribe(listener);
  }

  async close(): Promise<void> {
    await this.#api?.close();
    this.#api = null;
  }

  #open(): LocalApi {
    if (this.#api === null) throw new AppError('not_initialized', 'The workspace is not open yet.');
    return this.#api;
  }
}
