import { Store } from '../ui/store.ts';

/** Files that were dropped on the window and wait for the import to take them, oldest first. */
export const droppedFiles = new Store<readonly File[]>([]);

/** What a drag carries: files, a drag that began in this window, or something else, such as a text or a link. */
export type Dragged = 'files' | 'own' | 'other';

/** What is dragged over the window. Rows and lists of Winnow see to themselves. */
export function draggedOf(types: readonly string[], beganHere: boolean): Dragged {
  if (beganHere) return 'own';
  return types.includes('Files') ? 'files' : 'other';
}

/** What was dropped: its files, and how many folders were among them. A folder looks like a file to the browser. */
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
