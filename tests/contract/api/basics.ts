import { expect, test } from 'vitest';
import { endpoints } from '#shared/api/endpoints.ts';
import { aNote, Caller, europe, releasedWeek, type ApiUnderTest } from './apiUnderTest.ts';

/** Form, sign-in, limits and errors: what holds for every call. */
export function basicSpecs(open: () => ApiUnderTest): void {
  const owner = (): Caller => new Caller(open(), open().tokens.owner);

  test('configuration needs no token and sets the CSRF cookie', async () => {
    const response = await open().fetch('/api/config');
    expect(response.status).toBe(200);
    expect(response.headers.get('set-cookie')).toMatch(/^csrftoken=[0-9a-f]{32}; Path=\/; SameSite=Strict$/);
    endpoints.getConfig.response.parse(await response.json());
  });

  test('the description of the API needs no token', async () => {
    const response = await open().fetch('/api/openapi.json');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await response.json()).toMatchObject({ openapi: '3.1.0', paths: { '/api/company': { post: {} } } });
  });

  test('S19 every answer, errors too, is not cached and not sniffed', async () => {
    for (const path of ['/api/config', '/api/users/me/', '/api/nowhere']) {
      const response = await open().fetch(path);
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      expect(response.headers.get('access-control-allow-origin')).toBeNull();
      await response.body?.cancel();
    }
  });

  test('the first user is staff and has the export add-on', async () => {
    expect(await owner().ok('getMe')).toMatchObject({ is_staff: true, addons: ['export'] });
  });

  test('S20 a method that an address does not take is a 405 that names those it takes, whoever asks', async () => {
    const ask = refusalsOf(open());
    const refused = 'method_not_allowed';
    expect(await ask('POST', '/api/users/me/')).toEqual([405, 'GET, HEAD', refused]);
    expect(await ask('DELETE', '/api/collection/?page=1')).toEqual([405, 'GET, HEAD, POST', refused]);
    expect(await ask('GET', '/api/company')).toEqual([405, 'POST', refused]);
    expect(await ask('PUT', '/api/user_smart_lists/7')).toEqual([405, 'DELETE, GET, HEAD, PATCH', refused]);
    expect(await ask('OPTIONS', '/api/user_smart_lists_inbox/7/')).toEqual([405, 'PATCH', refused]);
    expect(await ask('POST', '/api/openapi.json')).toEqual([405, 'GET, HEAD', refused]);
    for (const path of [
      '/api/nowhere',
      '/api/users/me/7/',
      '/api/user_smart_lists/x/',
      '/api/user_smart_lists/0/',
      '/',
    ]) {
      expect((await ask('PUT', path)).slice(0, 2), path).toEqual([404, null]);
    }
    expect((await ask('HEAD', '/api/config')).slice(0, 2)).toEqual([200, null]);
  });

  test.for(Object.entries(endpoints))(
    'S20 %s answers no method but its own address’s',
    async ([, { method, path }]) => {
      const address = path.replace('{id}', '1').replace('{note_id}', aNote);
      const taken = Object.values(endpoints).filter((other) => other.path === path);
      for (const wrong of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
        if (taken.some((other) => other.method === wrong)) continue;
        const response = await open().fetch(address, { method: wrong });
        await response.body?.cancel();
        expect({ wrong, status: response.status }).toEqual({ wrong, status: 405 });
        expect(response.headers.get('allow')?.split(', ')).toContain(method);
      }
    },
  );

  test('both forms of an address are accepted', async () => {
    const headers = { Authorization: `Bearer ${open().tokens.owner}` };
    for (const path of ['/api/users/me', '/api/users/me/', '/api/latest_companies/1/', '/api/latest_companies/1']) {
      expect((await open().fetch(path, { headers })).status, path).toBe(200);
    }
  });

  test.for(Object.entries(endpoints).filter(([, endpoint]) => endpoint.token))(
    'S49 %s answers 401 without a good token',
    async ([name]) => {
      const endpoint = endpoints[name as keyof typeof endpoints];
      const path = endpoint.path.replace('{id}', '1').replace('{note_id}', aNote);
      for (const headers of [{}, { Authorization: 'Bearer wrong' }, { Authorization: 'Basic eDp5' }]) {
        const response = await open().fetch(path, {
          method: endpoint.method,
          headers: headers as Record<string, string>,
        });
        expect(response.status).toBe(401);
        expect(response.headers.get('www-authenticate')).toBe('Bearer');
        expect(await response.json()).toMatchObject({ code: 'unauthenticated' });
      }
    },
  );

  test('an address that is none answers 404 as JSON', async () => {
    for (const path of ['/', '/api', '/api/nowhere', '/api/latest_companies/abc/', '/api/latest_companies/0x1/']) {
      const headers = { Authorization: `Bearer ${open().tokens.owner}` };
      const response = await open().fetch(path, { headers });
      expect(response.status, path).toBe(404);
      expect(await response.json()).toMatchObject({ code: 'not_found' });
    }
  });

  test('S20 a body that is not JSON is refused', async () => {
    for (const [type, body] of [
      ['text/plain', '{"name":"x"}'],
      ['application/x-www-form-urlencoded', 'name=x'],
      ['application/json', '{"name":'],
      ['application/json', ''],
    ]) {
      const response = await post('/api/collection/', body ?? '', type ?? '');
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ code: 'bad_request' });
    }
  });

  test('S23 hostile JSON is refused and pollutes nothing', async () => {
    const deep = `{"name":${'['.repeat(70)}${']'.repeat(70)}}`;
    for (const body of [
      '{"name":"x","__proto__":{"polluted":1}}',
      '{"name":"x","constructor":{"prototype":{"polluted":1}}}',
      '{"name":"x","name":"y"}',
      '{"name":"\\ud800"}',
      '{"name":"x","description":1e400}',
      deep,
    ]) {
      expect((await post('/api/collection/', body)).status, body.slice(0, 60)).toBe(400);
    }
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  test('S22 a body over 1 MB and a header over 16 KB are refused', async () => {
    const large = JSON.stringify({ name: 'x', description: 'y'.repeat(1024 * 1024) });
    expect((await post('/api/collection/', large)).status).toBe(413);
    const headers = { Authorization: `Bearer ${open().tokens.owner}`, 'X-Long': 'y'.repeat(17 * 1024) };
    const response = await open().fetch('/api/users/me/', { headers });
    expect([413, 431]).toContain(response.status);
  });

  test('a 400 names the wrong parameters as they are on the wire', async () => {
    const caller = owner();
    const cases: [string, string][] = [
      ['stages', 'nonsense'],
      ['country_codes', '-XX'],
      ['company_sizes', 'huge'],
      ['funded_tags', 'funded 99'],
      ['business_model', 'Barter'],
      ['n_days_in_digest', 'x'],
      ['incorporated_years', '20'],
      ['is_translated', 'maybe'],
      ['sort_by', 'score'],
      ['page', '-1'],
      ['page_size', '1001'],
      ['exclude_smartlist', 'x'],
      ['exclude_text_search', 'x'.repeat(1001)],
    ];
    for (const [parameter, value] of cases) {
      const fields = await caller.fails('searchCompanies', { query: { [parameter]: value } }, 400, 'bad_request');
      expect(Object.keys(fields)).toEqual([parameter]);
    }
    const fields = await caller.fails(
      'createSmartList',
      { body: { name: ' ', filters: europe() } },
      400,
      'bad_request',
    );
    expect(fields).toHaveProperty('name');
  });

  test('numbers beyond all measure are empty pages, unknown ids or bad input, never a fault', async () => {
    const caller = owner();
    const list = await caller.ok('createSmartList', { body: { name: 'Numbers', filters: europe() } });
    const page = Number.MAX_SAFE_INTEGER;
    const wide = { page, page_size: 1000 };
    expect((await caller.ok('searchCompanies', { query: wide })).items).toEqual([]);
    expect((await caller.ok('listEntries', { query: { user_smart_list_id: list.id, ...wide } })).results).toEqual([]);
    expect((await caller.ok('listEntries', { query: { tag_archive: true, ...wide } })).results).toEqual([]);
    expect((await caller.ok('listCollections', { query: wide })).results).toEqual([]);
    expect((await caller.ok('listPeople', { query: { company_id: 1, ...wide } })).results).toEqual([]);
    expect(await caller.ok('exportCompanies', { query: { user_smart_list_id: list.id, page } })).toBe('');
    expect(await caller.ok('exportCompanies', { query: { page } })).toBe('');
    for (const id of ['999999999999999', '9007199254740993', '99999999999999999999']) {
      await caller.fails('getCompany', { params: { id } }, 404, 'not_found');
      await caller.fails('getSmartList', { params: { id } }, 404, 'not_found');
    }
    for (const bad of ['1e400', '-1', '1.5', '9007199254740993', 'NaN']) {
      await caller.fails('searchCompanies', { query: { page: bad } }, 400, 'bad_request');
    }
  });

  test('a number is digits: nothing else is taken for one, in an address or in a body', async () => {
    const caller = owner();
    for (const page of ['0x1', '1e1', ' 1', '+1', '1.0', 'true']) {
      expect(await caller.fails('searchCompanies', { query: { page } }, 400, 'bad_request')).toHaveProperty('page');
    }
    const { id: collection } = await caller.ok('createCollection', { body: { name: 'Digits' } });
    for (const company_id of [true, [1], null, '0x1', '1.5', undefined]) {
      const body = { collection, company_id };
      const fields = await caller.fails('addCollectionItem', { body }, 400, 'bad_request');
      expect(Object.keys(fields), String(company_id)).toEqual(['company_id']);
    }
    const item = await caller.ok('addCollectionItem', { body: { collection: String(collection), company_id: '2' } });
    expect(item.company_id).toBe(2);
  });

  test('a boolean in an address is read as other languages write it, too', async () => {
    const caller = owner();
    const count = async (value: string): Promise<number> =>
      (await caller.ok('searchCompanies', { query: { is_translated: value } })).count;
    const [yes, no] = [await count('true'), await count('false')];
    expect(yes).not.toBe(no);
    for (const value of ['True', 'TRUE', '1']) expect(await count(value), value).toBe(yes);
    for (const value of ['False', '0']) expect(await count(value), value).toBe(no);
  });

  test('the digest is the newest released week', async () => {
    const digest = await owner().ok('getDigest');
    expect(digest).toMatchObject({ week: releasedWeek, date: '2026-11-16' });
    // Of the desktop's thread it is by the machine's own day.
    expect([releasedWeek, '']).toContain(digest.new_week);
    expect(digest.companies).toBeGreaterThan(300);
  });

  function post(path: string, body: string, type = 'application/json'): Promise<Response> {
    const headers = { Authorization: `Bearer ${open().tokens.owner}`, 'Content-Type': type };
    return open().fetch(path, { method: 'POST', headers, body });
  }
}

/** Status, `Allow` and error code. */
type Refusal = [number, string | null, string];

function refusalsOf(api: ApiUnderTest): (method: string, path: string) => Promise<Refusal> {
  return async (method, path) => {
    const response = await api.fetch(path, { method });
    const text = await response.text();
    const { code = '' } = text === '' ? {} : (JSON.parse(text) as { code?: string });
    return [response.status, response.headers.get('allow'), code];
  };
}
