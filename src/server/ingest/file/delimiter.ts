import type { HeaderNames } from '../columns/fields.ts';
import { RecordReader } from './recordReader.ts';

const candidates = [',', ';', '\t', '|'] as const;

const recordsLookedAt = 300;

/** Records of the usual width among which the header is looked for: lines above it have other widths. */
const headersLookedAt = 3;

/** A sign that cuts fewer records than this is part of their text, unless it cuts a header. */
const leastConsistency = 0.2;

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
    if (problem === '' && cells.length > 1) widths.set(cells.length, (widths.get(cells.length) ?? 0) + 1);
  const [usual] = [...widths].toSorted((a, b) => b[1] - a[1] || b[0] - a[0]);
  if (usual === undefined) return 0;
  const [width, count] = usual;
  const consistency = count / records.length;
  const first = records.filter(({ cells }) => cells.length === width).slice(0, headersLookedAt);
  const knownIn = (cells: readonly string[]): number => cells.filter((cell) => names.match(cell) !== undefined).length;
  const known = Math.max(...first.map(({ cells }) => knownIn(cells)));
  if (consistency < leastConsistency && known < 2) return 0;
  return consistency ** 2 * (1 + Math.min(Math.log2(width), 4)) + Math.min(known, 6);
}
