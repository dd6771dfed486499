import { fireEvent, screen, within } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { BridgeClient } from '#shared/bridge/client.ts';
import { handFiles } from '#shared/bridge/contract.ts';
import { heading, names, seen, TestApp, until } from './app.tsx';

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

const csv = ['Name,City,Country,Industries,Founded', 'Acme,Lyon,France,FinTech,2011', 'Bolt,Oslo,Norway,Energy,'].join(
  '\n',
);

/** A shell that finds dropped files by their names. */
const withFiles =
  (plain: BridgeClient['call']): BridgeClient['call'] =>
  (name, input) =>
    (name as string) === handFiles
      ? (Promise.resolve((input as unknown as File[]).map((file) => file.name)) as never)
      : plain(name, input);

interface Dropped {
  readonly files?: readonly File[];
  readonly folders?: readonly string[];
  readonly types?: readonly string[];
}

/** What a browser hands over with a drag. */
function transferOf({ files = [], folders = [], types = files.length + folders.length > 0 ? ['Files'] : [] }: Dropped) {
  const folderFiles = folders.map((name) => new File([], name));
  return {
    types,
    files: [...files, ...folderFiles],
    items: [
      ...files.map(() => ({ kind: 'file', webkitGetAsEntry: () => ({ isDirectory: false }) })),
      ...folders.map(() => ({ kind: 'file', webkitGetAsEntry: () => ({ isDirectory: true }) })),
      ...(files.length + folders.length > 0 ? [] : [{ kind: 'string', webkitGetAsEntry: () => null }]),
    ],
  };
}

/** Drops something on an element; returns whether the browser would go on with it by itself. */
function drop(target: Element, what: Dropped): boolean {
  const dataTransfer = transferOf(what);
  fireEvent.dragOver(target, { dataTransfer });
  return fireEvent.drop(target, { dataTransfer });
}

const main = (): HTMLElement => screen.getByRole('main');
const file = (name: string): File => new File([csv], name, { type: 'text/csv' });

it('E8 with no company the first choice is the import, and a search asks for no stage', async () => {
  app.open('/');
  const start = await until(() => void screen.getByRole('region', { name: 'Get started' })).then(() =>
    screen.getByRole('region', { name: 'Get started' }),
  );
  expect(within(start).getByRole('link', { name: 'Choose files' }).dataset['variant']).toBe('filled');
  expect(within(start).getByRole('button', { name: 'Create sample data' }).dataset['variant']).toBe('default');
  await app.user.click(screen.getByRole('link', { name: 'Search' }));
  await heading('Search');
  await until(() => expect(screen.queryByRole('button', { name: 'Remove Seed' })).toBeNull());
});

it.each([
  ['a text', { types: ['text/plain'] }, /^Only files can be dropped here/],
  ['a link', { types: ['text/uri-list', 'text/html'] }, /^Only files can be dropped here/],
  ['a folder', { folders: ['exports'] }, /^A folder can’t be dropped\./],
])('E19 what is no file says what can be dropped, and the app stays: %s', async (_, what, text) => {
  app.open('/');
  await heading('Dashboard');
  expect(drop(main(), what)).toBe(false);
  await seen(text);
  await heading('Dashboard');
});

it.each(['/', '/list/search', '/settings', '/workspace'])(
  'E19 a file dropped on any screen leads to the import with it: %s',
  async (path) => {
    await app.write('companies.csv', csv);
    app.open(path, withFiles);
    await until(() => void main());
    await until(() => void screen.getByRole('link', { name: 'Search' }));
    const dataTransfer = transferOf({ files: [file('companies.csv')] });
    fireEvent.dragOver(screen.getByRole('navigation', { name: 'Places' }), { dataTransfer });
    await seen('Drop to import');
    expect(fireEvent.drop(screen.getByRole('navigation', { name: 'Places' }), { dataTransfer })).toBe(false);
    expect(screen.queryByText('Drop to import')).toBeNull();
    await heading('Workspace');
    await until(() => void screen.getByRole('table', { name: 'Columns of companies.csv' }));
  },
);

it('E8 after the first import the dashboard is about the user’s own companies, and the search says what words find', async () => {
  await app.write('companies.csv', csv);
  app.open('/', withFiles);
  await heading('Dashboard');
  drop(main(), { files: [file('companies.csv')] });
  await heading('Workspace');
  await until(() => void screen.getByRole('table', { name: 'Columns of companies.csv' }));
  await app.user.click(screen.getByRole('button', { name: 'Import' }));
  await seen(/Import finished/);
  await app.user.click(screen.getByRole('link', { name: 'Dashboard' }));
  await seen(/^2 companies from companies\.csv: make your first list$/);
  await seen(/^Place 100%, Industry 100%, Founded 50%; no descriptions: words find names only\.$/);
  expect(screen.queryByText(/sample/i)).toBeNull();
  expect(screen.queryByRole('region', { name: 'Get started' })).toBeNull();
  await app.user.type(screen.getByLabelText('Search companies'), 'acme{Enter}');
  await heading('Search');
  await seen('No company here has a description: words find names only.');
  await until(() => expect(names()).toEqual(['Acme']));

  // Without a score there is never a top match, and a company without a description is told by its place.
  await app.other.makeList('All of them');
  app.open('/');
  await until(() => void screen.getByRole('article', { name: 'All of them' }));
  const card = screen.getByRole('article', { name: 'All of them' });
  expect([...card.querySelectorAll('dt')].map(({ textContent }) => textContent)).toEqual(['new', 'undecided', 'all']);
  expect(within(card).getByText('Lyon, France')).toBeTruthy();
});
