import { expect, test } from 'vitest';
import type { Company } from '#shared/domain/company.ts';
import { linkOf } from '#shared/domain/company.ts';
import { domainOf } from '#shared/domain/webAddress.ts';
import { Caller, europe, jobEnded, type ApiUnderTest } from './apiUnderTest.ts';

const header = 'Organization Id,Organization Name,Website,Status,Owners,Last Contact,Notes\n';

async function sent(caller: Caller, file: string, name = 'affinity_2026-11-03.csv'): Promise<{ token: string }> {
  return caller.ok('sendKnownFile', { query: { name }, file });
}

async function someCompanies(caller: Caller, count: number): Promise<readonly Company[]> {
  const query = { regions: 'Europe', page_size: 200 };
  const { items } = await caller.ok('searchCompanies', { query });
  const names = Map.groupBy(items, ({ name }) => name);
  return items.filter((one) => names.get(one.name)?.length === 1 && linkOf(one, 'website') !== '').slice(0, count);
}

/** Rows about companies, by their sites. */
function rowsOf(companies: readonly Company[], status = 'Passed'): string {
  return companies
    .map((one, index) => `${String(index + 1)},"${one.name}",${linkOf(one, 'website')},${status},Ann,2025-03-12,=Note`)
    .join('\n');
}

async function forgetAll(caller: Caller): Promise<void> {
  for (let sources = await standing(caller); sources.length > 0; sources = await standing(caller)) {
    await caller.ok('undoKnown', { params: { id: sources[0]!.id } });
  }
}

async function standing(caller: Caller) {
  return (await caller.ok('listKnownSources')).results;
}

