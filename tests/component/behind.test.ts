import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { TestApp, until } from './app.tsx';

const line = 'This server is a little behind: newer companies appear soon.';

let app: TestApp;
beforeEach(async () => {
  app = await TestApp.start(20);
});
afterEach(() => app.stop());

it('says once that a server of a team does not have the newest companies yet', async () => {
  app.open('/search');
  await until(() => expect(app.called).toContain('subscribe companies.behind'));
  app.tell('companies.behind', {});
  app.tell('companies.behind', {});
  await until(() => expect(screen.getAllByText(line)).toHaveLength(1));
});
