import { basename } from 'node:path';
import type { AreaCalls, CallRequest } from '#shared/bridge/contract.ts';
import {
  fileToken,
  partToken,
  type Duplicates,
  type ImportPreview,
  type MergePair,
  type SampleUse,
  type StartImport,
  type WorkspaceStatus,
} from '#shared/bridge/workspace.ts';
import { AppError } from '#shared/errors.ts';
import type { FilePreview, LocalApi, LocalApiEvent, LocalApiStatus } from '#node/localApi.ts';
import type { FileOpener, Log, OpenedFile } from '../ports.ts';
import type { EventHub } from './eventHub.ts';

export interface WorkspaceDeps {
  readonly folder: string;
  readonly api: LocalApi;
  readonly opener: FileOpener;
  readonly events: EventHub;
  readonly log: Log;
  /** Whether decisions are being sent to the API. */
  readonly isSending: () => boolean;
  /** Called when another state has replaced the current one. */
  readonly onRestored: () => void;
  /** Called with companies that are gone with their entries: an import was undone, or replaced the sample. */
  readonly onRemoved: (companies: readonly number[]) => void;
}

/** What an import or new sample data may have changed: everything. */
const allTags = ['companies', 'entries', 'smartLists', 'collections', 'digest'];

/** The local workspace: its status, sample, imports and refreshes. Its methods are the bridge's calls `workspace.…`. */
export class WorkspaceService implements AreaCalls<'workspace'> {
  readonly #deps: WorkspaceDeps;
  /** The last job whose end was announced. */
  #endedJob = '';
  #unsubscribe: () => void = () => undefined;

  constructor(deps: WorkspaceDeps) {
    this.#deps = deps;
  }

  /** Starts listening to the API. */
  async start(): Promise<void> {
    const { api } = this.#deps;
    const { job } = await api.status();
    if (job !== null && job.state !== 'running') this.#endedJob = job.id;
    this.#unsubscribe = api.subscribe((event) => this.#heard(event));
  }

  stop(): void {
    this.#unsubscribe();
  }

  async get(): Promise<WorkspaceStatus> {
    return this.#whole(await this.#deps.api.status());
  }

  async createSample({ companies }: CallRequest<'workspace.createSample'>): Promise<WorkspaceStatus> {
    return this.#whole(await this.#deps.api.createSample(companies));
  }

  /** Lets the user choose files and inspects them; none if the user cancelled. */
  async chooseFiles(_input: null, { client }: { readonly client: string }): Promise<ImportPreview[]> {
    return await this.#previews(await this.#deps.opener.choose(client), {});
  }

  async inspect({ tokens, sheets = {} }: CallRequest<'workspace.inspect'>): Promise<ImportPreview[]> {
    return await this.#previews(this.#files(tokens), sheets);
  }

