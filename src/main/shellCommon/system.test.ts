import { expect, test } from 'vitest';
import { proxyFromEnvironment } from './system.ts';

const proxy = 'http://proxy.fund.example:3128';

test.for([
  ['https://winnow.example/', { HTTPS_PROXY: proxy }, proxy],
  ['https://winnow.example/', { https_proxy: proxy }, proxy],
  ['https://winnow.example/', { HTTP_PROXY: proxy }, ''],
  ['http://winnow.example/', { HTTP_PROXY: proxy }, proxy],
  ['https://winnow.example/', { ALL_PROXY: proxy }, proxy],
  ['https://winnow.example/', { HTTPS_PROXY: 'proxy.fund.example:3128' }, proxy],
  ['https://winnow.example/', { HTTPS_PROXY: 'socks5://proxy.fund.example' }, ''],
  ['https://winnow.example/', { HTTPS_PROXY: 'http://' }, ''],
  ['https://winnow.example/', {}, ''],
  ['https://winnow.example/', { HTTPS_PROXY: proxy, NO_PROXY: '*' }, ''],
  ['https://winnow.example/', { HTTPS_PROXY: proxy, NO_PROXY: 'winnow.example' }, ''],
  ['https://team.winnow.example/', { HTTPS_PROXY: proxy, NO_PROXY: 'other, .winnow.example' }, ''],
  ['https://team.winnow.example/', { HTTPS_PROXY: proxy, no_proxy: '*.winnow.example' }, ''],
  ['https://mywinnow.example/', { HTTPS_PROXY: proxy, NO_PROXY: 'winnow.example' }, proxy],
  ['https://winnow.example:8443/', { HTTPS_PROXY: proxy, NO_PROXY: 'winnow.example:443' }, proxy],
  ['https://winnow.example/', { HTTPS_PROXY: proxy, NO_PROXY: 'winnow.example:443' }, ''],
  ['https://[2001:db8::1]/', { HTTPS_PROXY: proxy, NO_PROXY: '2001:db8::2' }, proxy],
] as const)('the proxy for %s by %j is “%s”', ([url, env, expected]) => {
  expect(proxyFromEnvironment(url, env)).toBe(expected);
});
