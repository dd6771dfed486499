import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { entryRow } from '../testing/rows.ts';
import { tableText } from './useListTools.ts';

const rows = [
  entryRow(1, 'None', { name: 'Tab\tand "quote"', founded: 2024, score: 0.5 }),
  entryRow(2, 'Archive', { name: '=HYPERLINK("https://x")', description: { short: 'a|b\nc', long: '', llm: '' } }),
];
const ids = ['ag-Grid-SelectionColumn', 'name', 'text', 'score', 'founded', 'list'];

describe('copied rows', () => {
  it('are a table with headers in the columns that are shown', () => {
    const { data } = Papa.parse<string[]>(
      tableText(rows, ids, (row) => row.list, 'tsv'),
      { delimiter: '\t' },
    );
    expect(data[0]).toEqual(['Company', 'What it does', 'Score', 'Founded', 'List']);
    expect(data[1]).toEqual(['Tab\tand "quote"', '', '0.50', '2024', '']);
    expect(data[2]?.[4]).toBe('Archive');
  });

  it('S39 hold no cell that a spreadsheet takes for a formula', () => {
    const { data } = Papa.parse<string[]>(tableText(rows, ids, (row) => row.list, 'csv'));
    expect(data[2]?.[0]).toBe(`'=HYPERLINK("https://x")`);
    const odd = [entryRow(3, 'None', { name: 'a;=1+1' }), entryRow(4, 'None', { name: '﹢1;﹣2' })];
    for (const format of ['csv', 'tsv'] as const) {
      const copied = tableText(odd, ['name'], (row) => row.list, format);
      expect(copied.split('\r\n').slice(1)).toEqual(["a;'=1+1", "'﹢1;'﹣2"]);
    }
  });

  it('keep their cells in Markdown', () => {
    const lines = tableText(rows, ids, (row) => row.list, 'markdown').split('\n');
    expect(lines).toHaveLength(4);
    expect(lines[3]).toContain(String.raw`a\|b c`);
  });
});
