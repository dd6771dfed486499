import { fireEvent, screen, within } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { BridgeClient } from '#shared/bridge/client.ts';
import type { Company } from '#shared/domain/company.ts';
import { AppError } from '#shared/errors.ts';
import { seen, TestApp, until } from './app.tsx';

let app: TestApp;
beforeAll(async () => {
  app = await TestApp.start(300);
});
afterEach(() => app.close());
afterAll(() => app.stop());

const section = (): HTMLElement => screen.getByRole('region', { name: 'Known companies' });
const dialog = (): HTMLElement => screen.getByRole('dialog');

/** The shell finds files by their names. */
const byName =
  (plain: BridgeClient['call']): BridgeClient['call'] =>
  async (name, input) =>
    (name as string) === 'files.hand'
      ? ((input as unknown as readonly File[]).map((file) => file.name) as never)
      : await plain(name, input);

async function choose(name: string, content: string): Promise<void> {
  await app.write(name, content);
  await until(() => void section());
  fireEvent.change(within(section()).getByLabelText('File of known companies'), {
    target: { files: [new File([content], name)] },
  });
  await until(() => void dialog());
}

it('a file is read as the user says, imported with its numbers, and its companies are marked', async () => {
  const { items } = await app.other.api<{ items: Company[] }>('searchCompanies', { query: { page_size: 20 } });
  const [company] = items;
  app.open('/workspace', byName);
  await choose(
    'deals 2026-11-03.csv',
    `Ref,Firm,Phase\n1,"${company!.name}",Passed\n2,Nowhere Robotics,Lead\n3,,Lead\n`,
  );
  await seen('Say which column has the names of the companies, or their websites.');
  const take = (): HTMLElement => within(dialog()).getByRole('button', { name: 'Import as known' });
  expect(take().hasAttribute('disabled')).toBe(true);
  await app.user.selectOptions(within(dialog()).getByLabelText('What Firm says'), 'name');
  await seen('Say where these companies are known from.');
  fireEvent.change(within(dialog()).getByLabelText('Known from'), { target: { value: 'any' } });
  await seen('“any” means every source. Take another name.');
  fireEvent.change(within(dialog()).getByLabelText('Known from'), { target: { value: 'Our list' } });
  await seen('2 rows: 1 matched, 1 not in the database. 1 row is skipped.');
  await seen('Row 4: neither a name nor a website.');
  await until(() => expect(take().hasAttribute('disabled')).toBe(false));
  await app.user.click(take());
  await until(() => expect(section().textContent).toContain('Our list'));
  expect(section().textContent).toContain('2 rows: 1 matched, 1 not in the database. 1 row is skipped.');

  app.open(`/company/${company!.id}`);
  await seen('Our list: Passed');
  await until(() =>
    expect(screen.getByRole('region', { name: 'Known from' }).textContent).toContain('Our list Passed'),
  );
});

it('what cannot be read says so and changes nothing; sources that do not come say so, and Retry brings them', async () => {
  app.open('/workspace', byName);
  await choose('empty.csv', '');
  await seen('This file can’t be read.');
  expect(dialog().textContent).toContain('The file is empty.');
  // It is the same file however often it is read.
  expect(within(dialog()).queryByRole('button', { name: 'Retry' })).toBeNull();
  await until(() => expect(document.activeElement?.textContent).toBe('Close'));
  await app.press('{Enter}');
  await until(() => expect(screen.queryByRole('dialog')).toBeNull());
  await choose('numbers.csv', 'A,B\n1,2\n');
  await seen('Say which column has the names of the companies, or their websites.');
  expect(dialog().textContent).not.toContain('neither a name nor a website');
  let isDown = true;
  app.open('/workspace', (plain) => async (name, input) => {
    const isSources = name === 'api.request' && JSON.stringify(input).includes('"listKnownSources"');
    if (!isSources || !isDown) return await plain(name, input);
    return { ok: false, error: new AppError('unavailable', 'The workspace is away.').toWire() };
  });
  await seen(/Couldn’t load what is known\. The workspace is away\./);
  isDown = false;
  await app.user.click(within(section()).getByRole('button', { name: 'Retry' }));
  await until(() => expect(section().textContent).toContain('Our list'));
});
