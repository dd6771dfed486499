import { basename } from 'node:path';
import type { AreaCalls, CallRequest } from '#shared/bridge/contract.ts';
import {
  fileToken,
  partToken,
  type Duplicates,
  type FileReading,
  type ImportPreview,
  type MergePair,
  type SampleUse,
  type StartImport,
  type WorkspaceStatus,
} from '#shared/bridge/workspace.ts';
import { AppError } from '#shared/errors.ts';
import {
  unreadable,
  type FilePreview,
  type LocalApi,
  type LocalApiEvent,
  type LocalApiStatus,
  type WorkspaceCommands,
} from '#node/localApi.ts';
import { mayManageCompanies, type User } from '#shared/domain/account.ts';
import type { Clock, FileOpener, Log, OpenedFile } from '../ports.ts';
import type { ApiClient } from './api/apiClient.ts';
import type { EventHub } from './eventHub.ts';
import { ServerWorkspace } from './serverWorkspace.ts';
import type { StateFile } from './stateFile.ts';

export interface WorkspaceDeps {
  readonly folder: string;
  readonly api: LocalApi;
  readonly opener: FileOpener;
  readonly events: EventHub;
  readonly clock: Clock;
  readonly log: Log;
  readonly state: Pick<StateFile, 'value' | 'update'>;
  /** Whether decisions are being sent to the API. */
  readonly isSending: () => boolean;
  /** Called when another state has replaced the current one. */
  readonly onRestored: () => void;
  /** Called with companies that are gone with their entries: an import was undone, or replaced the sample. */
  readonly onRemoved: (companies: readonly number[]) => void;
}

/** What an import or new sample data may have changed: everything. */
const allTags = ['companies', 'entries', 'smartLists', 'collections', 'known', 'digest'];

/**
 * The workspace: its status, sample, imports and refreshes. It is the local one, or that of the server that a user is
 * signed in to. Its methods are the bridge's calls `workspace.…`.
 */
export class WorkspaceService implements AreaCalls<'workspace'> {
  readonly #deps: WorkspaceDeps;
  readonly #local: Place;
  #place: Place;
  /** The last job of each place whose end was announced. */
  readonly #endedJobs = new WeakMap<Place, string>();
  #unsubscribe: () => void = () => undefined;

  constructor(deps: WorkspaceDeps) {
    this.#deps = deps;
    this.#local = { kind: 'local', folder: deps.folder, commands: deps.api };
    this.#place = this.#local;
  }

  /** Starts listening to the API. */
  async start(): Promise<void> {
    const { api } = this.#deps;
    const { job } = await api.status();
    this.#endedJobs.set(this.#local, job !== null && job.state !== 'running' ? job.id : '');
    this.#unsubscribe = api.subscribe((event) => this.#heard(event));
  }

