import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { emptyFilters } from '../domain/filters.ts';
import { maxPageSize, pageQuery } from './endpoint.ts';
import { endpointNames, endpoints } from './endpoints.ts';
import { addressOf } from './messages.ts';
import * as schemas from './schemas.ts';

/** The calls of product 7 as it lists them; the search has one row for itself. */
const specified = `
GET /api/config
GET /api/users/me/
GET /api/user_smart_lists_inbox/
PATCH /api/user_smart_lists_inbox/{id}/
GET /api/latest_companies/preview/
GET /api/latest_companies/{id}/
GET /api/latest_companies/export/
GET /api/collection/preview/
GET /api/collection/
GET /api/collection/{id}/company/
POST /api/collection/
PATCH /api/collection/{id}/
DELETE /api/collection/{id}/
POST /api/collection_items/
POST /api/collection_items/bulk_mapping/
DELETE /api/collection_items/{id}/
GET /api/people/
POST /api/company
POST /api/signup/
GET /api/user_smart_lists/overview/
GET /api/user_smart_lists/overview/company/
GET /api/user_smart_lists/{id}/
POST /api/user_smart_lists/
PATCH /api/user_smart_lists/{id}/
DELETE /api/user_smart_lists/{id}/
`;

describe('the endpoint table', () => {
  const all = endpointNames.map((name) => endpoints[name]);

  it('has every call of product 7, with its method and path', () => {
    const table = new Set(all.map(({ method, path }) => `${method} ${path}`));
    for (const call of specified.trim().split('\n')) expect(table, call).toContain(call);
  });

  it('has no call twice', () => {
    expect(new Set(all.map(({ method, path }) => `${method} ${path}`)).size).toBe(all.length);
  });

  it('takes a path parameter exactly where its path has one', () => {
    for (const { path, params } of all) {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
      expect(params instanceof z.ZodObject ? Object.keys(params.shape) : [], path).toEqual(named);
    }
  });

  it('answers deletes with 204 and creates with 201 (docs/api.md)', () => {
    for (const { method, status, response, path } of all) {
      if (method === 'DELETE') expect([status, response], path).toEqual([204, null]);
      else expect(response, path).not.toBeNull();
      if (method === 'GET' || method === 'PATCH') expect(status, path).toBe(200);
    }
    for (const name of ['createCollection', 'createSmartList', 'addCollectionItem'] as const) {
      expect(endpoints[name].status).toBe(201);
    }
  });

  it('needs a token everywhere but for the configuration', () => {
    expect(endpointNames.filter((name) => !endpoints[name].token)).toEqual(['getConfig']);
  });

  it('changes nothing on GET, and says what every other call changes', () => {
    for (const name of endpointNames) {
      const { method, changes } = endpoints[name];
      const onlyReads = [
        'getCompanyInsight',
        'dealCompanies',
        'giveBackCompanies',
        'sendFile',
        'inspectFile',
        'previewMerge',
        'previewSmartListEdit',
        'sendKnownFile',
        'previewKnown',
      ].includes(name);
      if (method === 'GET' || onlyReads) expect(changes, name).toEqual([]);
      else expect(changes.length, name).toBeGreaterThan(0);
    }
  });

  it('knows every search parameter of product 7', () => {
    const parameters =
      'stages regions industries country_codes industry_groups company_sizes company_highlights company_highlight_group company_highlight_funding funded_tags funded_tag_group is_translated top_unis text_search incorporated_years business_model n_days_in_digest page exclude_smartlist sort_by';
    const shape = Object.keys(schemas.searchQuery.shape);
    for (const parameter of parameters.split(' ')) expect(shape).toContain(parameter);
  });
});

describe('addressOf', () => {
  it('fills in the path and drops what is empty (product 5)', () => {
    expect(addressOf(endpoints.getCompany, { id: 12 }, {})).toBe('/api/latest_companies/12/');
    const query = { a: '', b: null, c: undefined, page: 0, flag: false, text_search: 'a, b & c', ids: ['1', '', '2'] };
    expect(addressOf(endpoints.searchCompanies, {}, query)).toBe(
      '/api/latest_companies/preview/?page=0&flag=false&text_search=a%2C%20b%20%26%20c&ids=1&ids=2',
    );
  });

  it('never lets a value change the path or the names', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 50 }), (value) => {
        const address = addressOf(endpoints.searchCompanies, {}, { text_search: value, page: 1 });
        const url = new URL(address, 'http://localhost');
        expect(url.pathname).toBe('/api/latest_companies/preview/');
        expect([...url.searchParams]).toEqual([
          ['text_search', value],
          ['page', '1'],
        ]);
      }),
    );
    expect(addressOf(endpoints.getCompany, { id: '../x?y' }, {})).toBe('/api/latest_companies/..%2Fx%3Fy/');
  });
});

describe('request schemas', () => {
  it('pages from 0, 25 by default and at most 1,000 (docs/api.md)', () => {
    expect(pageQuery.parse({})).toEqual({ page: 0, page_size: 25 });
    expect(pageQuery.parse({ page: '3', page_size: String(maxPageSize) })).toEqual({ page: 3, page_size: 1000 });
    for (const bad of [{ page: '-1' }, { page: 'x' }, { page_size: '0' }, { page_size: '1001' }, { page: '1.5' }]) {
      expect(pageQuery.safeParse(bad).success, JSON.stringify(bad)).toBe(false);
    }
  });

  it('sort by best match unless told, and refuse other orders (docs/api.md)', () => {
    expect(schemas.searchQuery.parse({}).sort_by).toBe('best_match');
    expect(schemas.searchQuery.parse({ sort_by: 'company_name' }).sort_by).toBe('company_name');
    expect(schemas.searchQuery.safeParse({ sort_by: 'score' }).success).toBe(false);
  });

  it('read the list flags as booleans', () => {
    expect(schemas.entriesQuery.parse({ tag_archive: 'true', tag_watchlist: 'False' })).toMatchObject({
      tag_archive: true,
      tag_watchlist: false,
    });
    expect(schemas.entriesQuery.safeParse({ tag_archive: 'yes' }).success).toBe(false);
  });

  it('ask for a sector and 50 companies by default (product 7)', () => {
    expect(schemas.companyInsightBody.parse({ company_id: 3 })).toEqual({
      company_id: 3,
      type: 'sector',
      n_companies: 50,
    });
  });

  it('fill a new smart list unless told otherwise, and take feedback or none (docs/api.md)', () => {
    const body = schemas.createSmartListBody.parse({ name: ' Seed ', filters: {} });
    expect(body).toEqual({ name: 'Seed', filters: emptyFilters(), fill: true });
    const feedback = [{ company_id: 1, feedback: true }, { company_id: 2 }];
    expect(schemas.createSmartListBody.parse({ name: 'x', filters: {}, feedback }).feedback).toEqual(feedback);
  });

  it('carry at most 500 ids a call', () => {
    const ids = Array.from({ length: 501 }, (_, index) => index + 1);
    expect(schemas.collectionItemsBody.safeParse({ collection_id: 1, company_ids: ids }).success).toBe(false);
    expect(schemas.collectionItemsBody.safeParse({ collection_id: 1, company_ids: ids.slice(1) }).success).toBe(true);
  });
});
