import { afterAll, beforeAll, describe } from 'vitest';
import { openApi, type ApiUnderTest, type Transport } from './api/apiUnderTest.ts';
import { basicSpecs } from './api/basics.ts';
import { collectionSpecs } from './api/collections.ts';
import { companySpecs } from './api/companies.ts';
import { entrySpecs } from './api/entries.ts';
import { everyCallSpec } from './api/everyCall.ts';
import { exportSpecs } from './api/exports.ts';
import { hostileSpecs } from './api/hostile.ts';
import { insightSpecs } from './api/insight.ts';
import { orderSpecs } from './api/orders.ts';
import { privacySpecs } from './api/privacy.ts';
import { ownListSpecs } from './api/ownLists.ts';
import { smartListSpecs } from './api/smartLists.ts';
import { workspaceSpecs } from './api/workspace.ts';
import { wordSpecs } from './api/words.ts';

/** The same specs against the app itself, over a real socket, and through the worker's handle. */
describe.each<Transport>(['app', 'http', 'worker'])('the API over its transport "%s"', (transport) => {
  let api: ApiUnderTest | undefined;
  beforeAll(async () => {
    api = await openApi(transport);
  });
  afterAll(() => api?.close());

  const open = (): ApiUnderTest => {
    if (api === undefined) throw new Error('The API is not open.');
    return api;
  };

  describe('form and errors', () => basicSpecs(open));
  describe('companies', () => companySpecs(open));
  describe('words', () => wordSpecs(open));
  describe('smart lists', () => smartListSpecs(open));
  describe('filters on own lists', () => ownListSpecs(open));
  describe('inbox entries', () => entrySpecs(open));
  describe('collections', () => collectionSpecs(open));
  describe('orders of lists', () => orderSpecs(open));
  describe('export', () => exportSpecs(open));
  describe('sector and similar companies', () => insightSpecs(open));
  describe('privacy', () => privacySpecs(open));
  describe('workspace of a server', () => workspaceSpecs(open));
  everyCallSpec(open);
  describe('hostile input', () => hostileSpecs(open));
});
