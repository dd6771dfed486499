import { expect, test } from 'vitest';
import { Caller, europe, type ApiUnderTest } from './apiUnderTest.ts';

/** The companies that somebody may read a note about. */
async function noted(by: Caller): Promise<number[]> {
  return (await by.ok('listNotedCompanies')).company_ids.toSorted((a, b) => a - b);
}

/** What users write about companies, over the API. */
export function noteSpecs(open: () => ApiUnderTest): void {
  const owner = (): Caller => new Caller(open(), open().tokens.owner);
  let made = 0;
  let ofOwner: number | undefined;
  const listId = async (caller: Caller): Promise<number> => {
    ofOwner ??= (await caller.ok('createSmartList', { body: { name: 'Noted', filters: europe() } })).id;
    return ofOwner;
  };
  const newId = (): string => `0198f0a0-0000-7000-8000-0000000001${String(++made).padStart(2, '0')}`;

  test('a note is written, changed, deleted and restored under one id, and shows its earlier texts', async () => {
    const caller = owner();
    const id = 3;
    const params = { id, note_id: newId() };
    const texts = async (): Promise<string[]> =>
      (await caller.ok('listNotes', { params: { id } })).results.map(({ text }) => text);
    const written = await caller.ok('writeNote', { params, body: { text: '  Met them.\r\nCall in May  ' } });
    expect(written.results).toMatchObject([{ id: params.note_id, text: 'Met them.\nCall in May', history: [] }]);
    const other = { id, note_id: newId() };
    await caller.ok('writeNote', { params: other, body: { text: 'Raised' } });
    expect(await texts()).toEqual(['Raised', 'Met them.\nCall in May']);
    await caller.ok('writeNote', { params, body: { text: 'Call in June' } });
    expect(await texts()).toEqual(['Raised', 'Call in June']);
    await caller.ok('deleteNote', { params });
    await caller.ok('deleteNote', { params });
    expect(await texts()).toEqual(['Raised']);
    const restored = await caller.ok('writeNote', { params, body: { text: 'Call in June' } });
    expect(restored.results[1]?.history.map(({ text }) => text)).toEqual([
      '',
      'Call in June',
      'Met them.\nCall in May',
    ]);
    for (const each of [params, other]) await caller.ok('deleteNote', { params: each });
  });

  test('a note that is sent again under its key is written once, and never over a later text', async () => {
    const caller = owner();
    const params = { id: 4, note_id: newId() };
    const keyed = { params, body: { text: 'First' }, headers: { 'Idempotency-Key': `note-${params.note_id}` } };
    await caller.ok('writeNote', keyed);
    await caller.ok('writeNote', { params, body: { text: 'Second' } });
    expect((await caller.ok('writeNote', keyed)).results).toMatchObject([
      { text: 'Second', history: [{ text: 'First' }] },
    ]);
    await caller.fails('writeNote', { ...keyed, body: { text: 'Third' } }, 409, 'conflict');
    await caller.ok('deleteNote', { params });
  });

  test('companies are found by their notes and by words in them, and left out by them, each user’s own', async () => {
    const caller = owner();
    const found = async (query: Record<string, string>, by = caller): Promise<readonly number[]> =>
      (await by.ok('searchCompanyIds', { query })).ids;
    const [first, second] = [
      { id: 7, note_id: newId() },
      { id: 8, note_id: newId() },
    ];
    await caller.ok('writeNote', { params: first, body: { text: 'Met Zoë in Lisbon; raises in spring' } });
    await caller.ok('writeNote', { params: second, body: { text: 'Raises in autumn' } });
    const ids = new Set(await found({ notes: 'any' }));
    expect(ids).toEqual(new Set([first.id, second.id]));
    expect(await found({ notes: '-any' })).toHaveLength((await found({})).length - ids.size);
    expect(await found({ note_words: 'zoe SPRING' })).toEqual([7]);
    expect(new Set(await found({ note_words: 'spring,autumn' }))).toEqual(ids);
    expect(await found({ note_words: 'spring autumn' })).toEqual([]);
    expect(await found({ notes: 'any', note_words: '-raises in autumn' })).toEqual([7]);
    // By the rules of a search: whole words with their plural, `word*`, quotes, minus.
    expect(await found({ note_words: 'spri' })).toEqual([]);
    expect(await found({ note_words: 'spri*' })).toEqual([7]);
    expect(await found({ note_words: 'springs "raises in"' })).toEqual([7]);
    expect(await found({ note_words: 'raises -lisbon' })).toEqual([8]);
    expect(await found({ notes: 'any' }, new Caller(open(), open().tokens.other))).toEqual([]);
    const list = await caller.ok('createSmartList', {
      body: { name: `Noted ${made}`, filters: { include: { noteWords: ['lisbon'] } } },
    });
    expect(list).toMatchObject({ added: 1 });
    for (const params of [first, second]) await caller.ok('deleteNote', { params });
    expect(await found({ notes: 'any' })).toEqual([]);
  });

  test('E22 which companies have a note is told at once: one’s own, and those for the team, until they are deleted', async () => {
    const [caller, other] = [owner(), new Caller(open(), open().tokens.other)];
    const [own, common] = [
      { id: 11, note_id: newId() },
      { id: 12, note_id: newId() },
    ];
    await caller.ok('writeNote', { params: own, body: { text: 'For me' } });
    await caller.ok('writeNote', { params: { ...own, note_id: newId() }, body: { text: 'For me, too' } });
    await caller.ok('writeNote', { params: common, body: { text: 'For all', for_team: true } });
    expect(await noted(caller)).toEqual([11, 12]);
    expect(await noted(other)).toEqual([12]);
    await caller.ok('writeNote', { params: common, body: { text: 'For me after all', for_team: false } });
    expect(await noted(other)).toEqual([]);
    const { results } = await caller.ok('listNotes', { params: { id: 11 } });
    for (const { id } of results) await caller.ok('deleteNote', { params: { id: 11, note_id: id } });
    expect(await noted(caller)).toEqual([12]);
    await caller.ok('deleteNote', { params: common });
  });

  test('a row says the newest note, and a file has all of them, in one cell that no spreadsheet takes for a formula', async () => {
    const caller = owner();
    const { results } = await caller.ok('listEntries', { query: { user_smart_list_id: await listId(caller) } });
    const { id } = results[0]!;
    const [first, second] = [
      { id, note_id: newId() },
      { id, note_id: newId() },
    ];
    await caller.ok('writeNote', { params: first, body: { text: '=HYPERLINK("x")' } });
    await caller.ok('writeNote', { params: second, body: { text: 'Call, in May\n=1+1' } });
    const again = await caller.ok('listEntries', { query: { user_smart_list_id: await listId(caller) } });
    expect(again.results.map((row) => row.note).slice(0, 2)).toEqual(['Call, in May\n=1+1', '']);
    const collection = await caller.ok('createCollection', { body: { name: `Noted ${made}` } });
    await caller.ok('addCollectionItem', { body: { collection: collection.id, company_id: id } });
    const rows = await caller.ok('listCollectionCompanies', { params: { id: collection.id } });
    expect(rows.results[0]?.note).toBe('Call, in May\n=1+1');
    const csv = await caller.ok('exportCompanies', { query: { ids: String(id), columns: 'notes' } });
    expect(csv.replaceAll(/\d{4}-\d\d-\d\d/g, 'DAY')).toBe(
      // A spreadsheet that splits the cell into lines finds no formula either.
      'Notes\r\n"DAY: Call, in May\n\'=1+1\n\nDAY: =HYPERLINK(""x"")"\r\n',
    );
    for (const params of [first, second]) await caller.ok('deleteNote', { params });
  });

  test('a note that is empty or too long says so at its text; one about nothing is not found', async () => {
    const caller = owner();
    const params = { id: 5, note_id: newId() };
    const long = await caller.fails('writeNote', { params, body: { text: 'x'.repeat(2001) } }, 422, 'unprocessable');
    expect(long).toEqual({ text: 'A note has at most 2,000 characters; this one has 2,001.' });
    const empty = await caller.fails('writeNote', { params, body: { text: ' \n ' } }, 422, 'unprocessable');
    expect(empty).toHaveProperty('text');
    await caller.ok('writeNote', { params, body: { text: 'x'.repeat(2000) } });
    await caller.ok('deleteNote', { params });
    await caller.fails('writeNote', { params, body: { text: 5 } }, 400, 'bad_request');
    await caller.fails('deleteNote', { params: { id: 5, note_id: newId() } }, 404, 'not_found');
    await caller.fails('deleteNote', { params: { ...params, id: 6 } }, 404, 'not_found');
    const gone = { id: 4_000_000, note_id: newId() };
    await caller.fails('writeNote', { params: gone, body: { text: 'Who?' } }, 404, 'not_found');
    await caller.fails('listNotes', { params: { id: gone.id } }, 404, 'not_found');
    await caller.fails('writeNote', { params: { id: 5, note_id: '7' }, body: { text: 'No id' } }, 404, 'not_found');
  });
}
