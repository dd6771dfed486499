import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { companySchema } from '#shared/domain/companySchema.ts';

const document = readFileSync(new URL('../../docs/api.md', import.meta.url), 'utf8');

test('docs/api.md names what a company has, and nothing else', () => {
  const [, named = ''] = /^- \*\*Company\*\*: `([^`]+)`/m.exec(document) ?? [];
  const plain = named.replaceAll(/ ?[{[][^{}[\]]*(?:[{[][^{}[\]]*[}\]][^{}[\]]*)?[}\]]/g, '');
  expect(plain.split(', ').toSorted()).toEqual(Object.keys(companySchema.shape).toSorted());
});
