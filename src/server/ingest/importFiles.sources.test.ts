import { expect, test } from 'vitest';

import { importText, outcome } from './testing/importText.ts';
import { MemoryWriter } from './testing/memoryWriter.ts';

test('Crunchbase of 2013: two files about the same companies merge, a part of them is all duplicates', async () => {
  const writer = new MemoryWriter();
  await importText(
    'name,founded_year,country_code,state_code,city,raised_amount\nKite,2009,ARG,,Buenos Aires,7550000.0\nWing,,USA,CA,Palo Alto,0\n',
    writer,
  );
  const second =
    '"","name","country_code","amount_raised","category_code","number_of_employees","founded_year"\n"1","Kite","ARG",0,"software","15",""\n"2","Wing","USA",0,"","",""\n';
  expect(outcome((await importText(second, writer)).report)).toEqual([2, 0, 1, 1, 0]);
  expect(outcome((await importText(second, writer)).report)).toEqual([2, 0, 0, 2, 0]);
  expect(writer.records[0]).toMatchObject({
    founded: 2009,
    fundingTotal: 7_550_000,
    industries: ['Software'],
    employeeCount: 15,
  });
});
