import { fireEvent, screen, within } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { BridgeClient } from '#shared/bridge/client.ts';
import { handFiles } from '#shared/bridge/contract.ts';
import { at, heading, names, rowOf, seen, TestApp, until } from './app.tsx';

let app: TestApp;
beforeAll(async () => {
  app = await TestApp.start(0);
});
afterEach(() => {
  app.close();
  sessionStorage.clear();
  localStorage.clear();
});
afterAll(() => app.stop());

/** A shell that finds dropped files by their names. */
const withFiles =
  (plain: BridgeClient['call']): BridgeClient['call'] =>
  (name, input) =>
    (name as string) === handFiles
      ? (Promise.resolve((input as unknown as File[]).map((file) => file.name)) as never)
      : plain(name, input);

/** Drops files of these contents, by name, and waits until Workspace shows what they were read as. */
async function drop(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, content] of Object.entries(files)) await app.write(name, content);
  const dropped = Object.keys(files).map((name) => new File(['x'], name));
  const dataTransfer = {
    types: ['Files'],
    files: dropped,
    items: dropped.map(() => ({ kind: 'file', webkitGetAsEntry: () => ({ isDirectory: false }) })),
  };
  fireEvent.dragOver(screen.getByRole('main'), { dataTransfer });
  fireEvent.drop(screen.getByRole('main'), { dataTransfer });
  await heading('Workspace');
  await until(() => void screen.getByRole('table', { name: /^Columns of / }));
}

async function click(name: string | RegExp): Promise<void> {
  await until(() => void screen.getByRole('button', { name }));
  await app.user.click(screen.getByRole('button', { name }));
}

/** Opens Workspace and imports files without a check. */
async function imported(files: Readonly<Record<string, string>>): Promise<void> {
  app.open('/workspace', withFiles);
  await heading('Workspace');
  await drop(files);
  await click('Import');
  await seen(/Import finished/);
}

async function undone(): Promise<void> {
  await app.other.call('workspace.undoImport', null);
  await until(async () => {
    const { job } = await app.other.call('workspace.get', null);
    expect([job?.kind, job?.state]).toEqual(['undo', 'done']);
  });
}

const here = 'name,website,country\nDime,dime.example,United States\nOrigami,origami.example,Japan\n';
const later = 'name,total funding\nDime,$5M\n"Origami, Inc.",$6M\nLytix,$7M\n';

it('E15 a check asks which rows are companies that are here, for all and for each, and the import does it', async () => {
  await imported({ 'a.csv': here });
  await drop({ 'b.csv': later });
  await click('Check first');
  await seen('2 rows may be companies that are here already: Dime and Origami.');
  const group = screen.getByRole('region', { name: 'Rows that may be companies that are here' });
  within(group).getByText('Import: 2 are added and asked about later.');
  await click('Match all');
  within(group).getByText('Import: 2 update companies that are here.');
  const choice = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Import Dime as' });
  expect([...choice.options].map(({ text }) => text)).toEqual([
    'Ask later (adds it)',
    'Match Dime',
    'Add as a new company',
  ]);
  await app.user.selectOptions(choice, 'Add as a new company');
  within(group).getByText('Import: 1 updates a company that is here, 1 is a new company.');
  await click('Import');
  await seen(/Import finished/);
  await until(() => {
    const counts = [...document.querySelectorAll('dl dt')].map(
      (term) => `${term.textContent ?? ''} ${term.nextElementSibling?.textContent ?? ''}`,
    );
    expect(counts).toEqual(expect.arrayContaining(['Added 2', 'Updated 1']));
  });
  // Both were settled: nothing is left to review.
  expect(screen.queryByText(/may be/)).toBeNull();
  expect(screen.queryByRole('button', { name: 'Review' })).toBeNull();
  await undone();
});

/** The titles of the table's columns that are drawn. */
const columns = (): (string | null)[] =>
  [...document.querySelectorAll('[role="columnheader"] .ag-header-cell-text')].map((header) => header.textContent);

const amounts = (...rows: string[]): string => `name,website,country,employees,total funding\n${rows.join('\n')}\n`;

