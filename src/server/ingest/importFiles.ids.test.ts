import { expect, test } from 'vitest';
import { ownDomainOf } from '#shared/domain/webAddress.ts';
import type { CompanyRecord } from '#server/record/companyRecord.ts';
import { exportText } from './testing/exportText.ts';
import { importText, outcome } from './testing/importText.ts';

const header = 'Organization ID,Company,Website,Country,Last updated';
const first = `${header}\n4410,Nimbus,nimbus.test,Canada,2025-01-10\n4877,Corvus,corvus.test,Canada,2025-01-10\n`;
const later = `${header}\n4410,Strato,strato.example,Canada,2025-06-01\n4999,Nimbus,,Canada,2025-06-01\n`;

function told(record: CompanyRecord): unknown {
  return [record.name, ownDomainOf(record), record.formerNames, record.aliases.map(({ domain }) => domain)];
}

test('F52 a company is known again by its id when its name and site have changed, in any order of the files', async () => {
  const { writer } = await importText(first);
  expect(outcome((await importText(later, writer)).report)).toEqual([2, 1, 1, 0, 0]);
  const strato = ['Strato', 'strato.example', ['Nimbus'], ['nimbus.test']];
  expect(writer.records.map(told)).toEqual([strato, ['Corvus', 'corvus.test', [], []], ['Nimbus', '', [], []]]);
  // Again, either file has nothing new to say.
  expect(outcome((await importText(later, writer)).report)).toEqual([2, 0, 0, 2, 0]);
  expect(outcome((await importText(first, writer)).report)).toEqual([2, 0, 0, 2, 0]);

  const other = (await importText(later)).writer;
  await importText(first, other);
  expect(other.records.map(told)).toContainEqual(strato);
  // Rows without the id are found by either site.
  const rows = 'name,website,Last updated\nNimbus,nimbus.test,2025-01-10\nStrato,strato.example,2025-06-01\n';
  expect(outcome((await importText(rows, writer)).report)[1]).toBe(0);
});

test('F52 the ids of two lists are two things, unless they are the same everywhere', async () => {
  const { writer } = await importText(first);
  const elsewhere =
    'Organization ID,Name,Web,Land\n4410,Falter,falter.test,Canada\n4877,Lindwurm,lindwurm.test,Canada\n';
  expect(outcome((await importText(elsewhere, writer)).report)).toEqual([2, 2, 0, 0, 0]);
  const siren = (await importText('Société,SIREN\nMésange,552100554\nPinson,421500083\n')).writer;
  const renamed = 'name;siren;site\nRouge-gorge;552100554;rougegorge.test\nPinson;421500083;\n';
  expect(outcome((await importText(renamed, siren)).report)[1]).toBe(0);
  expect(siren.records).toHaveLength(2);
});

test('F52 ids that are the same everywhere come back with an export, those of one list do not', async () => {
  const uuid = '0a1b2c3d-1111-4222-8333-944455556666';
  const list = `uuid,Company,Website\n${uuid},Nimbus,nimbus.test\n`;
  const csv = exportText([...(await importText(list)).writer.records, ...(await importText(first)).writer.records]);
  const { writer } = await importText(csv);
  expect(writer.records.map(({ ids }) => ids.length)).toEqual([1, 0]);
  // It is known again where its name and its site have changed.
  const renamed = await importText(`uuid,Name,Web\n${uuid},Strato,strato.example\n`, writer);
  expect(outcome(renamed.report)).toEqual([1, 0, 1, 0, 0]);
});
