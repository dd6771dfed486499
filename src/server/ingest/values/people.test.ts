import { expect, test } from 'vitest';
import { importText } from '../testing/importText.ts';
import { peopleIn } from './people.ts';

const told = (text: string, usual = 'Founder'): string[] =>
  peopleIn(text, usual).map((one) => `${`${one.first_name} ${one.last_name}`.trim()}, ${one.job_title}`);

test.each([
  ['Ann Roe; Co-Founder & CEO; ann@alma.test; https://linkedin.com/in/ann-roe-x', ['Ann Roe, Co-Founder & CEO']],
  ['Ann Roe (CEO), Bo Doe (VP of Sales)', ['Ann Roe, CEO', 'Bo Doe, VP of Sales']],
  ['Ann Roe - CTO; Bo Doe – Chief Operating Officer', ['Ann Roe, CTO', 'Bo Doe, Chief Operating Officer']],
  ['CEO: Ann Roe; CTO: Bo Doe', ['Ann Roe, CEO', 'Bo Doe, CTO']],
  ['Ann Roe, CEO, Bo Doe, CTO', ['Ann Roe, CEO', 'Bo Doe, CTO']],
  ['Ann Roe: Geschäftsführerin\nBo Doe: Gründer', ['Ann Roe, Geschäftsführerin', 'Bo Doe, Gründer']],
  ['王一:CEO,李二:技术副总裁', ['王一, CEO', '李二, 技术副总裁']],
  ['张三：创始人、李四：首席技术官', ['张三, 创始人', '李四, 首席技术官']],
  ['山田太郎（代表取締役）', ['山田太郎, 代表取締役']],
  // No titles.
  ['Ann Roe & Bo Doe', ['Ann Roe, Founder', 'Bo Doe, Founder']],
  ['Ann Roe (ex-Orbit), Bo Doe, PhD', ['Ann Roe, Founder', 'Bo Doe, Founder']],
  ['Ann Roe - Kiel', ['Ann Roe, Founder']],
  ['Ann Chief, Bo Head', ['Ann Chief, Founder', 'Bo Head, Founder']],
  ['https://linkedin.com/in/ann', []],
])('people of %j', (text, people) => {
  expect(told(text)).toEqual(people);
});

test("a person's page is theirs", () => {
  const [ann] = peopleIn('Ann Roe; linkedin.com/in/ann-roe-x; Founder', 'Founder');
  expect(ann).toMatchObject({ linkedin_url: 'https://linkedin.com/in/ann-roe-x', job_title: 'Founder' });
});

const imported = async (header: string, ...cells: string[]): Promise<unknown[]> => {
  const rows = cells.map((cell, row) => `Firm ${String(row)}\t${cell}`).join('\n');
  const { writer } = await importText(`公司名称\t${header}\n${rows}\n`);
  return writer.records.map(({ people, employeeCount, employeeBand }) =>
    people.length > 0
      ? people.map((one) => `${one.first_name} ${one.job_title}`.trim()).join('; ')
      : (employeeCount ?? (employeeBand || null)),
  );
};

const highlightsOf = async (header: string): Promise<readonly string[][]> => {
  const { writer } = await importText(`Company\t${header}\nAlma\tAnn Roe (CEO), Bo Doe (CTO)\n`);
  return writer.records.map(({ highlights }) => [...highlights]);
};

test('people of a team are not said to have founded it', async () => {
  expect(await highlightsOf('Team')).toEqual([[]]);
  expect(await highlightsOf('Founders')).toEqual([['founding_team_more_than_one']]);
});

test('a team is who it is if its people have titles, and how many if it is a number', async () => {
  expect(await imported('团队', '王一:CEO,李二:技术副总裁', '张三:创始人,李四')).toEqual([
    '王一 CEO; 李二 技术副总裁',
    '张三 创始人; 李四',
  ]);
  expect(await imported('Team', 'Ann Roe (CEO)', 'Bo Doe (CTO), Cy Poe (COO)')).toEqual(['Ann CEO', 'Bo CTO; Cy COO']);
  expect(await imported('Management team', 'Ann Roe, CEO', 'Bo Doe, Managing Director')).toEqual([
    'Ann CEO',
    'Bo Managing Director',
  ]);
  expect(await imported("Founders' Info", 'Ann Roe; Founder; a@b.test', 'Bo Doe')).toEqual([
    'Ann Founder',
    'Bo Founder',
  ]);
  expect(await imported('团队', '50人', '12')).toEqual([50, 12]);
  expect(await imported('Team', '11-50', '7')).toEqual(['11-50', 7]);
  // Names alone may be anybody's.
  expect(await imported('Key people', 'Ann Roe, Bo Doe', 'Cy Poe')).toEqual([null, null]);
  expect(await imported('Team', 'Alpha', 'Blue')).toEqual([null, null]);
});
