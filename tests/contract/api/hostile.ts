import {
  anything,
  array,
  assert,
  asyncProperty,
  constant,
  constantFrom,
  dictionary,
  jsonValue,
  oneof,
  record,
  string,
} from 'fast-check';
import { expect, test } from 'vitest';
import { endpointNames, endpoints } from '#shared/api/endpoints.ts';
import { filterParameters } from '#shared/domain/filterQuery.ts';
import { aNote, type ApiUnderTest } from './apiUnderTest.ts';

const parameters = [...filterParameters, 'page', 'page_size', 'sort_by', 'exclude_smartlist', 'ids', 'tag', 'columns'];
const names = constantFrom(
  ...parameters,
  'user_smart_list_id',
  'company_id',
  'tag_archive',
  'collection_id',
  '__proto__',
  'constructor',
);
const values = oneof(
  constantFrom(
    '',
    '-',
    ',',
    '-,-',
    '1',
    '0',
    '-1',
    '1e9',
    'true',
    'unknown',
    "' OR 1=1 --",
    '%00',
    'Europe',
    '-Europe',
    'DE',
    'NaN',
  ),
  constantFrom(
    'inv_stage_seed',
    'positive_rated',
    'Strong team',
    '2026-W47',
    '2026-W99',
    '30',
    'archive',
    '"a b',
    '9'.repeat(40),
  ),
  string({ unit: 'binary', maxLength: 12 }).map((text) => text.toWellFormed()),
);
const keys = constantFrom(
  'name',
  'filters',
  'description',
  'feedback',
  'company_ids',
  'collection',
  'company_id',
  'collection_id',
  'tag_archive',
  'fill',
  'include',
  'user_email',
  'account_id',
);
const bodies = oneof(
  dictionary(
    keys,
    oneof(
      jsonValue(),
      constant({ include: { stages: 'Seed', digestDays: -1, countries: [{}] } }),
      constant([1, 2]),
      constant(1),
    ),
  ).map((value) => JSON.stringify(value)),
  jsonValue().map((value) => JSON.stringify(value)),
  anything().map((value) => JSON.stringify(value) ?? ''),
  string({ unit: 'binary', maxLength: 40 }).map((text) => text.toWellFormed()),
);

/** Whatever is sent, the answer is one the table knows, never a fault of ours. */
export function hostileSpecs(open: () => ApiUnderTest): void {
  test('S23 S25 any query and any body get an answer, never a 500', async () => {
    const call = record({
      name: constantFrom(...endpointNames),
      id: constantFrom('1', '2', '999', 'x', '%2e%2e', '%00', '1;--'),
      query: array(record({ name: names, value: values }), { maxLength: 4 }),
      body: bodies,
    });
    await assert(
      asyncProperty(call, async ({ name, id, query, body }) => {
        const { method, path } = endpoints[name];
        const search = query
          .map((pair) => `${encodeURIComponent(pair.name)}=${encodeURIComponent(pair.value)}`)
          .join('&');
        const response = await open().fetch(`${path.replace('{id}', id).replace('{note_id}', aNote)}?${search}`, {
          method,
          headers: { Authorization: `Bearer ${open().tokens.other}`, 'Content-Type': 'application/json' },
          ...(method === 'GET' ? {} : { body }),
        });
        const text = await response.text();
        expect(
          [200, 201, 204, 400, 403, 404, 405, 409, 413, 422, 501],
          `${method} ${path}?${search} ${body}: ${text}`,
        ).toContain(response.status);
        if (response.status >= 400)
          expect(Object.keys(JSON.parse(text) as object)).toEqual(expect.arrayContaining(['code', 'detail']));
      }),
      { numRuns: 400 },
    );
  }, 30_000);
}
