import { describe, expect, it } from 'vitest';
import { serverOrigin } from './serverAddress.ts';

describe('serverOrigin', () => {
  it.each([
    ['https://winnow.fund.example', 'https://winnow.fund.example'],
    [' winnow.fund.example/ ', 'https://winnow.fund.example'],
    ['https://winnow.fund.example:8443', 'https://winnow.fund.example:8443'],
    ['http://127.0.0.1:4100', 'http://127.0.0.1:4100'],
    ['127.0.0.1:4100', 'http://127.0.0.1:4100'],
    ['localhost:4100', 'http://localhost:4100'],
    ['https://localhost:4100', 'https://localhost:4100'],
    ['localhost.evil.example:4100', 'https://localhost.evil.example:4100'],
    ['http://localhost:4100/', 'http://localhost:4100'],
    ['http://[::1]:4100', 'http://[::1]:4100'],
  ])('reads %j', (typed, origin) => {
    expect(serverOrigin(typed)).toBe(origin);
  });

  it.each([
    '',
    'http://winnow.fund.example',
    'http://127.0.0.1.evil.example',
    'http://localhost.evil.example',
    'https://ada:secret@winnow.fund.example',
    'https://winnow.fund.example/path',
    'https://winnow.fund.example?x=1',
    'ftp://winnow.fund.example',
    'https://',
    'file:///etc/passwd',
  ])('S26 refuses %j', (typed) => {
    expect(() => serverOrigin(typed)).toThrow(expect.objectContaining({ code: 'invalid_input' }));
  });
});
