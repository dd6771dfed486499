import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'playwright/test';
import { packApp } from '../../electronStandIn/packApp.ts';
import { expectPath, test } from '../desktopFixtures.ts';
import { api, call } from '../pages/bridge.ts';
import { go } from '../pages/screens.ts';

test('S11 what is packed runs by itself: search, a report as PDF, the licences, and its fuses are set', async ({
  desktop,
}, info) => {
  test.setTimeout(240_000);
  const packed = await packApp(info.outputPath('package'));
  // In the order of Electron's own list; the ninth keeps Electron's default.
  expect(packed.fuses).toBe('000011001');
  const app = await desktop({ appRoot: packed.root, isPackaged: true, sample: 500 });
  await go(app.page, '/list/search');
  await expectPath(app.page, '/list/search');
  const found = await api(app.page, 'searchCompanies', { query: { stages: 'inv_stage_seed' } });
  expect(found.count).toBeGreaterThan(0);
  const subject = { kind: 'company', id: found.items[0]?.id ?? 0 } as const;
  const pdf = await app.saved(() => call(app.page, 'reports.save', { subject }).then(() => undefined));
  expect(existsSync(pdf)).toBe(true);
  await go(app.page, '/help');
  await app.page.getByText('All licences').first().click();
  await expect(app.page.getByLabel('All licences')).toContainText('react');
  expect(existsSync(path.join(packed.root, 'out', 'renderer', 'licences.txt'))).toBe(true);
  // It registers for its links only if the system says so; on Linux it does not.
  expect((await app.standIn.ask('seen')).protocolClients).toEqual([]);
});