it('E9 what the last import has changed is said in every list, also of companies that were in it before', async () => {
  await imported({
    'a_2026-11-01.csv': amounts('Acme,acme.example,France,50,$29.5M', 'Bolt,bolt.example,Spain,9,$1M'),
  });
  const list = await app.other.makeList('All');
  app.open(`/list/smart/${list.id}`, withFiles);
  await until(() => expect(names()).toEqual(expect.arrayContaining(['Acme', 'Bolt'])));
  // The first import has changed nothing, and there is no column of it.
  expect([document.querySelector('.w-cell-changed'), columns().includes('Changed')]).toEqual([null, false]);
  await imported({
    'b_2026-11-05.csv': amounts('Acme,acme.example,France,60,$34.5M', 'Bolt,bolt.example,Spain,9,$1M'),
  });
  for (const path of [`/list/smart/${list.id}`, '/list/search']) {
    app.open(path, withFiles);
    await until(() => expect(rowOf('Acme')?.querySelector('.w-cell-changed')?.textContent).toBe('Raised $5M +1'));
    expect(rowOf('Acme')?.querySelector<HTMLElement>('.w-cell-name')?.title).toContain(
      'Raised $5M: $29.5M to $34.5M\nGrew 20%: 50 to 60 employees',
    );
    expect(rowOf('Bolt')?.querySelector('.w-cell-changed')).toBeNull();
    await until(() => expect(columns()).toContain('Changed'));
    await seen('Raised $5M · Grew 20%');
  }
  await undone();
  await until(() => expect(document.querySelector('.w-cell-changed')).toBeNull());
  await undone();
});

it('E9 the result says what came back and why, and leads to just those', async () => {
  await imported({
    'a_2026-11-01.csv': amounts('Acme,acme.example,France,50,$29.5M', 'Bolt,bolt.example,Spain,9,$1M'),
  });
  const list = await app.other.makeList('To review');
  app.open(`/list/smart/${list.id}`, withFiles);
  await at(1, list.total);
  for (let count = 1; count <= list.total; count++) {
    await app.press('h', 'r');
    await until(async () => expect(await app.other.countIn('tag_later')).toBe(count));
  }
  await imported({
    'b_2026-11-05.csv': amounts('Acme,acme.example,France,50,$34.5M', 'Bolt,bolt.example,Spain,10,$1M'),
  });
  await app.user.click(await seen('1 came back: raised'));
  await heading('Search');
  await until(() => expect(names()).toEqual(['Acme']));
  await seen(/Brought back by import/);
  await undone();
  await undone();
});

const winter = 'name,website,Employees\nDime,dime.example,12\n';

it('E17 files of one kind have one day for all, and each its own; a day is typed in no country’s order', async () => {
  const asked: unknown[] = [];
  app.open('/workspace', (plain) =>
    withFiles((name, input) => {
      if (name === 'workspace.startImport') asked.push(input);
      return plain(name, input);
    }),
  );
  await heading('Workspace');
  await drop({ 'deals_2025-11-03.csv': winter, 'Winter 2024.csv': winter, 'deals nov 2025.csv': winter });
  await seen('The day decides which value wins where files differ: that of the newest day.');
  expect(document.querySelector('input[type="date"]')).toBeNull();
  const all = screen.getByRole<HTMLInputElement>('textbox', { name: 'Day of the values in all 3 files' });
  expect(all.value).toBe('');
  await seen('3 Nov 2025, from the file name');
  await seen('30 Nov 2025, from the file name');
  // A season is no day.
  await seen(/, from its last change$/);
  await app.user.type(all, '11/3/2025');
  await seen('Write the day as YYYY-MM-DD.');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Import' }).disabled).toBe(true);
  await app.user.clear(all);
  await app.user.type(all, '3 nov 2025');
  await app.user.tab();
  expect(all.value).toBe('2025-11-03');
  expect(screen.getAllByText('3 Nov 2025, as you say')).toHaveLength(2);
  await click('Another day for Winter 2024.csv');
  const one = screen.getByRole<HTMLInputElement>('textbox', { name: 'Day of the values in Winter 2024.csv' });
  await app.user.clear(one);
  await app.user.type(one, '2024-12-31');
  await app.user.tab();
  expect([one.value, all.value]).toEqual(['2024-12-31', '']);
  await click('Check first');
  await seen(/Checked, nothing imported/);
  const days = {
    'deals_2025-11-03.csv': '2025-11-03',
    'Winter 2024.csv': '2024-12-31',
    'deals nov 2025.csv': '2025-11-03',
  };
  expect(asked).toMatchObject([{ dryRun: true, days }]);
});

