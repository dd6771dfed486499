import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { externalUrl } from './links.ts';

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
