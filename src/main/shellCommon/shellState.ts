import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { writeFileAtomically } from '#node/atomicFile.ts';

/**
 * What a shell remembers about a workspace from one start to the next: the port, because a page's local storage belongs
 * to it, and whether the sample was made, so that it is made once.
 */
const shellStateSchema = z.object({
  port: z.number().int().min(0).max(65_535).catch(0),
  sampleMade: z.boolean().catch(false),
});
export type ShellState = z.infer<typeof shellStateSchema>;

/** Reads what the last shell left; the defaults where there is nothing or nothing readable. */
export function readShellState(folder: string): ShellState {
  try {
    return shellStateSchema.parse(JSON.parse(readFileSync(fileIn(folder), 'utf8')));
  } catch {
    return { port: 0, sampleMade: false };
  }
}

/** Writes it for the next one. */
export async function writeShellState(folder: string, state: ShellState): Promise<void> {
  await writeFileAtomically(fileIn(folder), `${JSON.stringify(state)}\n`);
}

function fileIn(folder: string): string {
  return join(folder, 'shell.json');
}
