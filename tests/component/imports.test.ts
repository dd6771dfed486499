import { fireEvent, screen, within } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { BridgeClient } from '#shared/bridge/client.ts';
import { handFiles } from '#shared/bridge/contract.ts';
import { heading, seen, TestApp, until } from './app.tsx';

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
  await app.user.click(await until(() => void screen.getByRole('button', { name })).then(() => screen.getByRole('button', { name })));
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
