import { afterAll, afterEach, beforeAll, describe } from 'vitest';
import { Caller, openApi, type ApiUnderTest, type Transport } from './apiUnderTest.ts';
import { basicSpecs } from './basics.ts';
import { collectionSpecs } from './collections.ts';
import { companySpecs } from './companies.ts';
import { entrySpecs } from './entries.ts';
import { decisionSpecs } from './decisions.ts';
import { handoverSpecs } from './handover.ts';
import { noteSpecs } from './notes.ts';
import { everyCallSpec } from './everyCall.ts';
import { exportSpecs } from './exports.ts';
import { hostileSpecs } from './hostile.ts';
import { insightSpecs } from './insight.ts';
import { knownSpecs } from './known.ts';
import { orderSpecs } from './orders.ts';
import { privacySpecs } from './privacy.ts';
import { ownListSpecs } from './ownLists.ts';
import { smartListSpecs } from './smartLists.ts';
import { teamSpecs } from './team.ts';
import { workspaceSpecs } from './workspace.ts';
import { wordSpecs } from './words.ts';

/** The same specs over each transport: over a real socket, through the worker's handle, and of a team on PostgreSQL. */
export function apiSpecs(transport: Transport): void {
  let api: ApiUnderTest | undefined;
  beforeAll(async () => {
    api = await openApi(transport);
  });
  afterAll(() => api?.close());
  // A list leaves out what a spec before it has decided.
  afterEach(async () => {
    for (const token of Object.values(open().tokens)) await undecide(new Caller(open(), token));
  });

  const open = (): ApiUnderTest => {
    if (api === undefined) throw new Error('The API is not open.');
    return api;
  };

  // What depends on the way that calls and answers go.
  describe('form and errors', () => basicSpecs(open));
  describe('export', () => exportSpecs(open));
  describe('workspace of a server', () => workspaceSpecs(open));
  if (transport !== 'worker') {
    describe('companies', () => companySpecs(open));
    describe('words', () => wordSpecs(open));
    describe('smart lists', () => smartListSpecs(open));
    describe('filters on own lists', () => ownListSpecs(open));
    describe('inbox entries', () => entrySpecs(open));
    describe('collections', () => collectionSpecs(open));
    describe('orders of lists', () => orderSpecs(open));
    describe('sector and similar companies', () => insightSpecs(open));
    describe('privacy', () => privacySpecs(open));
    describe('decisions', () => decisionSpecs(open));
    describe('hand-over', () => handoverSpecs(open));
    describe('notes', () => noteSpecs(open));
    describe('known companies', () => knownSpecs(open));
    describe('a team', () => teamSpecs(open));
    describe('hostile input', () => hostileSpecs(open));
  }
  // In the end: it leaves behind what it makes.
  everyCallSpec(open);
}

/** Takes every decision of a user back. */
async function undecide(caller: Caller): Promise<void> {
  for (const tag of ['tag_watchlist', 'tag_opportunities', 'tag_archive', 'tag_later']) {
    const { entries } = await caller.ok('listEntryIds', { query: { [tag]: true } });
    for (const { id } of entries) await caller.ok('moveEntry', { params: { id }, body: {} });
  }
}
