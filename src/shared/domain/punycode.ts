/**
 * A domain with the letters that it is written with: `xn--bcherei-n2a.de` is `bücherei.de` (RFC 3492). What is no such
 * form stays.
 */
export function withLetters(domain: string): string {
  if (!domain.includes('xn--')) return domain;
  return domain
    .split('.')
    .map((label) => (label.startsWith('xn--') ? (decoded(label.slice(4)) ?? label) : label))
    .join('.')
    .normalize('NFC');
}

const base = 36;
const firstBias = 72;
const firstCode = 128;

/** The letters of a label; null if it is none. */
function decoded(label: string): string | null {
  const dash = label.lastIndexOf('-');
  const letters = dash > 0 ? Array.from(label.slice(0, dash)) : [];
  let code = firstCode;
  let bias = firstBias;
  let place = 0;
  for (let at = dash > 0 ? dash + 1 : 0; at < label.length;) {
    const before = place;
    let weight = 1;
    for (let step = base; ; step += base) {
      const digit = digitOf(label.charCodeAt(at++));
      if (digit === -1 || digit * weight > 0x7fff_ffff) return null;
      place += digit * weight;
      const threshold = Math.min(Math.max(step - bias, 1), 26);
      if (digit < threshold) break;
      weight *= base - threshold;
    }
    const count = letters.length + 1;
    bias = adapted(place - before, count, before === 0);
    code += Math.floor(place / count);
    place %= count;
    if (code > 0x10_ffff) return null;
    letters.splice(place++, 0, String.fromCodePoint(code));
  }
  return letters.join('');
}

function digitOf(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 22;
  return code >= 0x61 && code <= 0x7a ? code - 0x61 : -1;
}

function adapted(delta: number, count: number, isFirst: boolean): number {
  let left = Math.floor(delta / (isFirst ? 700 : 2));
  left += Math.floor(left / count);
  let step = 0;
  for (; left > 455; step += base) left = Math.floor(left / 35);
  return step + Math.floor((36 * left) / (left + 38));
}
