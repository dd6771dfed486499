import type { HeaderNames } from '../columns/fields.ts';
import type { RawRecord } from './recordReader.ts';

/** Where each column of a text of fixed width begins, and what its header says. */
export interface FixedColumns {
  readonly starts: readonly number[];
  readonly known: number;
}

const fewestLines = 3;
const linesLookedAt = 300;

/**
 * The columns of a text whose cells are aligned with spaces; null if it is none. A column begins where all lines have
 * a space before it, and its header a word, with more than one space between.
 */
export function fixedColumns(sample: string, names: HeaderNames): FixedColumns | null {
  if (sample.includes('\t')) return null;
  const lines = sample.split(/\r\n|\r|\n/, linesLookedAt).filter((line) => line.trim() !== '' && !isRule(line));
  const [header = '', ...rows] = lines;
  if (lines.length < fewestLines || !/\S {2,}\S/.test(header)) return null;
  const starts = [...header.matchAll(/\S+/g)].map(({ index }) => index).filter((at) => isStart(at, header, rows));
  if (starts.length < 2) return null;
  const known = cellsAt(header, starts).filter((cell) => names.match(cell) !== undefined).length;
  return known < 2 && known < starts.length / 2 ? null : { starts, known };
}

function isFree(line: string, index: number): boolean {
  return (line[index] ?? ' ') === ' ';
}

function isStart(at: number, header: string, rows: readonly string[]): boolean {
  if (at === 0) return true;
  const isGutter = (index: number): boolean => isFree(header, index) && rows.every((row) => isFree(row, index));
  return isGutter(at - 1) && (header.slice(0, at).trim() === '' || isFree(header, at - 2) || isGutter(at - 2));
}

/** A line between the header and the rows. */
function isRule(line: string): boolean {
  return /^[\s=+_-]*[-=]{3}[\s=+_-]*$/.test(line);
}

function cellsAt(line: string, starts: readonly number[]): string[] {
  return starts.map((start, index) => line.slice(index === 0 ? 0 : start, starts[index + 1]).trim());
}

/** The records of such a text; a line whose cells are not where its columns are has a problem. */
export async function* fixedRecords(
  text: AsyncGenerator<string>,
  { starts }: FixedColumns,
): AsyncGenerator<RawRecord[]> {
  let left = '';
  let line = 0;
  const recordsOf = (lines: readonly string[]): RawRecord[] =>
    lines.flatMap((written) => {
      line += 1;
      if (written.trim() === '' || isRule(written)) return [];
      const isCut = starts.some((start) => start > 0 && /\S\S/.test(written.slice(start - 1, start + 1)));
      const problem = isCut ? 'A cell is wider than its column; save the list with commas between the cells.' : '';
      return [{ line, cells: problem === '' ? cellsAt(written, starts) : [], problem }];
    });
  for await (const chunk of text) {
    const lines = `${left}${chunk}`.split(/\r\n|\n|\r(?!$)/);
    left = lines.pop() ?? '';
    yield recordsOf(lines);
  }
  yield recordsOf([left.replace(/\r$/, '')]);
}
