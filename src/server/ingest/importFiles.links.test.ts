import { expect, test } from 'vitest';
import { importText } from './testing/importText.ts';

/** The links of each company of a file. */
async function linksOf(lines: readonly string[]): Promise<[name: string, ...links: string[]][]> {
  const { writer } = await importText(lines.join('\n'));
  return writer.records.map(({ name, links }) => [name, ...links.map(({ type, url }) => `${type} ${url}`)]);
}

test('a host that many companies have pages on is nobody’s own site, and makes no two of them one', async () => {
  const companies = ['Delight', 'Delightree', 'Eve', 'Everykey', 'Groove', 'Groove Technologies'];
  const pages = companies.map(
    (name) => `${name},https://vault.directory.test/c/${name.toLowerCase().replace(' ', '-')}`,
  );
  expect(await linksOf(['Company,Company Link', ...pages])).toEqual(
    companies.map((name) => [name, expect.stringMatching(/^page https:\/\/vault\.directory\.test\/c\//) as string]),
  );
  // The same page for all: the accelerator that they were in.
  const same = companies.map((name) => `${name},https://accelerator.test`);
  expect(await linksOf(['Company,Website', ...same])).toEqual(
    companies.map((name) => [name, 'page https://accelerator.test']),
  );
});

test('subsidiaries and spellings of one company share its site', async () => {
  const lines = [
    'Company,Website',
    'Kite GmbH,https://kite.test',
    'Kite India,https://kite.test/in',
    'Alma,https://alma.test',
  ];
  expect((await linksOf(lines)).flat()).toContain('website https://kite.test');
});

test.each([
  'https://techcrunch.com/2021/08/03/nabs-alma/',
  'https://www.prnewswire.com/news-releases/alma-raises-301.html',
  'https://daily.test/2019/07/alma-raises-a-round',
  'https://weekly.test/news/alma-opens-an-office',
  'https://www.linkedin.com/feed/update/urn:li:activity:7313159925101166594/',
  'https://www.linkedin.com/posts/someone_alma-activity-1',
  'https://twitter.com/someone/status/12345',
  'https://www.facebook.com/events/12345',
])('%j is a page about Alma, and neither a site nor a profile of hers', async (address) => {
  expect(await linksOf(['Company,Link', `Alma,${address}`, 'Bero,https://bero.test'])).toEqual([
    ['Alma', `page ${address}`],
    ['Bero', 'website https://bero.test'],
  ]);
});

test.each(['https://alma.test/2021/08/launch', 'https://alma-chips.test/news/we-are-live', 'https://x.com/almachips'])(
  '%j is a link of Alma Chips',
  async (address) => {
    const [alma] = await linksOf(['Company,Link', `Alma Chips,${address}`, 'Bero,https://bero.test']);
    expect(alma?.[1]).toContain(address);
  },
);

test('names that are domains are sites, if the file has no others', async () => {
  const names = ['alma.io', 'bero.com.au', 'Cito.org', 'Mr. Dora', 'St. Elmo', 'Fido.js', 'Node.js'];
  expect(await linksOf(['Company,About', ...names.map((name) => `${name},Tools`)])).toEqual([
    ['alma.io', 'website https://alma.io'],
    ['bero.com.au', 'website https://bero.com.au'],
    ['Cito.org', 'website https://Cito.org'],
    ['Mr. Dora'],
    ['St. Elmo'],
    ['Fido.js'],
    ['Node.js'],
  ]);
  expect(await linksOf(['Company,Website', 'alma.io,', 'Bero,https://bero.test'])).toEqual([
    ['alma.io'],
    ['Bero', 'website https://bero.test'],
  ]);
});

test('several profiles in one cell are told apart', async () => {
  expect(
    await linksOf([
      'name,website,urls',
      'Alma,https://alma.test,"http://www.twitter.com/almatest,https://www.linkedin.com/company/almatest/"',
      'Bero,https://bero.test,https://www.facebook.com/berotest/',
    ]),
  ).toEqual([
    [
      'Alma',
      'website https://alma.test',
      'twitter http://www.twitter.com/almatest',
      'linkedin https://www.linkedin.com/company/almatest/',
    ],
    ['Bero', 'website https://bero.test', 'facebook https://www.facebook.com/berotest/'],
  ]);
});

test.each(['https://alma.space*', 'alma.space†', 'https://alma.space/**', 'alma.space¹'])(
  '%j has its site without the sign of a footnote',
  async (site) => {
    const [alma] = await linksOf(['Company,URL', `Alma,${site}`, 'Bero,https://bero.test']);
    expect(alma?.[1]).toMatch(/^website https:\/\/alma\.space\/?$/);
  },
);
