import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Accounts that one browser is known to have been used with; the one longest ago is forgotten. */
const maxAccounts = 8;

interface Marked {
  readonly id: number;
  /** The stored password, which nobody outside knows and which a new password changes. */
  readonly password: string;
}

/**
 * Whether a mark says that this account has signed in with this browser before: the browser's own number, or undefined.
 */
export function knownDevice(mark: string, account: Marked): string | undefined {
  const { device, seals } = partsOf(mark);
  const seal = sealOf(device, account);
  return seals.some((each) => isSame(each, seal)) ? device : undefined;
}

/** The mark of a browser with which this account has signed in, beside those that were there before. */
export function markedWith(mark: string, account: Marked): string {
  const { device, seals } = partsOf(mark);
  const seal = sealOf(device, account);
  return [device, ...[...seals.filter((each) => !isSame(each, seal)), seal].slice(-maxAccounts)].join('.');
}

function partsOf(mark: string): { device: string; seals: readonly string[] } {
  const [device = '', ...seals] = mark.split('.');
  const isOurs =
    /^[\w-]{22}$/.test(device) && seals.length <= maxAccounts && seals.every((seal) => /^[\w-]{43}$/.test(seal));
  return isOurs ? { device, seals } : { device: randomBytes(16).toString('base64url'), seals: [] };
}

/** Only this server can make it, and only for this account and password. */
function sealOf(device: string, { id, password }: Marked): string {
  return createHmac('sha256', password).update(`device ${id} ${device}`).digest('base64url');
}

function isSame(a: string, b: string): boolean {
  return timingSafeEqual(Buffer.from(a), Buffer.from(b));
}
