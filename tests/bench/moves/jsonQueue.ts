import { randomUUID } from 'node:crypto';
import type { MoveTarget } from '#shared/bridge/moves.ts';
import type { ListName } from '#shared/domain/listName.ts';
import { hasPeer, loadPeer } from '../peers/load.ts';

/** What is kept of a move: the same as in a row of our own queue. */
interface KeptMove {
  readonly key: string;
  readonly stepId: string;
  readonly entryId: number;
  readonly companyId: number;
  readonly name: string;
  readonly from: ListName;
  readonly to: ListName;
  readonly state: 'pending';
}

type WriteSync = (path: string, text: string) => void;

/**
 * Moves in a JSON file, as conf and electron-store keep data: at every change, all of it is written to a temporary
 * file, synced and renamed.
 */
export class JsonQueue {
  readonly moves: KeptMove[] = [];
  readonly #path: string;
  readonly #write: WriteSync;

  private constructor(path: string, write: WriteSync) {
    this.#path = path;
    this.#write = write;
  }

  /** Null if write-file-atomic is not installed. */
  static async open(path: string): Promise<JsonQueue | null> {
    if (!(await hasPeer('write-file-atomic'))) return null;
    const { default: writeFile } = (await loadPeer('write-file-atomic')) as { default: { sync: WriteSync } };
    return new JsonQueue(path, writeFile.sync);
  }

  /** Takes moves in one write; they are on the disk when it returns. */
  enqueue(to: ListName, targets: readonly MoveTarget[]): void {
    const stepId = randomUUID();
    for (const target of targets) this.moves.push(keptMove(stepId, to, target));
    this.#save();
  }

  /** Records that the oldest move has arrived. */
  shift(): void {
    this.moves.shift();
    this.#save();
  }

  #save(): void {
    this.#write(this.#path, JSON.stringify({ moves: this.moves }));
  }
}

/** A move in the form that both peers keep. */
export function keptMove(stepId: string, to: ListName, { entryId, companyId, name, from }: MoveTarget): KeptMove {
  return { key: randomUUID(), stepId, entryId: entryId ?? 0, companyId, name, from, to, state: 'pending' };
}
