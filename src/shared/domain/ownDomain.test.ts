import { expect, test } from 'vitest';
import { isShared, ownDomain, ownDomainOf } from './webAddress.ts';

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
