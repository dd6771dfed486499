import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto';

/** Cost of a new hash: 16 MB and about 60 ms. Older hashes contain the cost they were made with and keep it. */
const cost = { N: 1 << 14, r: 8, p: 5 } as const;

const keyBytes = 32;

/** The shortest password; there is no other rule (NIST SP 800-63B). */
export const minPasswordLength = 10;
/** The longest password in characters, so that nobody makes the server hash a book. */
export const maxPasswordLength = 200;

/** A password as it is stored: `scrypt$N$r$p$salt$key`, salt and key in base64url. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, cost);
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), key.toString('base64url')].join('$');
}

/**
 * Whether a password is the stored one. Takes just as long if none is stored (`''`), so that the time reveals nothing.
 */
export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const [kind, n, r, p, salt, key] = stored.split('$');
  if (kind !== 'scrypt' || salt === undefined || key === undefined) {
    await derive(password, Buffer.alloc(16), cost);
    return false;
  }
  const expected = Buffer.from(key, 'base64url');
  const found = await derive(password, Buffer.from(salt, 'base64url'), { N: Number(n), r: Number(r), p: Number(p) });
  return found.length === expected.length && timingSafeEqual(found, expected);
}

function derive(password: string, salt: Buffer, { N, r, p }: { N: number; r: number; p: number }): Promise<Buffer> {
  const options: ScryptOptions = { N, r, p, maxmem: 256 * N * r };
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, keyBytes, options, (error, key) => {
      if (error === null) resolve(key);
      else reject(error);
    });
  });
}

/** A password for someone who gave none: 120 random bits. */
export function newPassword(): string {
  return randomBytes(15).toString('base64url');
}
