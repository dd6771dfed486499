import type { KnownFileChoice, KnownPreview } from '#shared/domain/known.ts';
import type { KnownSourceRecord } from '../../state/port.ts';
import type { SentFile } from './teamCommands.ts';

/** What a user may do with files of known companies; `user` is the id of whoever asks, and sent files belong to one. */
export interface KnownCommands {
  /** Keeps a file until it is imported. Throws `payload_too_large`, and `cancelled` if it breaks off. */
  keep(user: number, file: SentFile): Promise<string>;
  /** What a file would do. Throws `not_found` for one that is not kept, `unprocessable` for no table. */
  preview(user: number, choice: KnownFileChoice): Promise<KnownPreview>;
  /**
   * Does it. Throws `conflict` with the preview's problem; a file that says what is known already changes nothing, and
   * the source is returned as it is.
   */
  import(user: number, choice: KnownFileChoice): Promise<KnownSourceRecord>;
  /** Takes the newest file of a source back; false if there is none. */
  undo(user: number, sourceId: number): Promise<boolean>;
}