  async startImport({ tokens, mappings, sheets = {}, days = {}, ...choices }: StartImport): Promise<WorkspaceStatus> {
    const sources = this.#files(tokens).map(({ token, path, name }) => {
      const chosen = chosenOf(sheets, token);
      const day = chosenOf(days, token);
      return {
        path,
        name,
        mapping: chosenOf(mappings, token) ?? {},
        ...(chosen === undefined ? {} : { sheets: chosen }),
        ...(day === undefined ? {} : { day }),
      };
    });
    return this.#whole(await this.#deps.api.startImport(sources, choices));
  }

  /** Undoes the newest import. */
  async undoImport(): Promise<WorkspaceStatus> {
    return this.#whole(await this.#deps.api.undoImport());
  }

  async duplicates(): Promise<Duplicates> {
    return this.#deps.api.duplicates();
  }

  async previewMerge({ ids }: CallRequest<'workspace.previewMerge'>): Promise<MergePair> {
    return this.#deps.api.previewMerge(ids);
  }

  /** Merges two companies. Throws `busy` while decisions are being sent: one of them may be about the one that goes. */
  async merge({ ids }: CallRequest<'workspace.merge'>): Promise<WorkspaceStatus> {
    if (this.#deps.isSending()) throw new AppError('busy', 'Decisions are still being saved. Try again in a moment.');
    return this.#whole(await this.#deps.api.merge(ids));
  }

  async setApart({ ids, isApart }: CallRequest<'workspace.setApart'>): Promise<null> {
    return this.#deps.api.setApart(ids, isApart);
  }

  async refresh(): Promise<WorkspaceStatus> {
    return this.#whole(await this.#deps.api.refresh({ catchUp: true }));
  }

  async simulateWeek(): Promise<WorkspaceStatus> {
    return this.#whole(await this.#deps.api.simulateWeek());
  }

  async sampleUse(): Promise<SampleUse> {
    return this.#deps.api.sampleUse();
  }

  async removeSample(): Promise<WorkspaceStatus> {
    return this.#whole(await this.#deps.api.removeSample());
  }

  async backUp(): Promise<WorkspaceStatus> {
    return this.#whole(await this.#deps.api.backUp());
  }

  /** Starts restoring a copy. Throws `busy` while decisions are being sent: they belong to the current state. */
  async restore({ name }: CallRequest<'workspace.restore'>): Promise<WorkspaceStatus> {
    if (this.#deps.isSending()) throw new AppError('busy', 'Decisions are still being saved. Try again in a moment.');
    return this.#whole(await this.#deps.api.restore(name));
  }

  /** Deletes a copy from the disk for good. */
  async removeCopy({ name }: CallRequest<'workspace.removeCopy'>): Promise<WorkspaceStatus> {
    return this.#whole(await this.#deps.api.removeCopy(name));
  }

  async cancel(): Promise<WorkspaceStatus> {
    return this.#whole(await this.#deps.api.cancel());
  }

  /** Previews with the file names the user knows; paths stay here. */
  async #previews(files: readonly OpenedFile[], sheets: SheetChoice): Promise<ImportPreview[]> {
    const previews: ImportPreview[] = [];
    for (const { token, name, path } of files) {
      const found = await this.#look(path, chosenOf(sheets, token) ?? [], name);
      previews.push(...found.map((one, part) => ({ ...one, token: partToken(token, part), file: name })));
    }
    return previews;
  }

  /**
   * What a file looks like; one that is not a company list says why, and does not stop the others from being inspected.
   */
  async #look(path: string, sheets: readonly string[], name: string): Promise<FilePreview[]> {
    try {
      return await this.#deps.api.inspect(path, sheets, name);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'bad_file') throw error;
      const problem = error.message.replace(`${basename(path)}: `, '');
      const file = { file: '', format: '', encoding: '', delimiter: '', bytes: 0, note: '', day: '' };
      return [{ ...file, dayFrom: 'changed', problem, sheets: [], read: [], columns: [], rows: [] }];
    }
  }

  /** The files of tokens, which may be those of parts of a file. */
  #files(tokens: readonly string[]): OpenedFile[] {
    return tokens.map((token) => {
      const file = this.#deps.opener.resolve(fileToken(token));
      if (file === null) throw new AppError('not_found', 'The file is no longer at hand. Choose it again.');
      return { ...file, token };
    });
  }

  #heard(event: LocalApiEvent): void {
    const { events, log } = this.#deps;
    if (event.kind === 'stopped') log.warn('workspace.stopped', { reason: event.reason });
    if (event.kind === 'removed') this.#deps.onRemoved(event.companies);
    if (event.kind === 'restored') {
      this.#deps.onRestored();
      events.publish('data.changed', { tags: allTags });
    }
    if (event.kind !== 'status') return;
    events.publish('workspace.changed', this.#whole(event.status));
    const { job } = event.status;
    if (job === null || job.state === 'running' || job.id === this.#endedJob) return;
    this.#endedJob = job.id;
    events.publish('data.changed', { tags: allTags });
  }

  #whole(status: LocalApiStatus): WorkspaceStatus {
    return { folder: this.#deps.folder, ...status, notices: [...status.notices], copies: [...status.copies] };
  }
}

type SheetChoice = NonNullable<StartImport['sheets']>;

/** What a page has chosen for a token, which is any text. */
function chosenOf<T>(choices: Readonly<Record<string, T>>, token: string): T | undefined {
  return Object.hasOwn(choices, token) ? choices[token] : undefined;
}
