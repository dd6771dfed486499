/** Longest address that is opened, in characters. */
const maxLength = 2000;

/** Control characters, spaces of every kind, and marks that turn the direction of writing or hide. */
const disguises = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Zs}]/u;

/** What a mailto address may carry beside the address itself. */
const mailHeaders: ReadonlySet<string> = new Set(['subject', 'body']);

/**
 * An address that may be opened outside the app, written canonically, or null (S7): `https:` or `mailto:`, no
 * credentials, no control, invisible or bidirectional characters. A company's link of any source goes through here.
 */
export function externalUrl(text: string): string | null {
  if (text === '' || text.length > maxLength || disguises.test(text) || !URL.canParse(text)) return null;
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return null;
  if (url.protocol === 'https:') return url.host === '' ? null : url.toString();
  if (url.protocol !== 'mailto:' || !url.pathname.includes('@')) return null;
  return [...url.searchParams.keys()].every((name) => mailHeaders.has(name)) ? url.toString() : null;
}