  /** From now on the workspace is that of the server where this user is signed in; of null, the local one. */
  follow(server: { readonly client: ApiClient; readonly user: User } | null): void {
    if (this.#place.kind === 'server') this.#place.commands?.stop();
    this.#place = server === null ? this.#local : this.#placeOf(server);
  }

  #placeOf({ client, user }: { readonly client: ApiClient; readonly user: User }): Place {
    if (!mayManageCompanies(user)) return { kind: 'server', folder: '', commands: null };
    const onStatus = (status: LocalApiStatus): void => this.#changed(place, status);
    const commands = new ServerWorkspace({ client, clock: this.#deps.clock, onStatus });
    const place: Place = { kind: 'server', folder: '', commands };
    return place;
  }

  stop(): void {
    this.#unsubscribe();
    this.follow(null);
  }

  async get(): Promise<WorkspaceStatus> {
    const place = this.#place;
    const status = await this.#commands.status();
    // What another user of a server has begun may have ended since.
    this.#settle(place, status);
    return this.#whole(place, status);
  }

  /** Tells what has changed of the local workspace that the API does not say. */
  async tell(): Promise<void> {
    this.#changed(this.#local, await this.#deps.api.status());
  }

  async createSample({ companies }: CallRequest<'workspace.createSample'>): Promise<WorkspaceStatus> {
    return this.#run((commands) => commands.createSample(companies));
  }

  /** Lets the user choose files and inspects them; none if the user cancelled. */
  async chooseFiles(_input: null, { client }: { readonly client: string }): Promise<ImportPreview[]> {
    return await this.#previews(await this.#deps.opener.choose(client), {});
  }

  async inspect({ tokens, sheets = {}, reading }: CallRequest<'workspace.inspect'>): Promise<ImportPreview[]> {
    return await this.#previews(this.#files(tokens), sheets, reading);
  }

  async startImport({
    tokens,
    mappings,
    sheets = {},
    days = {},
    rates,
    ...choices
  }: StartImport): Promise<WorkspaceStatus> {
    const sources = this.#files(tokens).map(({ token, path, name }) => {
      const chosen = chosenOf(sheets, token);
      const day = chosenOf(days, token);
      return {
        path,
        name,
        mapping: chosenOf(mappings, token) ?? {},
        ...(chosen === undefined ? {} : { sheets: chosen }),
        ...(day === undefined ? {} : { day }),
        ...(rates === undefined ? {} : { rates }),
      };
    });
    return this.#run((commands) => commands.startImport(sources, choices));
  }

  /** Undoes the newest import. */
  async undoImport(): Promise<WorkspaceStatus> {
    return this.#run((commands) => commands.undoImport());
  }

  async duplicates(): Promise<Duplicates> {
    return this.#commands.duplicates();
  }

  async previewMerge({ ids }: CallRequest<'workspace.previewMerge'>): Promise<MergePair> {
    return this.#commands.previewMerge(ids);
  }

