import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { writeFileAtomically } from '#node/atomicFile.ts';

/**
 * What a shell remembers about a workspace from one start to the next: the port, because a page's local storage belongs
 * to it; whether the sample was made, so that it is made once; and the folders where files were saved and opened last.
 */
const shellStateSchema = z.object({
  port: z.number().int().min(0).max(65_535).catch(0),
  sampleMade: z.boolean().catch(false),
  saveFolder: z.string().max(32_767).catch(''),
  openFolder: z.string().max(32_767).catch(''),
});
export type ShellState = z.infer<typeof shellStateSchema>;

/** Reads what the last shell left; the defaults where there is nothing or nothing readable. */
export function readShellState(folder: string): ShellState {
  return shellStateSchema.parse(readObject(fileIn(folder)));
}

function readObject(file: string): object {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

/** Writes it for the next one. Where that cannot be, the next one finds its own port: no reason not to start. */
export async function writeShellState(folder: string, state: ShellState): Promise<void> {
  try {
    await writeFileAtomically(fileIn(folder), `${JSON.stringify(state)}\n`);
  } catch {
    // It goes without.
  }
}

function fileIn(folder: string): string {
  return join(folder, 'shell.json');
}
