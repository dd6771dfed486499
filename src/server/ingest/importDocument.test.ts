import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { CompanyRecord } from '#server/record/companyRecord.ts';
import { labelOf, stages } from '#shared/domain/choices.ts';
import { importFields } from '#shared/domain/importFields.ts';
import { HeaderNames } from './columns/fields.ts';
import { importText } from './testing/importText.ts';

/** docs/import.md says what imports do; its tables are held to it. */

const document = readFileSync(fileURLToPath(new URL('../../../docs/import.md', import.meta.url)), 'utf8');

function cellsOf(line: string): string[] {
  return line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
}

/** The rows of every table with this header. */
function rowsBelow(...header: string[]): string[][] {
  const lines = document.split('\n');
  const rows: string[][] = [];
  for (const [at, line] of lines.entries()) {
    if (!line.startsWith('|') || cellsOf(line).join('|') !== header.join('|')) continue;
    for (let row = at + 2; lines[row]?.startsWith('|') === true; row++) rows.push(cellsOf(lines[row] ?? ''));
  }
  return rows;
}

function quotedIn(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text);
}

test('every field is in the table of columns, in its order, and its headers mean it', () => {
  const rows = rowsBelow('Goes to', 'Headers');
  expect(rows.map(([label]) => label)).toEqual(importFields.map(({ label }) => label));
  const names = new HeaderNames();
  for (const [at, [label, headers = '']] of rows.entries()) {
    const { name } = importFields[at]!;
    const shown = quotedIn(headers);
    if (name !== 'own') expect(shown, label).not.toEqual([]);
    expect(
      shown.map((header) => names.match(header)?.field),
      label,
    ).toEqual(shown.map(() => name));
  }
});

/** What a company says in the field that an example is about, as the document writes it. */
const readings: Readonly<Record<string, (record: CompanyRecord) => string>> = {
  'Total funding': raisedOf,
  'Total funding (USD mn)': raisedOf,
  'Total funding (€)': raisedOf,
  Employees: ({ employeeCount, employeeBand }) => String(employeeCount ?? employeeBand),
  'Last funding date': ({ fundedOn }) => fundedOn || '–',
  Founded: ({ founded }) => String(founded ?? '–'),
  Location: placeOf,
  Country: placeOf,
  City: placeOf,
  'Last funding type': ({ stages: has }) => has.map((stage) => labelOf(stages, stage)).join(', ') || 'no stage',
  Status: ({ status }) => status,
  acquired_at: ({ status }) => status,
  Acquirer: ({ status }) => status,
  closed_at: ({ status }) => status,
  Company: ({ name }) => name,
  Website: ({ links }) => links.find(({ type }) => type === 'website')?.url ?? '–',
  Founders: ({ people }) => people.map((one) => `${one.first_name} ${one.last_name}`).join('; '),
};

function raisedOf({ fundingTotal, fundingTotalOriginal }: CompanyRecord): string {
  return fundingTotal === null ? fundingTotalOriginal || '–' : String(fundingTotal);
}

function placeOf({ city, countryCode }: CompanyRecord): string {
  return [city, countryCode].filter((part) => part !== '').join(', ') || '–';
}

test.each(
  rowsBelow('Column', 'Cell', 'Read as').map(
    ([column = '', cell = '', read]) => [column, quotedIn(cell)[0] ?? '', read] as const,
  ),
)('the example holds: under %s, %s is read as %s', async (column, cell, read) => {
  const isName = column === 'Company';
  // A company beside it, so that its column is one.
  const text = `${isName ? '' : 'Company,'}"${column}",Notes\n${isName ? '' : 'Alma,'}"${cell}",x\n`;
  const { records } = (await importText(text)).writer;
  expect(readings[column]?.(records[0]!)).toBe(read);
});

test('the document has its examples', () => {
  expect(rowsBelow('Column', 'Cell', 'Read as').length).toBeGreaterThan(40);
});
