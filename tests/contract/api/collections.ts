import { expect, test } from 'vitest';
import { Caller, type ApiUnderTest } from './apiUnderTest.ts';

/** Collections and their items. */
export function collectionSpecs(open: () => ApiUnderTest): void {
  const owner = (): Caller => new Caller(open(), open().tokens.owner);
  let names = 0;
  const create = (caller: Caller, description = '') =>
    caller.ok('createCollection', { body: { name: `Collection ${++names}`, description } });

  test('a collection is created, edited in part, read and listed', async () => {
    const caller = owner();
    const made = await create(caller, 'Health companies');
    expect(made).toMatchObject({ description: 'Health companies', collection_items_count: 0, companies: [] });
    const params = { id: made.id };
    expect(await caller.ok('updateCollection', { params, body: { description: 'Care' } })).toMatchObject({
      name: made.name,
      description: 'Care',
    });
    expect(await caller.ok('updateCollection', { params, body: { name: `Care ${made.id}` } })).toMatchObject({
      name: `Care ${made.id}`,
      description: 'Care',
    });
    const previews = await caller.ok('listCollectionPreviews', { query: { page_size: 1000 } });
    expect(previews.results.find(({ id }) => id === made.id)).toEqual({
      id: made.id,
      name: `Care ${made.id}`,
      description: 'Care',
      collection_items_count: 0,
      shared: null,
    });
  });

  test('names are one to 80 characters and unique, descriptions at most 500', async () => {
    const caller = owner();
    const { name } = await create(caller);
    expect(await caller.fails('createCollection', { body: { name } }, 409, 'conflict')).toHaveProperty('name');
    const { id } = await create(caller);
    await caller.fails('updateCollection', { params: { id }, body: { name } }, 409, 'conflict');
    for (const body of [{ name: ' ' }, { name: 'x'.repeat(81) }, {}]) {
      expect(await caller.fails('createCollection', { body }, 400, 'bad_request')).toHaveProperty('name');
    }
    const turned = { body: { name: `\u202eTurned\u2066 ${++names}\n`, description: 'Also\u202e' } };
    expect(await caller.ok('createCollection', turned)).toMatchObject({ name: `Turned ${names}`, description: 'Also' });
    const long = { name: 'Long', description: 'x'.repeat(501) };
    expect(await caller.fails('createCollection', { body: long }, 400, 'bad_request')).toHaveProperty('description');
  });

  test('companies are added once each, paged in that order and removed by item', async () => {
    const caller = owner();
    const { ids } = await caller.ok('searchCompanyIds', { query: { regions: 'Europe' } });
    const { id } = await create(caller);
    const one = await caller.ok('addCollectionItem', { body: { collection: id, company_id: ids[0] } });
    expect(await caller.ok('addCollectionItem', { body: { collection: id, company_id: ids[0] } })).toEqual(one);
    const body = { collection_id: id, company_ids: [ids[2], ids[1], ids[0], ids[2]] };
    const { results } = await caller.ok('addCollectionItems', { body });
    expect(results.map((item) => item.company_id)).toEqual([ids[2], ids[1], ids[0]]);
    const page = await caller.ok('listCollectionCompanies', { params: { id }, query: { page_size: 2 } });
    expect(page.count).toBe(3);
    expect(page.results.map((company) => company.id)).toEqual([ids[0], ids[2]]);
    expect(page.results[0]!.collection_item_id).toBe(one.id);
    expect(page.next).not.toBeNull();
    await caller.ok('deleteCollectionItem', { params: { id: one.id } });
    await caller.fails('deleteCollectionItem', { params: { id: one.id } }, 404, 'not_found');
    const whole = (await caller.ok('listCollections', { query: { page_size: 1000 } })).results.find(
      (item) => item.id === id,
    );
    expect(whole).toMatchObject({ collection_items_count: 2, companies: [ids[2], ids[1]] });
    expect(whole?.collection_items.map((item) => item.company_id)).toEqual([ids[2], ids[1]]);
  });

  test('companies and collections that are not there', async () => {
    const caller = owner();
    const { id } = await create(caller);
    await caller.fails('addCollectionItem', { body: { collection: id, company_id: 999_999 } }, 404, 'not_found');
    const body = { collection_id: id, company_ids: [1, 999_999] };
    await caller.fails('addCollectionItems', { body }, 404, 'not_found');
    expect((await caller.ok('listCollectionCompanies', { params: { id } })).count).toBe(0);
    await caller.fails('addCollectionItem', { body: { collection: 999_999, company_id: 1 } }, 404, 'not_found');
    const many = { collection_id: id, company_ids: Array.from({ length: 501 }, (_, index) => index + 1) };
    expect(await caller.fails('addCollectionItems', { body: many }, 400, 'bad_request')).toHaveProperty('company_ids');
  });

  test('deleting is taken back with the items', async () => {
    const caller = owner();
    const made = await create(caller);
    await caller.ok('addCollectionItem', { body: { collection: made.id, company_id: 1 } });
    const params = { id: made.id };
    await caller.ok('deleteCollection', { params });
    await caller.fails('deleteCollection', { params }, 404, 'not_found');
    await caller.fails('listCollectionCompanies', { params }, 404, 'not_found');
    await caller.fails('updateCollection', { params, body: { name: 'x' } }, 404, 'not_found');
    expect(await caller.ok('restoreCollection', { params })).toMatchObject({ ...params, companies: [1] });
  });
}
