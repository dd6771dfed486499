import { screen, within } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { at, current, rowOf, TestApp, until } from './app.tsx';

let app: TestApp;

const csv = `Name,City,Country,batch,launched_at
Alma,Lyon,France,Winter 2026,1760987305
Bero,Oslo,Norway,Summer 2025,1750000000
`;
beforeAll(async () => {
  app = await TestApp.start(300);
  await app.write('batches.csv', csv);
  await app.importFile('batches.csv');
});
afterEach(() => app.close());
afterAll(() => app.stop());

const isMarked = (name: string): boolean => {
  const row = rowOf(name);
  return row !== null && within(row).queryByRole('img', { name: 'Has a note' }) !== null;
};

it('E22 a row says that its company has a note, as soon as one is written, in every list, and without a call for a row', async () => {
  app.open('/list/search');
  await at(1);
  const name = current();
  expect(isMarked(name)).toBe(false);
  await app.press('m');
  await app.user.type(await screen.findByRole('textbox', { name: 'Note' }), 'Met them in Lisbon{Enter}');
  await until(() => expect(isMarked(name)).toBe(true));
  expect(document.querySelectorAll('.w-cell-note')).toHaveLength(1);

  app.open('/list/search');
  await at(1);
  await until(() => expect(isMarked(name)).toBe(true));
  expect(app.called.filter((call) => call === 'moves.notes').length).toBeLessThan(2);
  await app.press('z');
  await until(() => expect(isMarked(name)).toBe(false));
});

it('E22 what was typed for a note and not saved is there when the app is opened again', async () => {
  app.open('/list/search');
  await at(1);
  await app.press('m');
  await app.user.type(await screen.findByRole('textbox', { name: 'Note' }), 'Ask about Lisbon');
  app.open('/list/search');
  await at(1);
  await app.press('m');
  await until(() =>
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Note' }).value).toBe('Ask about Lisbon'),
  );
  await app.user.click(screen.getByRole('button', { name: 'Discard' }));
  await app.rest();
  await app.press('m');
  await until(() => expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Note' }).value).toBe(''));
});

/** The facts of the company on the screen. */
const facts = (): HTMLElement => screen.getByRole('region', { name: 'Facts' });

it('E6 an own column that is pinned stands among the facts of every company, until it is unpinned', async () => {
  const other = new Map<string, number>();
  for (const name of ['Alma', 'Bero']) {
    const { results } = await app.other.api<{ results: { id: number; name: string }[] }>('findCompanyNames', {
      query: { text: name, page_size: 5 },
    });
    other.set(name, results.find((company) => company.name === name)?.id ?? 0);
  }
  app.open(`/company/${other.get('Alma') ?? 0}`);
  await until(() => expect(screen.getByText('2 more from your files')).toBeTruthy());
  expect(within(facts()).queryByText('Winter 2026')).toBeNull();
  await app.user.click(screen.getByRole('button', { name: 'Pin launched at' }));
  await until(() => expect(within(facts()).getByText('20 Oct 2025')).toBeTruthy());
  await app.user.click(screen.getByRole('button', { name: 'Pin batch' }));
  await until(() => expect(within(facts()).getByText('Winter 2026')).toBeTruthy());
  expect(screen.queryByText(/more from your files/)).toBeNull();

  app.open(`/company/${other.get('Bero') ?? 0}`);
  await until(() => expect(within(facts()).getByText('Summer 2025')).toBeTruthy());
  await app.user.click(within(facts()).getByRole('button', { name: 'Unpin batch' }));
  await until(() => expect(within(facts()).queryByText('Summer 2025')).toBeNull());
  expect(screen.getByText('1 more from your files')).toBeTruthy();
});
