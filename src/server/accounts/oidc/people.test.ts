import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addressOf } from './people.ts';
import { OidcProblem } from './settings.ts';

const anybody = { domains: [], trustsEmail: false };
const ours = { domains: ['fund.example', 'other.example'], trustsEmail: false };

/** The address, or why there is none. */
function read(email: string, isVerified: boolean | null, rules: typeof ours | typeof anybody): string {
  try {
    return addressOf({ email, isVerified }, rules);
  } catch (error) {
    if (error instanceof OidcProblem) return error.reason;
    throw error;
  }
}

describe('the address that an account is found by', () => {
  test.for([
    ['Ann@Fund.Example', true, ours, 'ann@fund.example'],
    [' ann@other.example ', true, ours, 'ann@other.example'],
    ['ann@anywhere.example', true, anybody, 'ann@anywhere.example'],
    ['', true, anybody, 'no_email'],
    ['ann@fund.example', false, ours, 'unverified'],
    ['ann@fund.example', null, ours, 'unverified'],
    ['ann@fund.example', null, { ...ours, trustsEmail: true }, 'ann@fund.example'],
    ['ann@fund.example', false, { ...ours, trustsEmail: true }, 'unverified'],
    // Trust is for named domains only, whatever the settings came from.
    ['ann@fund.example', null, { ...anybody, trustsEmail: true }, 'unverified'],
    ['ann@evil.example', true, ours, 'domain'],
    ['ann@sub.fund.example', true, ours, 'domain'],
    ['ann@fund.example.evil.example', true, ours, 'domain'],
    ['ann@evil.example@fund.example', true, ours, 'unverified'],
    ['fund.example', true, ours, 'unverified'],
    ['ann@ｆund.example', true, ours, 'unverified'],
    ['ﬁn@fund.example', true, ours, 'unverified'],
    ['ann\u202e@fund.example', true, ours, 'unverified'],
  ] as const)('S34 of %j (verified: %s)', ([email, isVerified, rules, expected]) => {
    expect(read(email, isVerified, rules)).toBe(expected);
  });

  test('S34 is never one of another domain, nor one that was written otherwise', () => {
    fc.assert(
      fc.property(fc.oneof(fc.emailAddress(), fc.string(), fc.string({ unit: 'grapheme' })), (email) => {
        const found = read(email, true, ours);
        if (!found.includes('@')) return;
        expect(found).toMatch(/^[^@]+@(?:fund|other)\.example$/);
        expect(found).toBe(email.trim().toLowerCase());
      }),
    );
  });
});
