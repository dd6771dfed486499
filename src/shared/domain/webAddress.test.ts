import { expect, test } from 'vitest';
import { domainOf } from './webAddress.ts';

test.each([
  ['https://www.Acme.com/about?x=1#y', 'acme.com'],
  ['acme.co.uk', 'acme.co.uk'],
  ['http://user@blog.acme.io:8080', 'blog.acme.io'],
  ['HTTP://WWW2.ACME.COM.', 'acme.com'],
  ['https://www.com', 'www.com'],
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
