import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDeepLink, parseSignIn, externalUrl } from './links.ts';

const token = 'access_token=abc.def-1';
const unknown = { kind: 'unknown' };

/** A sign-in callback of this many characters. */
function callbackOf(size: number): string {
  const start = 'winnow://auth?state=s&access_token=';
  return start + 'x'.repeat(size - start.length);
}

describe('parseDeepLink', () => {
  it('S33 reads the sign-in callback, in either order of its two parameters', () => {
    const expected = { kind: 'signIn', token: 'abc.def-1', state: 's-1' };
    expect(parseDeepLink(`winnow://auth?${token}&state=s-1`)).toEqual(expected);
    expect(parseDeepLink(`winnow://auth/?state=s-1&${token}`)).toEqual(expected);
  });

  it('S33 S38 reads a callback with a code in place of the token, but not both', () => {
    expect(parseDeepLink('winnow://auth?code=c-1&state=s-1')).toEqual({ kind: 'signIn', code: 'c-1', state: 's-1' });
    for (const query of ['code=c', 'code=&state=s', `code=c&${token}`, `code=c&state=s&${token}`, 'code=c&code=d']) {
      expect(parseDeepLink(`winnow://auth?${query}`), query).toEqual(unknown);
    }
  });

  it('opens companies and lists, and nothing else', () => {
    const open: [string, string][] = [
      ['winnow://open/company/12', '/company/12'],
      ['winnow://open/list/watchlist', '/list/watchlist'],
      ['winnow://open/list/opportunities/', '/list/opportunities'],
      ['winnow://open/list/archive', '/list/archive'],
      ['winnow://open/list/smart/7', '/list/smart/7'],
    ];
    for (const [address, path] of open) expect(parseDeepLink(address), address).toEqual({ kind: 'open', path });
  });

  const refused = [
    '',
    'winnow:',
    'winnow://',
    'winnow://auth',
    `winnow://auth?${token}`,
    'winnow://auth?state=s',
    `winnow://auth?${token}&state=`,
    'winnow://auth?access_token=&state=s',
    `winnow://auth?${token}&state=s&state=t`,
    `winnow://auth?${token}&${token}&state=s`,
    `winnow://auth?${token}&state=s&next=/admin`,
    `winnow://auth?${token}&state=s#x`,
    `winnow://user@auth?${token}&state=s`,
    `winnow://auth:80?${token}&state=s`,
    `winnow://auth/more?${token}&state=s`,
    `winnow://AUTH2?${token}&state=s`,
    `https://auth?${token}&state=s`,
    `winnow-dev://auth?${token}&state=s`,
    'winnow://open/company/abc',
    'winnow://open/company/12/edit',
    'winnow://open/company/1234567890123456',
    'winnow://open/company/%31',
    'winnow://open/company/12?x=1',
    'winnow://open/../settings',
    'winnow://open/settings',
    'winnow://open/list/smart/',
    'winnow://company/12',
    'javascript:alert(1)',
  ];
  it.each(refused)('S33 ignores %j', (address) => {
    expect(parseDeepLink(address)).toEqual(unknown);
  });

  it('S33 looks at 4 KB at most', () => {
    expect(parseDeepLink(callbackOf(4096)).kind).toBe('signIn');
    expect(parseDeepLink(callbackOf(4097))).toEqual(unknown);
  });

  it('S33 never throws, and yields only the closed set, for any text', () => {
    const piece = fc.constantFrom(
      'winnow://',
      'auth',
      'open',
      '/',
      '?',
      '&',
      '=',
      '#',
      '@',
      ':',
      '%',
      'company',
      'list/smart',
      '1',
      token,
      'state=s',
      '\n',
      '\0',
    );
    const address = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.array(fc.oneof(piece, fc.string({ maxLength: 5 })), { maxLength: 12 }).map((parts) => parts.join('')),
      fc.webUrl(),
    );
    fc.assert(
      fc.property(address, (text) => {
        const link = parseDeepLink(text);
        if (link.kind === 'signIn') expect(Object.values(link)).not.toContain('');
        else if (link.kind === 'open')
          expect(link.path).toMatch(/^\/(?:company\/\d+|list\/(?:watchlist|opportunities|archive|smart\/\d+))$/);
        else expect(link).toEqual(unknown);
      }),
      { numRuns: 3000 },
    );
  });

  it('reads back every token and state that was encoded', () => {
    const value = fc.string({ minLength: 1, maxLength: 100, unit: 'grapheme' });
    fc.assert(
      fc.property(value, value, (accessToken, state) => {
        const query = new URLSearchParams({ access_token: accessToken, state });
        expect(parseDeepLink(`winnow://auth?${query.toString()}`)).toEqual({
          kind: 'signIn',
          token: accessToken,
          state,
        });
      }),
    );
  });
});

describe('parseSignIn', () => {
  it('S34 needs a token and a state, once each and nothing beside', () => {
    expect(parseSignIn(new URLSearchParams('access_token=a&state=b'))).toEqual({
      kind: 'signIn',
      token: 'a',
      state: 'b',
    });
    for (const query of [
      '',
      'access_token=a',
      'state=b',
      'access_token=a&state=b&x=',
      'access_token=a&access_token=b',
    ]) {
      expect(parseSignIn(new URLSearchParams(query)), query).toEqual(unknown);
    }
  });
});

describe('externalUrl', () => {
  it.each([
    ['https://acme.example', 'https://acme.example/'],
    ['https://acme.example/a?b=c#d', 'https://acme.example/a?b=c#d'],
    ['HTTPS://ACME.EXAMPLE/Ä', 'https://acme.example/%C3%84'],
    ['mailto:ada@acme.example', 'mailto:ada@acme.example'],
    ['mailto:ada@acme.example?subject=Hello', 'mailto:ada@acme.example?subject=Hello'],
  ])('opens %s', (text, url) => {
    expect(externalUrl(text)).toBe(url);
  });

  it.each([
    '',
    'acme.example',
    '//acme.example',
    'http://acme.example',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'smb://host/share',
    'ms-msdt:/id PCWDiagnostic',
    'data:text/html,x',
    'winnow://auth?access_token=a&state=b',
    'https://ada:secret@acme.example',
    'https://ada@acme.example',
    'https://acme.example/\u202Egnp.exe',
    'https://acme\u200B.example',
    'https://acme.example/\n',
    ' https://acme.example',
    'java\tscript:alert(1)',
    'mailto:',
    'mailto:ada@acme.example?attach=/etc/passwd',
    `https://acme.example/${'a'.repeat(2000)}`,
  ])('S7 refuses %j', (text) => {
    expect(externalUrl(text)).toBeNull();
  });

  it('S7 lets nothing through but https and mailto without credentials', () => {
    const schemes = fc.constantFrom(
      'https:',
      'http:',
      'javascript:',
      'file:',
      'data:',
      'mailto:',
      'vbscript:',
      'HTTPS:',
    );
    fc.assert(
      fc.property(schemes, fc.string({ unit: 'binary' }), fc.string(), (scheme, before, after) => {
        const url = externalUrl(`${before}${scheme}//${after}`) ?? externalUrl(`${scheme}${before}${after}`);
        if (url === null) return;
        const { protocol, username, password } = new URL(url);
        expect(['https:', 'mailto:']).toContain(protocol);
        expect(username + password).toBe('');
        expect(url).not.toMatch(/[\p{Cc}\p{Cf}]/u);
      }),
      { numRuns: 2000 },
    );
  });
});
