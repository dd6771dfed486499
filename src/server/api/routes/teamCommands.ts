import type { z } from 'zod';
import type { FileBody } from '#shared/api/endpoint.ts';
import type { importFilesBody, serverWorkspaceSchema } from '#shared/api/schemas.ts';
import type { FilePreview, ImportChoices } from '#node/localApi.ts';
import type { Duplicates, FileReading, MergePair } from '#shared/bridge/workspace.ts';

/** The companies as staff sees them, and the running or last job. */
export type TeamStatus = z.infer<typeof serverWorkspaceSchema>;

/** A file that a user sends: what they call it, when it was changed last (null if unknown), and its bytes. */
export interface SentFile extends FileBody {
  readonly name: string;
  readonly changed: Date | null;
}

/** A file to import by its token, and how to read it. */
export type FileToImport = z.output<typeof importFilesBody>['files'][number];

/** How to import them: there is no sample on a server. */
export type TeamImportChoices = Omit<ImportChoices, 'removeSample'>;

/**
 * What staff may do with a server's companies; `user` is the id of whoever asks, and sent files belong to one. A job
 * has begun when its call resolves; throws an `AppError` answered with 409 while another one runs.
 */
export interface TeamCommands {
  status(): Promise<TeamStatus>;
  /**
   * Keeps a file until it is imported. Throws `payload_too_large`, also without room, and `cancelled` if it breaks off.
   */
  keep(user: number, file: SentFile): Promise<{ token: string; previews: FilePreview[] }>;
  /** How these sheets of a kept file would be read. Throws `not_found` for a file that is not kept. */
  inspect(user: number, token: string, sheets: readonly string[], reading?: FileReading): Promise<FilePreview[]>;
  importFiles(user: number, files: readonly FileToImport[], choices: TeamImportChoices): Promise<TeamStatus>;
  duplicates(): Promise<Duplicates>;
  /** Throws `not_found` for a company that is gone, `unprocessable` for one of the sample. */
  previewMerge(ids: readonly [number, number]): Promise<MergePair>;
  setApart(ids: readonly [number, number], isApart: boolean): Promise<void>;
  /** Resolves when the two are one; throws why they could not be made one. */
  merge(user: number, ids: readonly [number, number], name?: string): Promise<TeamStatus>;
  undoImport(user: number): Promise<TeamStatus>;
  refresh(user: number): Promise<TeamStatus>;
  /** Stops the running job; the work it has done is undone a little later. */
  cancel(user: number): Promise<TeamStatus>;
}
