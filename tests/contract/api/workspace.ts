import { expect, test } from 'vitest';
import { endpointNames, endpoints, type EndpointName } from '#shared/api/endpoints.ts';
import { Caller, jobEnded, type ApiUnderTest, type CallInput } from './apiUnderTest.ts';

const calls = endpointNames.filter((name) => endpoints[name].path.startsWith('/api/workspace/'));

/** Inputs that the calls take, if their files were there. */
const inputs: Partial<Record<EndpointName, CallInput>> = {
  sendFile: { query: { name: 'deals.csv' }, file: 'name\nAcme\n' },
  inspectFile: { body: { token: 'x' } },
  importFiles: { body: { files: [{ token: 'x' }] } },
  previewMerge: { body: { ids: [1, 2] } },
  setApart: { body: { ids: [1, 2], is_apart: true } },
  mergeCompanies: { body: { ids: [1, 2] } },
};

const list = ['Firm,Web,Land', 'Alma,https://alma.example,France', 'Bero,https://bero.example,Spain', ',,Italy'];

/** A list that takes a while to import. */
function longList(): string {
  const rows = Array.from({ length: 30_000 }, (_, n) => `Long ${n},https://long-${n}.example`);
  return `name,website\n${rows.join('\n')}\n`;
}

/** What staff does with the companies of a server (docs/api.md 8). */
export function workspaceSpecs(open: () => ApiUnderTest): void {
  const staff = (): Caller => new Caller(open(), open().tokens.staff);

  /** Who did what with the companies, newest first. */
  async function jobsInAudit(): Promise<string[]> {
    const { results } = await staff().ok('listAudit');
    const jobs = results.filter(({ kind }) => ['import', 'undo_import', 'refresh', 'merged'].includes(kind));
    return jobs.map(({ user, kind, detail }) => `${user?.name ?? ''} ${kind} ${detail}`);
  }

  test('S48 every call is for leads and staff: 422 for others and 401 without a token, whatever is sent', async () => {
    expect(calls).toHaveLength(11);
    const [other, nobody] = [new Caller(open(), open().tokens.other), new Caller(open(), 'no-such-token')];
    for (const name of calls) {
      for (const input of [inputs[name] ?? {}, { body: { files: 5 } }, { query: { name: '../x' }, file: '\0' }]) {
        const sent = endpoints[name].method === 'GET' ? {} : input;
        await other.fails(name, sent, 422, 'unprocessable');
        await nobody.fails(name, sent, 401, 'unauthenticated');
      }
    }
  });

  test('a file is sent, checked, imported with corrections, and taken back', async () => {
    const before = await staff().ok('getWorkspace');
    const changed = '2025-03-04T10:00:00.000Z';
    const sent = await staff().ok('sendFile', { query: { name: 'deals.csv', changed }, file: list.join('\n') });
    expect(sent.previews).toMatchObject([
      { file: 'deals.csv', format: 'CSV', problem: '', day: '2025-03-04', dayFrom: 'changed' },
    ]);
    expect(sent.previews[0]?.columns.map(({ header }) => header)).toEqual(['Firm', 'Web', 'Land']);
    const again = await staff().ok('inspectFile', { body: { token: sent.token } });
    expect(again.previews).toEqual(sent.previews);

    const file = { token: sent.token, mapping: { Firm: 'name', Web: 'website', Land: 'country' } };
    const counted = await staff().ok('importFiles', { body: { files: [file], dry_run: true } });
    expect(counted.job).toMatchObject({ kind: 'import', dryRun: true });
    expect(await jobEnded(staff())).toMatchObject({ dryRun: true, reports: [{ file: 'deals.csv', imported: 2 }] });
    expect(await staff().ok('getWorkspace')).toMatchObject({ companies: before.companies });

    const day = '2025-06-07';
    const begun = await staff().ok('importFiles', { body: { files: [{ ...file, day }] } });
    const job = await jobEnded(staff());
    expect(job).toMatchObject({ id: begun.job?.id, kind: 'import', state: 'done', reports: [{ imported: 2 }] });
    expect(job.reports[0]?.rejected).toHaveLength(1);
    const after = await staff().ok('getWorkspace');
    expect(after).toMatchObject({ companies: before.companies + 2, lastImport: { added: 2, changed: 0 } });
    const found = await staff().ok('searchCompanies', { query: { from_files: 'deals.csv' } });
    expect(found.items.map(({ name, values_on: on }) => [name, on])).toEqual([
      ['Alma', day],
      ['Bero', day],
    ]);
    // The server has no use for the file any more.
    await staff().fails('inspectFile', { body: { token: sent.token } }, 404, 'not_found');

    await staff().ok('undoImport');
    expect(await jobEnded(staff())).toMatchObject({ kind: 'undo', state: 'done' });
    expect(await staff().ok('getWorkspace')).toMatchObject({ companies: before.companies, lastImport: null });
    // Neither the check nor what only began is in the audit.
    expect((await jobsInAudit()).slice(0, 2)).toEqual(['A undo_import {}', 'A import {"files":1}']);
  });

  test('Minute 3 the first rows of a file that was sent are read as companies, with corrections, where that is asked', async () => {
    const { token } = await staff().ok('sendFile', { query: { name: 'deals.csv' }, file: list.join('\n') });
    const mapping = { Firm: 'name', Web: 'own', Land: 'country' };
    const { previews } = await staff().ok('inspectFile', { body: { token, reading: { mapping, day: '2026-01-15' } } });
    expect(previews[0]?.companies?.map(({ line, company, problem }) => [line, company?.name ?? problem])).toEqual([
      [2, 'Alma'],
      [3, 'Bero'],
      [4, 'no company name'],
    ]);
    expect(previews[0]?.companies?.[0]).toMatchObject({
      company: { links: [], values_on: '2026-01-15', own: [{ name: 'Web', value: 'https://alma.example' }] },
      from: { name: ['Firm'], country: ['Land'] },
    });
    for (const reading of [{}, { mapping: { Firm: 'nickname' } }, { mapping: {}, day: '15 Jan' }]) {
      await staff().fails('inspectFile', { body: { token, reading } }, 400, 'bad_request');
    }
  });

  test('E15 what is said of rows that may be companies that are here travels with the import, and is taken back with it', async () => {
    const send = async (name: string, text: string): Promise<{ token: string }> =>
      staff().ok('sendFile', { query: { name }, file: text });
    const here = await send(
      'here.csv',
      'name,website,country\nDime,https://dime.example,Spain\nOrigami,https://origami.example,Japan\n',
    );
    await staff().ok('importFiles', { body: { files: [{ token: here.token }] } });
    await jobEnded(staff());
    const { token } = await send('later.csv', 'name,total funding\nDime,$5M\nOrigami,$6M\n');
    await staff().ok('importFiles', { body: { files: [{ token }], dry_run: true } });
    const { likely } = await jobEnded(staff());
    expect([likely?.count, likely?.rows.map(({ name }) => name)]).toEqual([2, ['Dime', 'Origami']]);
    const [dime] = likely!.rows;
    const { name, domain, country, companies } = dime!;
    const company = companies[0]!.id;
    const said = { rows: [{ name, domain, country, company }], others: 'add' };
    await staff().ok('importFiles', { body: { files: [{ token }], likely: said } });
    expect(await jobEnded(staff())).toMatchObject({
      likely: { count: 0, rows: [] },
      reports: [{ imported: 1, updated: 1 }],
    });
    expect(await staff().ok('getCompany', { params: { id: company } })).toMatchObject({ funding_total: 5_000_000 });
    await staff().ok('undoImport');
    await jobEnded(staff());
    expect(await staff().ok('getCompany', { params: { id: company } })).toMatchObject({ funding_total: null });
    for (const wrong of [{ rows: [], others: 'guess' }, { rows: [{ name: 'Dime' }], others: 'add' }, { rows: [] }]) {
      await staff().fails('importFiles', { body: { files: [{ token }], likely: wrong } }, 400, 'bad_request');
    }
    await staff().ok('undoImport');
    await jobEnded(staff());
  });

  test('E9 of the companies that are asked about it is told, and exported, what the newest import has changed', async () => {
    const load = async (name: string, rows: string): Promise<void> => {
      const file = `name,website,country,employees,total funding,status\n${rows}`;
      const { token } = await staff().ok('sendFile', { query: { name }, file });
      await staff().ok('importFiles', { body: { files: [{ token }] } });
      expect(await jobEnded(staff())).toMatchObject({ state: 'done' });
    };
    const before = await staff().ok('listImportChanges');
    await load('a_2026-11-01.csv', 'Acme,acme.example,France,50,$29.5M,Active\nBolt,bolt.example,Spain,9,$1M,Active\n');
    expect(await staff().ok('listImportChanges')).toMatchObject({ has_changes: false, results: [] });
    await load('b_2026-11-05.csv', 'Acme,acme.example,France,60,$34.5M,Active\nBolt,bolt.example,Spain,9,$1M,Closed\n');
    const { items } = await staff().ok('searchCompanies', { query: { from_files: 'b_2026-11-05.csv' } });
    const [acme, bolt] = ['Acme', 'Bolt'].map((name) => items.find((company) => company.name === name)!.id);
    for (const caller of [staff(), new Caller(open(), open().tokens.other)]) {
      const all = await caller.ok('listImportChanges', { query: { company_ids: `${acme},${bolt},999999` } });
      expect(all).toMatchObject({ has_changes: true });
      expect(all.results).toEqual([
        { company_id: acme, kind: 'grew', was: '50', now: '60' },
        { company_id: acme, kind: 'raised', was: '29500000', now: '34500000' },
        { company_id: bolt, kind: 'closed', was: 'operating', now: 'closed' },
      ]);
      const one = await caller.ok('listImportChanges', { query: { company_ids: String(bolt) } });
      expect(one.results.map(({ kind }) => kind)).toEqual(['closed']);
    }
    await staff().fails('listImportChanges', { query: { company_ids: 'x' } }, 400, 'bad_request');
    const owner = new Caller(open(), open().tokens.owner);
    const query = { ids: `${acme},${bolt}`, columns: 'name,changed' };
    expect((await owner.ok('exportCompanies', { query })).trim().split('\r\n')).toEqual([
      'Name,Changed by the last import',
      'Acme,Raised $5M: $29.5M to $34.5M; Grew 20%: 50 to 60 employees',
      'Bolt,Closed',
    ]);
    for (let undone = 0; undone < 2; undone++) {
      await staff().ok('undoImport');
      await jobEnded(staff());
    }
    expect(await staff().ok('listImportChanges')).toEqual(before);
  });

  test('a refresh with nothing to release says so', async () => {
    await staff().ok('refreshWorkspace');
    expect(await jobEnded(staff())).toMatchObject({ kind: 'refresh', state: 'done' });
  });

  test('companies of the sample are not merged: a 422 that says so, and a 404 for one that is not there', async () => {
    for (const name of ['previewMerge', 'mergeCompanies'] as const) {
      await staff().fails(name, { body: { ids: [1, 2] } }, 422, 'unprocessable');
      await staff().fails(name, { body: { ids: [999_998, 999_999] } }, 404, 'not_found');
    }
  });

  test('an import without a file of that name, or of another of the staff, is a 404', async () => {
    const owner = new Caller(open(), open().tokens.owner);
    const { token } = await owner.ok('sendFile', { query: { name: 'private.csv' }, file: 'name\nPrivate\n' });
    for (const wanted of [token, 'x', '__proto__']) {
      await staff().fails('inspectFile', { body: { token: wanted } }, 404, 'not_found');
      await staff().fails('importFiles', { body: { files: [{ token: wanted }] } }, 404, 'not_found');
    }
    await owner.ok('inspectFile', { body: { token } });
  });

  test('a file that is no company list says why', async () => {
    const { previews } = await staff().ok('sendFile', { query: { name: 'letter.pdf' }, file: '%PDF-1.7\n' });
    expect(previews).toMatchObject([{ file: 'letter.pdf', columns: [] }]);
    expect(previews[0]?.problem).toMatch(/^[^:]*PDF/);
    const empty = await staff().ok('sendFile', { query: { name: 'empty.csv' }, file: '' });
    expect(empty.previews[0]?.problem).not.toBe('');
  });

  test('S23 a name that is no name of a file, and bytes sent as something else, are refused', async () => {
    const names = ['', '.', '..', '../x.csv', 'a/b.csv', 'a\\b.csv', 'a\0.csv', 'a\n.csv', 'x'.repeat(256)];
    for (const name of names) {
      const fields = await staff().fails('sendFile', { query: { name }, file: 'name\n' }, 400, 'bad_request');
      expect(Object.keys(fields), JSON.stringify(name)).toEqual(['name']);
    }
    await staff().fails('sendFile', { query: { name: 'x.csv', changed: 'today' }, file: 'name\n' }, 400, 'bad_request');
    for (const type of ['application/json', 'text/csv', 'multipart/form-data; boundary=x']) {
      const headers = { 'Content-Type': type };
      await staff().fails('sendFile', { query: { name: 'x.csv' }, file: '{}', headers }, 400, 'bad_request');
    }
    for (const body of [{}, { files: [] }, { files: [{ token: 5 }] }, { files: [{ token: 'x', day: 'today' }] }]) {
      await staff().fails('importFiles', { body }, 400, 'bad_request');
    }
    const mapping = { Firm: 'no such field' };
    await staff().fails('importFiles', { body: { files: [{ token: 'x', mapping }] } }, 400, 'bad_request');
  });

  test('one job at a time, whoever began it: a second start is a 409, all staff see it, and may stop it', async () => {
    const owner = new Caller(open(), open().tokens.owner);
    const { companies } = await owner.ok('getWorkspace');
    const done = await jobsInAudit();
    const { token } = await owner.ok('sendFile', { query: { name: 'long.csv' }, file: longList() });
    const begun = await owner.ok('importFiles', { body: { files: [{ token }] } });
    expect(begun.job).toMatchObject({ kind: 'import', state: 'running' });
    for (const name of ['undoImport', 'refreshWorkspace'] as const) await staff().fails(name, {}, 409, 'busy');
    const mine = await staff().ok('sendFile', { query: { name: 'mine.csv' }, file: 'name\nMine\n' });
    const body = { files: [{ token: mine.token }] };
    await staff().fails('importFiles', { body }, 409, 'busy');
    expect((await staff().ok('getWorkspace')).job).toMatchObject({ id: begun.job?.id, state: 'running' });
    await staff().ok('cancelJob');
    expect(await jobEnded(owner)).toMatchObject({ id: begun.job?.id, state: 'cancelled' });
    expect(await owner.ok('getWorkspace')).toMatchObject({ companies });
    expect(await jobsInAudit()).toEqual(done);
    // What was refused is still there.
    await staff().ok('importFiles', { body: { ...body, dry_run: true } });
    expect(await jobEnded(staff())).toMatchObject({ state: 'done', reports: [{ imported: 1 }] });
  });
}