it('amounts in another currency stay in it, unless a rate is given; what is no rate is told', async () => {
  const asked: unknown[] = [];
  app.open('/workspace', (plain) =>
    withFiles((name, input) => {
      if (name === 'workspace.startImport') asked.push(input);
      return plain(name, input);
    }),
  );
  await heading('Workspace');
  await drop({
    'eu.csv': 'name,website,Total funding\nDime,dime.example,€2M\nKite,kite.example,£1M\nOrb,orb.example,€3M\n',
  });
  await seen('2 amounts in the first rows are in EUR: a dollar rate (optional)');
  await seen('1 amount in the first rows is in GBP: a dollar rate (optional)');
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'US dollars for 1 EUR' });
  await app.user.type(field, 'one');
  await seen('What is typed as a rate is no number above 0.');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Import' }).disabled).toBe(true);
  await app.user.clear(field);
  await click('Check first');
  await seen(/^2 companies have amounts in EUR: kept so/);
  await app.user.type(field, '1,08');
  await click('Check first');
  await seen(/^1 company has an amount in GBP: kept so/);
  await until(() => expect(screen.queryByText(/amounts in EUR: kept so/)).toBeNull());
  expect(asked).toMatchObject([{ dryRun: true }, { dryRun: true, rates: { EUR: 1.08 } }]);
});

it('Minute 3 a file shows its fullest row as the company that it will be, with the columns, and the rows beside it', async () => {
  app.open('/workspace', withFiles);
  await heading('Workspace');
  const rows = ['Acme,,,', 'Bolt,bolt.example,Oslo,Robots', ',,Rome,', 'Cyan,,Lyon,'];
  await drop({ 'deals.csv': `Firm,Web,HQ city,What\n${rows.join('\n')}\n` });
  const shown = await until(() => void screen.getByRole('region', { name: 'A row of deals.csv as it will look' })).then(
    () => screen.getByRole('region', { name: 'A row of deals.csv as it will look' }),
  );
  const facts = (): string[] =>
    within(shown)
      .getAllByRole('row')
      .slice(1)
      .map((row) => [...row.children].map(({ textContent }) => textContent).join(' | '));
  within(shown).getByText('As it will look: line 3 of deals.csv');
  expect(facts()).toEqual(
    expect.arrayContaining(['Name | Bolt | Firm', 'Website | bolt.example | Web', 'Location | Oslo, Norway | HQ city']),
  );
  await app.user.selectOptions(
    screen.getByRole('combobox', { name: 'Field for HQ city' }),
    'Own column, kept unchanged',
  );
  await until(() => expect(facts()).toContain('HQ city | Oslo | HQ city'));
  expect(facts().some((fact) => fact.startsWith('Location'))).toBe(false);
  await click('Next row');
  within(shown).getByText('This row would be rejected: no company name');
  await click('Next row');
  within(shown).getByText('As it will look: line 5 of deals.csv');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Next row' }).disabled).toBe(true);
  for (let step = 0; step < 3; step++) await click('Previous row');
  expect([facts()[0], screen.getByRole<HTMLButtonElement>('button', { name: 'Previous row' }).disabled]).toEqual([
    'Name | Acme | Firm',
    true,
  ]);
});

it('Minute 3 the result says why rows count as updated though nothing was here', async () => {
  await imported({
    'twice.csv': 'name,website,employees\nNova,nova.example,\nNova,nova.example,12\nOrbit,orbit.example,3\n',
  });
  await app.user.click(await seen('1 company is in several rows'));
  await heading('Search');
  await until(() => expect(names()).toEqual(['Nova']));
  await undone();
});

