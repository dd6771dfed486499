import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { oidcOf } from './oidcFlags.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'winnow-oidc-'));
  writeFileSync(join(folder, 'secret'), 'the secret\n');
  writeFileSync(join(folder, 'two lines'), 'one\ntwo\n');
  writeFileSync(join(folder, 'empty'), '\n');
});
afterAll(() => rmSync(folder, { recursive: true }));

const issuer = 'https://accounts.example.com';
const least = { 'oidc-issuer': issuer, 'oidc-client-id': 'winnow' };
const asked = { signUp: false };

function read(values: Record<string, unknown>, environment: Record<string, string> = {}): unknown {
  return oidcOf(values, folder, environment, asked);
}

describe('the flags of an identity provider', () => {
  test('none for none, and a public client of any address for the least', () => {
    expect(read({})).toBeNull();
    expect(read({}, { WINNOW_OIDC_ISSUER: '', WINNOW_OIDC_ONLY: '0' })).toBeNull();
    expect(read(least)).toEqual({
      issuer: new URL(issuer),
      clientId: 'winnow',
      secret: '',
      name: 'accounts.example.com',
      isOnly: false,
      domains: [],
      createsAccounts: false,
      trustsEmail: false,
    });
  });

  test('each counts as a variable, too, and a flag more than that', () => {
    const all = {
      issuer: new URL(issuer),
      clientId: 'winnow',
      secret: 'the secret',
      name: 'Entra ID',
      isOnly: true,
      domains: ['fund.example', 'other.example'],
      createsAccounts: true,
      trustsEmail: true,
    };
    const flags = {
      ...least,
      'oidc-secret-file': 'secret',
      'oidc-name': 'Entra ID',
      'oidc-only': true,
      'oidc-domain': ['Fund.Example', 'other.example'],
      'oidc-create': true,
      'oidc-trust-email': true,
    };
    const variables = {
      WINNOW_OIDC_ISSUER: issuer,
      WINNOW_OIDC_CLIENT_ID: 'winnow',
      WINNOW_OIDC_SECRET: 'the secret',
      WINNOW_OIDC_NAME: 'Entra ID',
      WINNOW_OIDC_ONLY: '1',
      WINNOW_OIDC_DOMAIN: 'fund.example, other.example',
      WINNOW_OIDC_CREATE: 'true',
      WINNOW_OIDC_TRUST_EMAIL: 'yes',
    };
    expect(read(flags)).toEqual(all);
    expect(read({}, variables)).toEqual(all);
    expect(read({ 'oidc-name': 'Okta', 'oidc-domain': ['fund.example'] }, variables)).toEqual({
      ...all,
      name: 'Okta',
      domains: ['fund.example'],
    });
  });

  test('S27 the secret is never an argument', () => {
    expect(() => read({ ...least, 'oidc-secret-file': 'secret' }, { WINNOW_OIDC_SECRET: 'x' })).toThrow(
      'Say --oidc-secret-file or WINNOW_OIDC_SECRET, not both.',
    );
    for (const file of ['two lines', 'empty']) {
      expect(() => read({ ...least, 'oidc-secret-file': file })).toThrow('must have the secret alone');
    }
    expect(() => read({ ...least, 'oidc-secret-file': 'nowhere' })).toThrow(
      `cannot be read: ${join(folder, 'nowhere')}`,
    );
  });

  test.for([
    'https://login.microsoftonline.com/8eaef023-2b34-4da1-9baa-8bc8c9d6a490/v2.0',
    'https://fund.okta.com/oauth2/default',
    'http://127.0.0.1:3000',
    'http://localhost:3000/realms/fund',
    'http://[::1]:3000',
  ])('the issuer may be %s', (address) => {
    expect(read({ ...least, 'oidc-issuer': address })).toMatchObject({ issuer: new URL(address) });
  });

  test.for([
    'http://accounts.example.com',
    'http://127.0.0.1.evil.example',
    'accounts.example.com',
    'https://ann:secret@accounts.example.com',
    'https://accounts.example.com/?x=1',
    'https://accounts.example.com/#x',
    'javascript:alert(1)',
  ])('S26 S50 the issuer may not be %s', (address) => {
    expect(() => read({ ...least, 'oidc-issuer': address })).toThrow('--oidc-issuer takes an address like');
  });

  test.for(['common', 'organizations', 'consumers'])('nor everybody’s tenant at Microsoft: %s', (tenant) => {
    const address = `https://login.microsoftonline.com/${tenant}/v2.0`;
    expect(() => read({ ...least, 'oidc-issuer': address })).toThrow('the address of your own tenant');
  });

  test.for([
    [{ 'oidc-issuer': issuer }, '--oidc-issuer needs --oidc-client-id'],
    [{ 'oidc-client-id': 'winnow' }, '--oidc-client-id needs --oidc-issuer URL.'],
    [{ 'oidc-only': true }, '--oidc-only needs --oidc-issuer URL.'],
    [{ 'oidc-domain': ['fund.example'] }, '--oidc-domain needs --oidc-issuer URL.'],
    [{ ...least, 'oidc-create': true }, '--oidc-create needs --oidc-domain'],
    [{ ...least, 'oidc-trust-email': true }, '--oidc-trust-email needs --oidc-domain'],
    [{ ...least, 'oidc-domain': ['@fund.example'] }, '--oidc-domain takes a domain like fund.example'],
    [{ ...least, 'oidc-domain': ['fund.example,other.example'] }, '--oidc-domain takes a domain like fund.example'],
    [{ ...least, 'oidc-domain': ['localhost'] }, '--oidc-domain takes a domain like fund.example'],
    [{ ...least, 'oidc-name': 'x'.repeat(41) }, '--oidc-name takes a name of up to 40 characters'],
    [{ ...least, 'oidc-name': 'a\nb' }, '--oidc-name takes a name of up to 40 characters'],
  ] as const)('what does not go together is told: %j', ([values, message]) => {
    expect(() => read(values)).toThrow(message);
  });

  test.for([
    [{ WINNOW_OIDC_ONLY: '1' }, 'WINNOW_OIDC_ONLY needs --oidc-issuer URL.'],
    [{ WINNOW_OIDC_SECRET: 'x' }, 'WINNOW_OIDC_SECRET needs --oidc-issuer URL.'],
    [{ WINNOW_OIDC_ISSUER: issuer }, '--oidc-issuer needs --oidc-client-id'],
    [{ WINNOW_OIDC_ONLY: 'maybe' }, 'WINNOW_OIDC_ONLY takes 1 or 0, not "maybe".'],
  ] as const)('of variables as well: %j', ([environment, message]) => {
    expect(() => read({}, environment)).toThrow(message);
  });

  test('nor sign-up for everybody, whose addresses nobody has verified', () => {
    expect(() => oidcOf(least, folder, {}, { signUp: true })).toThrow('--sign-up and --oidc-issuer do not go together');
  });
});