  /** Merges two companies. Throws `busy` while decisions are being sent: one of them may be about the one that goes. */
  async merge({ ids, name }: CallRequest<'workspace.merge'>): Promise<WorkspaceStatus> {
    if (this.#deps.isSending()) throw new AppError('busy', 'Decisions are still being saved. Try again in a moment.');
    return this.#run((commands) => commands.merge(ids, name));
  }

  async setApart({ ids, isApart }: CallRequest<'workspace.setApart'>): Promise<null> {
    return this.#commands.setApart(ids, isApart);
  }

  async refresh(): Promise<WorkspaceStatus> {
    return this.#refreshed((commands) => commands.refresh({ catchUp: true }));
  }

  async simulateWeek(): Promise<WorkspaceStatus> {
    return this.#refreshed((commands) => commands.simulateWeek());
  }

  /** A refresh, with when it was made: the API knows only of those that have released something. */
  #refreshed(command: (commands: WorkspaceCommands) => Promise<LocalApiStatus>): Promise<WorkspaceStatus> {
    const { clock, state } = this.#deps;
    return this.#run(async (commands) => {
      const status = await command(commands);
      if (this.#place === this.#local) await state.update({ refreshedAt: clock.now().toISOString() });
      return status;
    });
  }

  async sampleUse(): Promise<SampleUse> {
    return this.#commands.sampleUse();
  }

  async removeSample(): Promise<WorkspaceStatus> {
    return this.#run((commands) => commands.removeSample());
  }

  async backUp(): Promise<WorkspaceStatus> {
    return this.#run((commands) => commands.backUp());
  }

  /** Starts restoring a copy. Throws `busy` while decisions are being sent: they belong to the current state. */
  async restore({ name }: CallRequest<'workspace.restore'>): Promise<WorkspaceStatus> {
    if (this.#deps.isSending()) throw new AppError('busy', 'Decisions are still being saved. Try again in a moment.');
    return this.#run((commands) => commands.restore(name));
  }

  /** Deletes a copy from the disk for good. */
  async removeCopy({ name }: CallRequest<'workspace.removeCopy'>): Promise<WorkspaceStatus> {
    return this.#run((commands) => commands.removeCopy(name));
  }

  async cancel(): Promise<WorkspaceStatus> {
    return this.#run((commands) => commands.cancel());
  }

  /** Previews with the file names the user knows; paths stay here. */
  async #previews(files: readonly OpenedFile[], sheets: SheetChoice, reading?: FileReading): Promise<ImportPreview[]> {
    const previews: ImportPreview[] = [];
    for (const { token, name, path } of files) {
      const found = await this.#look(path, chosenOf(sheets, token) ?? [], name, reading);
      previews.push(...found.map((one, part) => ({ ...one, token: partToken(token, part), file: name })));
    }
    return previews;
  }

  /**
   * What a file looks like; one that is not a company list says why, and does not stop the others from being inspected.
   */
  async #look(path: string, sheets: readonly string[], name: string, reading?: FileReading): Promise<FilePreview[]> {
    try {
      return await this.#commands.inspect(path, sheets, name, reading);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'bad_file') throw error;
      return [unreadable(error.message.replace(`${basename(path)}: `, ''))];
    }
  }

  /** The files of tokens, which may be those of parts of a file. */
  #files(tokens: readonly string[]): OpenedFile[] {
    return tokens.map((token) => {
      const file = this.#deps.opener.resolve(fileToken(token));
      if (file === null) throw new AppError('not_found', 'The file is no longer available. Choose it again.');
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
    if (event.kind === 'status') this.#changed(this.#local, event.status);
  }

  /** News of a place; only those of the one that is shown are told. */
  #changed(place: Place, status: LocalApiStatus): void {
    if (place === this.#place) this.#deps.events.publish('workspace.changed', this.#whole(place, status));
    this.#settle(place, status);
  }

  /** Announces once that a job has ended. What ended before anything was known of the place is no news. */
  #settle(place: Place, { job }: LocalApiStatus): void {
    const known = this.#endedJobs.get(place);
    if (job?.state === 'running') {
      if (known === undefined) this.#endedJobs.set(place, '');
      return;
    }
    const id = job?.id ?? '';
    this.#endedJobs.set(place, id);
    if (known === undefined || known === id || place !== this.#place) return;
    this.#deps.events.publish('data.changed', { tags: allTags });
  }

  /** Throws `unprocessable` for a user who may not manage the server's companies. */
  get #commands(): WorkspaceCommands {
    const { commands } = this.#place;
    if (commands === null) throw new AppError('unprocessable', 'Only staff can see the workspace of this server.');
    return commands;
  }

  async #run(command: (commands: WorkspaceCommands) => Promise<LocalApiStatus>): Promise<WorkspaceStatus> {
    const place = this.#place;
    return this.#whole(place, await command(this.#commands));
  }

  #whole(place: Place, status: LocalApiStatus): WorkspaceStatus {
    const { refreshedAt, refreshedFor } = this.#deps.state.value;
    const ran = place.kind === 'server' ? [] : [refreshedAt, refreshedFor];
    const { folder } = place;
    return {
      folder,
      ...status,
      refreshedAt: [status.refreshedAt, ...ran].reduce((last, each) => (each > last ? each : last)),
      notices: [...status.notices],
      copies: [...status.copies],
    };
  }
}

/** Whose workspace is meant. `commands` is null for a user who may not see that of a server. */
type Place =
  | { readonly kind: 'local'; readonly folder: string; readonly commands: LocalApi }
  | { readonly kind: 'server'; readonly folder: ''; readonly commands: ServerWorkspace | null };

type SheetChoice = NonNullable<StartImport['sheets']>;

/** What a page has chosen for a token, which is any text. */
function chosenOf<T>(choices: Readonly<Record<string, T>>, token: string): T | undefined {
  return Object.hasOwn(choices, token) ? choices[token] : undefined;
}
