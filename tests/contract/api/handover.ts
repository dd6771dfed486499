import { randomUUID } from 'node:crypto';
import Papa from 'papaparse';
import { expect, test } from 'vitest';
import type { HandoverPreset } from '#shared/domain/handover.ts';
import { Caller, europe, type ApiUnderTest } from './apiUnderTest.ts';

type Row = Record<string, string>;

function rowsOf({ header, csv }: { readonly header: string; readonly csv: string }): Row[] {
  return Papa.parse<Row>((header + csv).trimEnd(), { header: true, delimiter: ',' }).data;
}

/** Hands over the new Opportunities as the app does; returns their names. */
async function handOverNew(caller: Caller, preset: HandoverPreset): Promise<string[]> {
  const query = { tag: 'opportunities' as const, preset, since_last: 'true' };
  const { total, up_to: upTo, files } = await caller.ok('handOver', { query });
  const note = { id: randomUUID(), what: 'New in Opportunities', preset, columns: [], rows: total, up_to: upTo };
  await caller.ok('recordExport', { body: note });
  const rows = rowsOf(files.companies);
  expect(rows).toHaveLength(total);
  return rows.map((row) => row['Organization Name'] ?? row['Company name'] ?? '');
}

/** Hand-over, and the history of exports. */
export function handoverSpecs(open: () => ApiUnderTest): void {
  const owner = (): Caller => new Caller(open(), open().tokens.owner);

  test('M9 S39 companies, founders and the user’s notes are handed over as files of their own', async () => {
    const caller = owner();
    const company = await caller.ok('getCompany', { params: { id: 2 } });
    const founders = (await caller.ok('listPeople', { query: { company_id: 2 } })).results;
    const note = { params: { id: 2, note_id: randomUUID() } };
    await caller.ok('writeNote', { ...note, body: { text: '=Met, twice' } });
    const { name } = await caller.ok('getMe');
    const { total, up_to: upTo, files } = await caller.ok('handOver', { query: { ids: '2,1', preset: 'affinity' } });
    expect([total, upTo]).toEqual([2, 0]);
    expect([files.companies.rows, files.notes.rows]).toEqual([2, 1]);
    expect(files.people.rows).toBeGreaterThanOrEqual(founders.length);
    expect(rowsOf(files.notes)[0]).toMatchObject({
      'Organization Name': company.name,
      Author: name,
      Note: "'=Met, twice",
    });
    // Nobody else’s notes.
    const other = new Caller(open(), open().tokens.other);
    expect((await other.ok('handOver', { query: { ids: '2', preset: 'affinity' } })).files.notes.rows).toBe(0);
    await caller.ok('deleteNote', note);
  });

  test('E14 a hand-over says what was decided, why, and by whom', async () => {
    const caller = owner();
    const list = await caller.ok('createSmartList', { body: { name: 'To say why', filters: europe() } });
    const { results } = await caller.ok('listEntries', { query: { user_smart_list_id: list.id, page_size: 1000 } });
    const [entry, left] = results.filter(({ decided_at: at }) => at === '');
    const params = { id: entry!.inboxEntryId };
    await caller.ok('moveEntry', { params, body: { tag_archive: true } });
    await caller.ok('giveReason', { params, body: { reason: 1 } });
    const query = { ids: [entry!.id, left!.id].join(','), preset: 'affinity' } as const;
    const [first, second] = rowsOf((await caller.ok('handOver', { query })).files.companies);
    const { name, email } = await caller.ok('getMe');
    expect(first).toMatchObject({ Status: 'Archive', Reason: 'Too early', Owners: email === '' ? name : email });
    expect(second).toMatchObject({ Status: '', Reason: '', Owners: '' });
    await caller.ok('moveEntry', { params, body: {} });
    await caller.ok('deleteSmartList', { params: { id: list.id } });
  });

  test('Opportunities are handed over since the last time, for each product', async () => {
    const caller = owner();
    const list = await caller.ok('createSmartList', { body: { name: 'To hand over', filters: europe() } });
    const { results } = await caller.ok('listEntries', { query: { user_smart_list_id: list.id, page_size: 1000 } });
    const [first, second] = results.filter(({ decided_at: at }) => at === '');
    const decide = async (entry: typeof first, wanted: boolean): Promise<void> => {
      await caller.ok('moveEntry', {
        params: { id: entry!.inboxEntryId },
        body: wanted ? { tag_opportunities: true } : {},
      });
    };
    const sinceOf = async (preset: HandoverPreset): Promise<number | undefined> =>
      (await caller.ok('listExports')).handovers.find((each) => each.preset === preset)?.since;
    await decide(first, true);
    expect(await sinceOf('affinity')).toBe((await caller.ok('listExports')).opportunities);
    expect(await handOverNew(caller, 'affinity')).toContain(first!.name);
    expect(await sinceOf('affinity')).toBe(0);
    expect(await handOverNew(caller, 'affinity')).toEqual([]);
    await decide(second, true);
    expect(await sinceOf('affinity')).toBe(1);
    expect(await handOverNew(caller, 'affinity')).toEqual([second!.name]);
    // Another product has had neither.
    const hubspot = await handOverNew(caller, 'hubspot');
    expect(hubspot).toEqual(expect.arrayContaining([first!.name, second!.name]));
    const { results: kept } = await caller.ok('listExports');
    expect(kept.slice(0, 2)).toMatchObject([
      { what: 'New in Opportunities', preset: 'hubspot', rows: hubspot.length },
      { what: 'New in Opportunities', preset: 'affinity', rows: 1 },
    ]);
    for (const entry of [first, second]) await decide(entry, false);
  });

  test('the history is the user’s own, and has an export once however often it is sent', async () => {
    const caller = owner();
    const body = { id: randomUUID(), what: 'Search: all', preset: '' as const, columns: ['name'], rows: 3, up_to: 0 };
    await caller.ok('recordExport', { body });
    const { results } = await caller.ok('recordExport', { body });
    expect(results.filter(({ id }) => id === body.id)).toMatchObject([{ what: 'Search: all', columns: ['name'] }]);
    const other = new Caller(open(), open().tokens.other);
    expect((await other.ok('listExports')).results.map(({ id }) => id)).not.toContain(body.id);
    await caller.fails('recordExport', { body: { ...body, id: '7' } }, 400, 'bad_request');
  });

  test('what cannot be handed over says why', async () => {
    const caller = owner();
    const since = { ids: '1', preset: 'attio' as const, since_last: 'true' };
    expect(await caller.fails('handOver', { query: since }, 400, 'bad_request')).toHaveProperty('since_last');
    const unknown = { ids: '1', preset: 'excel' };
    expect(await caller.fails('handOver', { query: unknown }, 400, 'bad_request')).toHaveProperty('preset');
    const plain = new Caller(open(), open().tokens.plain);
    await plain.fails('handOver', { query: { ids: '1', preset: 'attio' } }, 402, 'addon_required');
  });
}
