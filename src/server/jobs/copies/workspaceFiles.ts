import { join } from 'node:path';

/** The file of a desktop workspace's state in its folder. */
export function workspaceFile(folder: string): string {
  return join(folder, 'winnow.db');
}

/** The folder of the search index that belongs to a state's file. */
export function indexFolderOf(file: string): string {
  return `${file}.index`;
}

/** The state's file that a folder of a search index belongs to. */
export function fileOfIndexFolder(folder: string): string {
  return folder.slice(0, -indexFolderOf('').length);
}
