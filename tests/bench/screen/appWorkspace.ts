import { copyFileSync, existsSync, linkSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Workbench } from '../workbench.ts';

/**
 * The bench's workspace as the app wants it: in a folder of its own, `name`. The companies' files never change, so they
 * are linked.
 */
export async function appWorkspace(workbench: Workbench, name: string): Promise<string> {
  await workbench.winnow();
  const folder = join(workbench.folder, name);
  const file = workbench.workspaceFile();
  mkdirSync(join(folder, 'winnow.db.index'), { recursive: true });
  for (const end of ['', '-wal']) {
    if (existsSync(`${file}${end}`)) copyFileSync(`${file}${end}`, join(folder, `winnow.db${end}`));
  }
  for (const name of readdirSync(`${file}.index`)) {
    const [from, to] = [join(`${file}.index`, name), join(folder, 'winnow.db.index', name)];
    if (name.startsWith('seg-')) linkSync(from, to);
    else if (!name.endsWith('-shm')) copyFileSync(from, to);
  }
  return folder;
}
