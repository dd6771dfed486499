import type { HeaderNames } from '../columns/fields.ts';
import { RecordReader } from './recordReader.ts';

const candidates = [',', ';', '\t', '|'] as const;

const recordsLookedAt = 300;

/**
 * The delimiter of a text, by evidence: the one that cuts most records into the same number of cells, more cells and
 * known headers counting for it. A text of one column has `,`.
 */
export function detectDelimiter(sample: string, names: HeaderNames): string {
  let best = { delimiter: ',', score: 0 };
  for (const delimiter of candidates) {
    const score = scoreOf(sample, delimiter, names);
    if (score > best.score) best = { delimiter, score };
  }
  return best.delimiter;
}

function scoreOf(sample: string, delimiter: string, names: HeaderNames): number {
  const reader = new RecordReader(delimiter);
  const all = reader.push(sample);
  const records = (all.length < 2 ? [...all, ...reader.end()] : all).slice(0, recordsLookedAt);
  const widths = new Map<number, number>();
  for (const { cells, problem } of records)
    if (problem === '') widths.set(cells.length, (widths.get(cells.length) ?? 0) + 1);
  const [usual] = [...widths].toSorted((a, b) => b[1] - a[1] || b[0] - a[0]);
  if (usual === undefined || usual[0] < 2) return 0;
  const [width, count] = usual;
  const consistency = count / records.length;
  const known = (records[0]?.cells ?? []).filter((cell) => names.match(cell) !== undefined).length;
  return consistency ** 2 * (1 + Math.min(Math.log2(width), 4)) + Math.min(known, 6);
}
