import { expect, test } from 'vitest';
import { domainOf, isShared, ownDomain, ownDomainOf } from './webAddress.ts';

test.each([
  ['https://www.Acme.com/about?x=1#y', 'acme.com'],
  ['acme.co.uk', 'acme.co.uk'],
  ['acme.com:8080', 'acme.com'],
  ['http://user@blog.acme.io:8080', 'blog.acme.io'],
  ['HTTP://WWW2.ACME.COM.', 'acme.com'],
  ['https://www.com', 'www.com'],
  ['https://www.www.acme.com', 'www.acme.com'],
  ['www2.acme.com/a path with blanks', 'acme.com'],
  ['  https://acme.com/\u00fcber  ', 'acme.com'],
  ['a_b.acme.com', 'a_b.acme.com'],
  ['-acme.com', ''],
  ['acme-.com', ''],
  [`${'a'.repeat(60)}.${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(80)}.com`, ''],
  ['https://bücher.example', 'bücher.example'],
  ['mailto:team@acme.com', 'acme.com'],
  ['Acme Inc.', ''],
  ['127.0.0.1', ''],
  ['localhost', ''],
  ['1.5', ''],
  ['', ''],
])('the domain of %j is %j', (address, domain) => {
  expect(domainOf(address)).toBe(domain);
});

test('shared sites never say which company it is', () => {
  expect(ownDomain('https://www.acme.com/x')).toBe('acme.com');
  expect(
    ['https://acme.wordpress.com', 'crunchbase.com/organization/acme', 'https://apps.apple.com/app/1'].map(ownDomain),
  ).toEqual(['', '', '']);
  expect(isShared('notfacebook.com')).toBe(false);
});

test('a company is known by its website, not by its profiles', () => {
  expect(ownDomainOf({ links: [{ type: 'linkedin', url: 'https://linkedin.com/company/acme' }] })).toBe('');
  expect(
    ownDomainOf({
      links: [
        { type: 'twitter', url: 'https://twitter.com/acme' },
        { type: 'website', url: 'https://www.acme.io/about' },
      ],
    }),
  ).toBe('acme.io');
});
