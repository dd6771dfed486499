import { readFileSync } from 'node:fs';
import { datasetColumns } from './dataset.ts';

/** Ids and words of a dataset file, for peers without a reader of their own. The file has one line per company. */
export function* readDataset(file: string): Generator<{ readonly id: number; readonly words: string }> {
  const place = datasetColumns.indexOf('words');
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    if (line === '') continue;
    const cells = firstCells(line, place + 1);
    yield { id: Number(cells[0]), words: cells[place] ?? '' };
  }
}

/** The first cells of a line, none of which contains a quote. */
function firstCells(line: string, count: number): string[] {
  const cells: string[] = [];
  for (let at = 0; cells.length < count;) {
    if (line[at] !== '"') {
      cells.push('');
      at += 1;
      continue;
    }
    const end = line.indexOf('"', at + 1);
    cells.push(line.slice(at + 1, end));
    at = end + 2;
  }
  return cells;
}