it('E15 what is added without a choice is told by the result, which leads to the review', async () => {
  app.open('/workspace', withFiles);
  await heading('Workspace');
  await drop({ 'b.csv': later });
  await click('Import');
  await seen('2 added companies may be ones that were here already: Dime and Origami.');
  await click('Review likely duplicates');
  const dialog = await until(() => void screen.getByRole('dialog')).then(() => screen.getByRole('dialog'));
  await seen(/^1 of 2/, dialog);
  await undone();
});

/** Presses Tab until the control of this name has the focus. */
async function tabTo(name: string): Promise<HTMLSelectElement> {
  await until(() => void screen.getByRole('combobox', { name }));
  const control = screen.getByRole<HTMLSelectElement>('combobox', { name });
  for (let step = 0; step < 60 && document.activeElement !== control; step++) await app.user.tab();
  expect(document.activeElement).toBe(control);
  return control;
}

const undated =
  'name,website,Total raised,Last funding date\nDime,dime.example,4.5,05/02/2022\nKite,kite.example,11,11/12/2021\n';

it('F57 F59 C1 what a file leaves open is chosen at its column, shown at once, and remembered', async () => {
  const asked: { mappings?: unknown; rates?: unknown }[] = [];
  const open = (): void =>
    app.open('/workspace', (plain) =>
      withFiles((name, input) => {
        if (name === 'workspace.startImport') asked.push(input as object);
        return plain(name, input);
      }),
    );
  open();
  await heading('Workspace');
  await drop({ 'open.csv': undated });
  await seen(/^Nothing says whether 05\/02\/2022 begins with the day or the month/);
  const order = await tabTo('How to read the dates of Last funding date');
  expect([...order.options].map(({ text }) => text)).toEqual(['Keep as text', 'Day first', 'Month first']);
  await app.user.selectOptions(order, 'Day first');
  await seen('05/02/2022 → 5 Feb 2022 · 11/12/2021 → 11 Dec 2021');
  await until(() => expect(screen.queryByText(/^Nothing says whether 05/)).toBeNull());
  // Small numbers are no amount before their unit is said: until then nobody asks for their currency.
  const unit = await tabTo('What the numbers of Total raised count in');
  expect(screen.queryByRole('combobox', { name: 'The currency of Total raised' })).toBeNull();
  await app.user.selectOptions(unit, 'Millions');
  await seen('4.5 → $4.5M · 11 → $11M');
  const field = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Field for Total raised' });
  expect(field.selectedOptions[0]?.text).toBe('Amount raised');
  await app.user.selectOptions(await tabTo('The currency of Total raised'), 'EUR, Euro');
  await seen('4.5 → €4.5M · 11 → €11M');
  // The rates are about this currency, too.
  await seen('2 amounts in the first rows are in EUR: a dollar rate (optional)');
  await app.user.type(screen.getByRole('textbox', { name: 'US dollars for 1 EUR' }), '1.1');
  await click('Import');
  await seen(/Import finished/);
  const mapping = { 'Total raised': { unit: 'millions', currency: 'EUR' }, 'Last funding date': { order: 'dayFirst' } };
  expect(asked).toMatchObject([{ mappings: { 'open.csv': mapping }, rates: { EUR: 1.1 } }]);
  await undone();
  // The next file with these columns is read the same way, until the choice is taken back.
  open();
  await heading('Workspace');
  await drop({ 'next.csv': undated });
  await seen('4.5 → €4.5M · 11 → €11M');
  await app.user.selectOptions(await tabTo('What the numbers of Total raised count in'), 'Keep as text');
  await seen(/^Nothing says what these numbers count in/);
  await until(() => expect(screen.queryByRole('region', { name: 'Dollar rates' })).toBeNull());
  await click('Import');
  await seen(/Import finished/);
  expect(asked[1]).toMatchObject({
    mappings: { 'next.csv': { 'Total raised': {}, 'Last funding date': { order: 'dayFirst' } } },
  });
  await undone();
  open();
  await heading('Workspace');
  await drop({ 'last.csv': undated });
  await seen('05/02/2022 → 5 Feb 2022 · 11/12/2021 → 11 Dec 2021');
  await seen(/^Nothing says what these numbers count in/);
});
