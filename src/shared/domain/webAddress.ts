/** The parts of a web address that name a company's site: `scheme://user@host:port/path`, the scheme optional. */
const addressPattern = /^(?:[a-z][a-z0-9+.-]*:(?!\d))?(?:\/\/)?(?:[^\s/?#@]*@)?([^\s/?#:@]+)(?::\d*)?(?:[/?#].*)?$/i;
const hostPattern =
  /^(?=.{4,253}$)(?:[\p{L}\p{N}_](?:[\p{L}\p{N}_-]*[\p{L}\p{N}])?\.)+(?:\p{L}{2,63}|xn--[a-z0-9-]+)$/u;

/**
 * Nearly all addresses: a scheme or none, a host in lower case ASCII, a path or none. The whole rules follow where not.
 */
const plainAddress = /^(?:https?:\/\/)?(?:www\d?\.)?((?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,63})(?:\/[!-~]*)?$/;
const longestDomain = 253;

/**
 * The domain of a web address, by which companies are compared (docs/api.md 8): the host in lower case without a
 * leading `www.`; `''` where the text is no address.
 */
export function domainOf(address: string): string {
  const plain = plainAddress.exec(address)?.[1];
  if (plain !== undefined && plain.length <= longestDomain) return plain;
  const host = addressPattern.exec(address.trim())?.[1] ?? '';
  const domain = host
    .toLowerCase()
    .replace(/\.$/, '')
    .replace(/^www\d?\.(?=[^.]+\.)/, '');
  return hostPattern.test(domain) ? domain : '';
}