/** Companies that a CRM knows, over the API; each user's are their own. */
export function knownSpecs(open: () => ApiUnderTest): void {
  let made = 0;

  const users = () => [open().tokens.owner, open().tokens.plain];

  test('M5 what the preview says is what the import does, for any user and with no company changed', async () => {
    for (const token of users()) {
      const caller = new Caller(open(), token);
      const companies = await someCompanies(caller, 3);
      const before = await caller.ok('getCompany', { params: { id: companies[0]!.id } });
      const file = `${header}${rowsOf(companies)}\n9,Nowhere Robotics,nowhere-robotics.example,Lead,,,\n10,,,Lead,,,\n`;
      const choice = await sent(caller, file);
      const preview = await caller.ok('previewKnown', { body: choice });
      expect(preview).toMatchObject({
        source: 'Affinity',
        day: '2026-11-03',
        day_from: 'name',
        rows: 4,
        matched: 3,
        to_choose: 0,
        missing: 1,
        skipped: 1,
        skipped_rows: [{ line: 6, reason: 'Row 6: neither a name nor a website.' }],
        problem: '',
        is_same: false,
        replaces: null,
      });
      expect(await standing(caller)).toEqual([]);
      const source = await caller.ok('importKnown', { body: choice });
      const { rows, matched, to_choose: toChoose, missing, skipped, day } = preview;
      expect(source).toMatchObject({ name: 'Affinity', rows, matched, to_choose: toChoose, missing, skipped, day });
      expect(await standing(caller)).toEqual([source]);
      const marks = (await caller.ok('listKnownMarks')).results;
      expect(marks.map((mark) => mark.company_id)).toEqual(companies.map(({ id }) => id).toSorted((a, b) => a - b));
      expect((await caller.ok('getKnown', { params: { id: companies[0]!.id } })).results).toMatchObject([
        { source: 'Affinity', status: 'Passed', owner: 'Ann', contact: '2025-03-12', note: '=Note', their_id: '1' },
      ]);
      expect(await caller.ok('getCompany', { params: { id: companies[0]!.id } })).toEqual(before);
      // A file is kept until it is imported.
      await caller.fails('importKnown', { body: choice }, 404, 'not_found');
      await forgetAll(caller);
    }
  });

  test('E15 the preview says which rows nothing but their name matches, and with which company', async () => {
    const caller = new Caller(open(), open().tokens.owner);
    const companies = await someCompanies(caller, 3);
    const [bySite, ...byName] = companies;
    const rows = [
      `1,"${bySite!.name}",${linkOf(bySite!, 'website')},Passed,,,`,
      ...byName.map(({ name }, index) => `${String(index + 2)},"${name}",,Passed,,,`),
    ];
    const choice = await sent(caller, `${header}${rows.join('\n')}\n`);
    const { matched, by_name: named } = await caller.ok('previewKnown', { body: choice });
    expect([matched, named?.count]).toEqual([3, 2]);
    expect(named?.rows).toMatchObject(
      byName.map(({ id, name }, index) => ({ line: index + 3, name, company_id: id, company: name })),
    );
    expect(named?.rows[0]?.says).toContain(domainOf(linkOf(byName[0]!, 'website')));
  });

  test('M6 a file twice changes nothing, a newer one replaces it, an older one is refused, and undo brings it back', async () => {
    const caller = new Caller(open(), open().tokens.owner);
    const companies = await someCompanies(caller, 3);
    const file = `${header}${rowsOf(companies)}\n`;
    const first = await caller.ok('importKnown', { body: await sent(caller, file) });
    const again = await sent(caller, file, 'affinity_2026-11-10.csv');
    expect(await caller.ok('previewKnown', { body: again })).toMatchObject({ is_same: true, problem: '' });
    expect(await caller.ok('importKnown', { body: again })).toEqual(first);

    const older = await sent(caller, `${header}${rowsOf(companies, 'New')}\n`, 'affinity_2026-10-01.csv');
    const { problem } = await caller.ok('previewKnown', { body: older });
    expect(problem).toContain('What is known from Affinity is newer: “affinity_2026-11-03.csv” of 3 Nov 2026');
    await caller.fails('importKnown', { body: older }, 409, 'conflict');
    const dated = { ...older, day: '2026-11-12' };
    expect(await caller.ok('previewKnown', { body: dated })).toMatchObject({
      problem: '',
      replaces: { file: 'affinity_2026-11-03.csv', day: '2026-11-03', rows: 3 },
    });
    const second = await caller.ok('importKnown', { body: dated });
    expect(await standing(caller)).toMatchObject([
      { id: second.id, replaced: { file: 'affinity_2026-11-03.csv', day: '2026-11-03' } },
    ]);
    await caller.fails('undoKnown', { params: { id: first.id } }, 404, 'not_found');
    expect((await caller.ok('undoKnown', { params: { id: second.id } })).results).toEqual([first]);
    await forgetAll(caller);
  });

  test('searches, exports and the edit of a list follow what is known, and a list says how much it leaves out', async () => {
    const caller = new Caller(open(), open().tokens.owner);
    const companies = await someCompanies(caller, 4);
    const ids = companies.map(({ id }) => id).toSorted((a, b) => a - b);
    await caller.ok('importKnown', { body: await sent(caller, `${header}${rowsOf(companies)}\n`) });
    const idsOf = async (query: Record<string, string>) =>
      (await caller.ok('searchCompanyIds', { query })).ids.toSorted((a, b) => a - b);
    const all = await idsOf({ regions: 'Europe' });
    expect(await idsOf({ known: 'any' })).toEqual(ids);
    expect(await idsOf({ known: 'affinity' })).toEqual(ids);
    expect(await idsOf({ known: 'HubSpot' })).toEqual([]);
    expect(await idsOf({ regions: 'Europe', known: '-any' })).toEqual(all.filter((id) => !ids.includes(id)));

    const columns = 'id,known_status';
    const csv = await caller.ok('exportCompanies', { query: { ids: ids.join(','), columns } });
    expect(csv).toContain('Affinity: Passed (2025-03-12)');

    const filters = { ...europe(), exclude: { known: ['any'] } };
    const body = { name: `Known ${++made}`, filters };
    const list = await caller.ok('createSmartList', { body });
    expect(list).toMatchObject({ added: all.length - 4, left_out: 0, known: 4 });
    const overview = async () =>
      (await caller.ok('listSmartLists', { query: { page_size: 100 } })).results.find(({ id }) => id === list.id);
    expect(await overview()).toMatchObject({ unratedCount: all.length - 4, leftOutCount: 0, knownOutCount: 4 });

    // M5: other filters do what their preview says.
    const params = { id: list.id };
    const other = { filters: { include: {}, exclude: { known: ['any'] } } };
    const said = await caller.ok('previewSmartListEdit', { params, body: other });
    const done = await caller.ok('updateSmartList', { params, body: other });
    expect([done.added, done.left_out, done.known]).toEqual([said.added, said.left_out, said.known]);
    expect(await overview()).toMatchObject({ knownOutCount: 4 });
    const before = (await overview())!.unratedCount;
    await forgetAll(caller);
    expect(await overview()).toMatchObject({ unratedCount: before + 4, knownOutCount: 0 });
    await caller.ok('deleteSmartList', { params });
  });

  test('a row about several companies is chosen, and what is imported later is found', async () => {
    const caller = new Caller(open(), open().tokens.owner);
    const twins = 'name,website,country\nTwin Peak,twin-peak.test,France\nTwin Peak,twinpeak-labs.test,Spain\n';
    const imported = await caller.ok('sendFile', { query: { name: 'twins.csv' }, file: twins });
    await caller.ok('importFiles', { body: { files: [{ token: imported.token }] } });
    await jobEnded(caller);
    const file = 'Company name,Company Domain Name,Lifecycle Stage\nTwin Peak,,Lead\nLate Comer,late-comer.test,Lead\n';
    const source = await caller.ok('importKnown', { body: await sent(caller, file, 'hubspot.csv') });
    expect(source).toMatchObject({ name: 'HubSpot', matched: 0, to_choose: 1, missing: 1 });
    const params = { id: source.id };
    const [row] = (await caller.ok('listKnownRows', { params })).results;
    expect(row!.candidates.map(({ location }) => location.country.name).toSorted()).toEqual(['France', 'Spain']);
    const wrong = { params: { id: row!.id }, body: { company_id: 99_999_999 } };
    await caller.fails('chooseKnown', wrong, 400, 'bad_request');
    const chosen = row!.candidates[1]!.id;
    expect(await caller.ok('chooseKnown', { params: { id: row!.id }, body: { company_id: chosen } })).toMatchObject({
      company_id: chosen,
      is_chosen: true,
    });

    const late = await caller.ok('sendFile', {
      query: { name: 'late.csv' },
      file: 'name,website\nLate,late-comer.test\n',
    });
    await caller.ok('importFiles', { body: { files: [{ token: late.token }] } });
    await jobEnded(caller);
    expect(await standing(caller)).toMatchObject([{ matched: 2, to_choose: 0, missing: 0 }]);
    await caller.ok('undoImport');
    await jobEnded(caller);
    expect(await standing(caller)).toMatchObject([{ matched: 1, missing: 1 }]);
    await forgetAll(caller);
    await caller.ok('undoImport');
    await jobEnded(caller);
  });

  test('what is no table, or has no source, is refused with a sentence', async () => {
    const caller = new Caller(open(), open().tokens.owner);
    const nameless = await sent(caller, 'Company,Stage\nAcme,Lead\n', 'deals.csv');
    expect(await caller.ok('previewKnown', { body: nameless })).toMatchObject({
      source: '',
      problem: 'Say where these companies are known from.',
    });
    await caller.fails('importKnown', { body: nameless }, 409, 'conflict');
    await caller.fails('previewKnown', { body: { ...nameless, source: 'any' } }, 400, 'bad_request');
    await caller.fails('previewKnown', { body: { ...nameless, source: 'A'.repeat(41) } }, 400, 'bad_request');
    const columnless = await sent(caller, 'Ref,Stage\nAcme,Lead\n', 'deals.csv');
    expect((await caller.ok('previewKnown', { body: columnless })).problem).toContain('Say which column has the names');
    const empty = await sent(caller, '', 'empty.csv');
    await caller.fails('previewKnown', { body: empty }, 422, 'unprocessable');
    expect(await standing(caller)).toEqual([]);
  });
}
