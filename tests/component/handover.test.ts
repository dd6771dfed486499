import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { AppError } from '#shared/errors.ts';
import { at, heading, seen, TestApp, until } from './app.tsx';

let app: TestApp;
beforeEach(async () => {
  app = await TestApp.start(300);
});
afterEach(() => app.stop());

/** Opens a dialog by its name in the palette. */
async function openDialog(name: string): Promise<HTMLElement> {
  await app.press('{Control>}k{/Control}');
  const palette = await dialogOf('Command palette');
  await app.user.type(within(palette).getByRole('textbox'), name);
  await until(() => void within(palette).getByRole('button', { name }));
  await app.user.click(within(palette).getByRole('button', { name }));
  return await dialogOf(name);
}

const openHandOver = (): Promise<HTMLElement> => openDialog('Hand over Opportunities');

async function dialogOf(name: string): Promise<HTMLElement> {
  await until(() => void screen.getByRole('dialog', { name }));
  return screen.getByRole('dialog', { name });
}

it('offers what is new for the product it was last handed over to, and Enter hands it over', async () => {
  const list = await app.other.makeList('All');
  app.open(`/list/smart/${list.id}`);
  await at(1, list.total);
  await seen('No Opportunities yet', await openHandOver());
  await app.press('{Escape}');
  await until(() => expect(screen.queryByRole('dialog')).toBeNull());
  await app.press('o', 'o');
  await until(async () => expect(await app.other.countIn('tag_opportunities')).toBe(2));

  let dialog = await openHandOver();
  await seen('All 2 Opportunities', dialog);
  expect(within(dialog).queryByText(/since your last hand-over/)).toBeNull();
  await app.user.click(within(dialog).getByRole('radio', { name: 'HubSpot' }));
  await app.user.click(within(dialog).getByRole('button', { name: 'Hand over' }));
  await seen(/^Handed over 2 companies.* for HubSpot in winnow-hubspot-/);

  const since = async (): Promise<number | undefined> => {
    const { handovers } = await app.other.api<{ handovers: { preset: string; since: number }[] }>('listExports');
    return handovers.find(({ preset }) => preset === 'hubspot')?.since;
  };
  await until(async () => expect(await since()).toBe(0));
  dialog = await openHandOver();
  const isNew = { name: /^None is new since/ };
  expect((await within(dialog).findByRole<HTMLInputElement>('radio', isNew)).disabled).toBe(true);
  await app.press('{Escape}');
  await until(() => expect(screen.queryByRole('dialog')).toBeNull());
  await app.press('o');
  await until(async () => expect(await since()).toBe(1));

  dialog = await openHandOver();
  const fresh = await seen(/^The one Opportunity since your last hand-over on /, dialog);
  expect(fresh).toBeTruthy();
  expect(within(dialog).getByRole<HTMLInputElement>('radio', { name: 'HubSpot' }).checked).toBe(true);
  await until(() => expect(document.activeElement?.textContent).toBe('Hand over'));
  await app.press('{Enter}');
  await seen(/^Handed over 1 company.* for HubSpot in winnow-hubspot-/);
});

it('exports that cannot be read are not said to be none, and Retry brings them', async () => {
  let isDown = true;
  app.open('/', (plain) => async (name, input) => {
    if (!isDown || name !== 'api.request' || !JSON.stringify(input).includes('"listExports"')) {
      return await plain(name, input);
    }
    return { ok: false, error: new AppError('unavailable', 'The workspace is away.').toWire() };
  });
  await heading('Dashboard');
  const dialog = await openDialog('Exports');
  await seen('Couldn’t load the exports.', dialog);
  expect(dialog.textContent).toContain('Files that you exported are where you saved them.');
  expect(dialog.textContent).not.toContain('No exports yet');
  isDown = false;
  await app.user.click(within(dialog).getByRole('button', { name: 'Retry' }));
  await seen('No exports yet', dialog);
});
