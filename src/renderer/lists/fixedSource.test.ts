import { expect, it } from 'vitest';
import { fixedSource } from './sources.ts';
import { company } from '#shared/domain/testing/company.ts';

it('a fixed source asks once for all and cuts its pages from the answer; its first page asks anew', async () => {
  const companies = Array.from({ length: 30 }, (_, index) => company(index + 1));
  let asked = 0;
  const source = fixedSource(() => {
    asked += 1;
    return Promise.resolve(companies);
  });
  const first = await source.load(0, 25);
  const second = await source.load(1, 25);
  expect([...first.rows, ...second.rows].map((row) => row.company.id)).toEqual(companies.map(({ id }) => id));
  expect(first.total).toBe(30);
  expect(asked).toBe(1);
  expect(source.exported).toEqual({ kind: 'ids', ids: companies.map(({ id }) => id) });
  await source.load(0, 25);
  expect(asked).toBe(2);
});
