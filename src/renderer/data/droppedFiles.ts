import { Store } from '../ui/store.ts';

/** Files that were dropped on the window and wait for the import to take them, oldest first. */
export const droppedFiles = new Store<readonly File[]>([]);

/** A drag carries files, something of this window (`own`), or something else, such as a text or a link. */
export type Dragged = 'files' | 'own' | 'other';

/** The kind of a drag over the window, by its types. Drags of rows and lists that began here are `own`. */
export function draggedOf(types: readonly string[], beganHere: boolean): Dragged {
  if (beganHere) return 'own';
  return types.includes('Files') ? 'files' : 'other';
}

/** The files of a drop, and the number of folders among them: a browser lists a folder as a file. */
export function filesOfDrop(transfer: Pick<DataTransfer, 'files' | 'items'>): {
  readonly files: readonly File[];
  readonly folders: number;
} {
  const items = [...transfer.items].filter(({ kind }) => kind === 'file');
  const isFolder = items.map((item) => item.webkitGetAsEntry()?.isDirectory === true);
  return {
    files: [...transfer.files].filter((_, index) => isFolder[index] !== true),
    folders: isFolder.filter(Boolean).length,
  };
}
