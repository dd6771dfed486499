import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/**
 * `node tests/bench/readings/seal.ts PLAIN.tsv …`: keeps readings made by hand without their values. A table of plain
 * readings has a header and a line for each row: `file`, `row`, `why` it was chosen, and a value for each field, blank
 * for nothing known.
 */

/** What stands for a reading: blank for blank, else a digest that differs from row to row. */
export function sealed(place: string, field: string, value: string): string {
  if (value === '') return '';
  return createHash('sha256').update(`${place}\u001f${field}\u001f${value}`).digest('hex').slice(0, 12);
}

/** Names of the columns that say which row is meant, before those of its fields. */
export const placeColumns = ['file', 'row', 'why'] as const;

/** A table of readings, line by line. Lines that begin with `#` say where it comes from. */
export function readingsIn(text: string): Readonly<Record<string, string>>[] {
  const [header = '', ...lines] = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const names = header.split('\t');
  return lines.map((line) => {
    const cells = line.split('\t');
    return Object.fromEntries(names.map((name, at) => [name, cells[at] ?? '']));
  });
}

/** Which row of which file a reading is of. */
export function placeOf(reading: Readonly<Record<string, string>>): string {
  return `${reading['file'] ?? ''}:${reading['row'] ?? ''}`;
}

function sealTable(path: string): void {
  const target = join(import.meta.dirname, basename(path));
  const said = readFileSync(target, 'utf8').split('\n');
  const readings = readingsIn(readFileSync(path, 'utf8'));
  const names = Object.keys(readings[0] ?? {});
  const lines = readings.map((reading) =>
    names.map((name) => {
      const value = reading[name] ?? '';
      return placeColumns.some((one) => one === name) ? value : sealed(placeOf(reading), name, value);
    }),
  );
  const table = [names, ...lines].map((cells) => cells.join('\t'));
  writeFileSync(target, `${[...said.filter((line) => line.startsWith('#')), ...table].join('\n')}\n`);
}

if (import.meta.main) for (const path of process.argv.slice(2)) sealTable(path);
