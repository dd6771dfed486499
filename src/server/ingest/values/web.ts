import type { LinkType } from '#shared/domain/choices.ts';
import { withLetters } from '#shared/domain/punycode.ts';
import { domainOf } from '#shared/domain/webAddress.ts';
import { pattern } from '#shared/domain/pattern.ts';

/**
 * Without what people write around an address: `<https://acme.com>`, `[Acme](https://acme.com)`,
 * `https://https://acme.com`.
 */
function bareAddress(text: string): string {
  const trimmed = withScheme(text.trim().replace(footnoteMark, ''));
  if (/^[a-z0-9]/i.test(trimmed) && !trimmed.includes('://http')) return trimmed;
  return trimmed
    .replace(/^\[[^\]]*\]\(([^()\s]+)\)$/, '$1')
    .replace(/^[<("']+/, '')
    .replace(/[>)"']+$/, '')
    .replace(/^https?:\/\/(?=https?:\/\/)/i, '');
}

/** `htp://acme.com`, `http//acme.com` and `https:/acme.com` as they were meant. */
function withScheme(text: string): string {
  if (!text.includes('/') || /^(?:https?:\/\/(?![/:])|[^ht])/i.test(text)) return text;
  return text.replace(slippedScheme, (_, secure: string) => `http${secure.toLowerCase()}://`);
}

const slippedScheme = /^h{0,2}t{1,3}p{1,2}(s?)(?:[:;.]\s*\/+|\/\/+)[\s:/]*/i;

/** Addresses in a text, by any sign between them; a comma may also be part of a path. */
export function addressesIn(text: string): string[] {
  if (!anyBetween.test(text)) return text === '' ? [] : [text];
  return text.split(betweenAddresses).filter((one) => one !== '');
}

// oxlint-disable-next-line no-control-regex -- the unit separator joins lists of JSON
const anyBetween = /[\s|;,、，；\u001f]/;

// oxlint-disable-next-line no-control-regex -- the unit separator joins lists of JSON
const betweenAddresses = pattern('i')`
  [\s|、，；\u001f]+|;(?!\/)|,(?=[\s,]|$|https?:|www\.|(?:[a-z\d-]+\.)+[a-z]{2,}(?:[\/:,;?\#|\s]|$))
  |(?<=^(?:https?:\/\/)?[^\/?\#]*),
`;

/** Signs of a footnote behind an address, which none ends in. */
const footnoteMark = /(?<=[\p{L}\p{N}/])[*†‡§¶¹²³⁰⁴-⁹]+$/u;

/** A web address to store: with a scheme, only `http:` or `https:`; `''` if it is not one. */
export function webAddress(text: string): string {
  const first = addressesIn(bareAddress(text))[0] ?? '';
  if (first.includes('@') || domainOf(first) === '') return '';
  // A host may end in a dot, but nobody who means a site writes it that way.
  const address = lettered(first).replace(/^((?:https?:\/\/)?[^/?#]*[^/?#.])\.(?=[/?#]|$)/i, '$1');
  if (/^https?:\/\//i.test(address)) return address;
  return /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(address) ? '' : `https://${address.replace(/^\/\//, '')}`;
}

/** `xn--bcherei-n2a.de` is `bücherei.de`. */
function lettered(address: string): string {
  return address.includes('xn--') ? address.replace(/[^/?#:]*xn--[^/?#:]*/, withLetters) : address;
}

const profileSites = {
  linkedin: /(?:^|\.)linkedin\.com$/,
  twitter: /(?:^|\.)(?:twitter|x)\.com$/,
  facebook: /(?:^|\.)(?:facebook|fb)\.com$/,
} as const;
export type ProfileSite = keyof typeof profileSites;

/** Which profile site an address is on, if any. */
export function profileSiteOf(address: string): ProfileSite | undefined {
  const domain = domainOf(address);
  if (profileSites.linkedin.test(domain)) return 'linkedin';
  if (profileSites.twitter.test(domain)) return 'twitter';
  return profileSites.facebook.test(domain) ? 'facebook' : undefined;
}

/** Other sites that have pages about companies, each a kind of link of its own. */
const pageSites = [
  ['crunchbase', /(?:^|\.)crunchbase\.com$/],
  ['pitchbook', /(?:^|\.)pitchbook\.com$/],
  ['ycombinator', /(?:^|\.)ycombinator\.com$/],
  ['angellist', /(?:^|\.)(?:angel\.co|angellist\.com|wellfound\.com)$/],
  ['producthunt', /(?:^|\.)producthunt\.com$/],
  ['github', /^(?:www\.)?github\.com$/],
  ['app_store', /^(?:apps|itunes)\.apple\.com$/],
  ['play_store', /^play\.google\.com$/],
  ['youtube', /(?:^|\.)youtube\.com$/],
  ['instagram', /(?:^|\.)instagram\.com$/],
] as const satisfies readonly (readonly [LinkType, RegExp])[];

/** Which kind of page about a company an address is on another site, if any. */
export function pageSiteOf(address: string): LinkType | undefined {
  const domain = domainOf(address);
  if (domain === '' || notOfCompany.test(address)) return undefined;
  return pageSites.find(([, site]) => site.test(domain))?.[0];
}

/** Crunchbase's pages of persons, rounds and shares. */
const notOfCompany = /crunchbase\.com\/(?!organization\/|company\/|product\/)/i;

/** The address of a page about a company; Crunchbase's files give only its path (`/organization/acme`). Else `''`. */
export function pageAddress(text: string): string {
  const path = /^\/(?:organization|company)\/[\w-]+$/.exec(text.trim())?.[0];
  return path === undefined ? webAddress(text) : `https://www.crunchbase.com${path}`;
}

/** Whether an address is a person's LinkedIn page, which in a list of contacts is next to their company. */
export function isPersons(address: string): boolean {
  return /linkedin\.com\/(?:in|pub)\//i.test(address);
}

/** Whether an address is of a post, an event or a job on a profile site, and not of a profile. */
export function isPost(address: string): boolean {
  const site = profileSiteOf(address);
  return site !== undefined && posts[site].test(address.slice(address.indexOf('/', 'https://'.length)));
}

/** The paths of posts, events and jobs on these sites. */
const posts: Readonly<Record<ProfileSite, RegExp>> = {
  linkedin: /^\/(?:feed|posts?|pulse|jobs|events?|groups?|news|learning)\//i,
  twitter: /^\/(?:[^/]+\/status|i|hashtag|search|intent|share)(?:\/|\?|$)/i,
  facebook: /^\/(?:[^/]+\/(?:posts|photos|videos)|events|groups|sharer|photo|watch|story)(?:\/|\.|\?|$)/i,
};

/**
 * Facebook's names may have dots; one that ends like a site (`acme.com`, `acme.tech`) is a site in the wrong column.
 */
const dottedHandle = pattern('i')`
  ^@?(?!.*\.(?:info|tech|shop|store|online|site|cloud|club|live|news|world|agency|digital|media|studio|health|global
    |group|solutions|systems|technology|ventures|capital|finance|bank|energy|games|email|software|network|space|design
    |care|life|company|works)$)\w+(?:\.\w+)*\.[a-z]{4,40}$
`;

/** The address of a profile: an address on that site, or a handle (`@acme`) completed to one; otherwise `''`. */
export function profileAddress(site: ProfileSite, text: string): string {
  const address = webAddress(text);
  const isDotted = site === 'facebook' && dottedHandle.test(text.trim());
  if (address !== '' && !isDotted)
    return profileSiteOf(address) === site && !isPersons(address) && !isPost(address) ? address : '';
  // Clearbit writes `company/acme`; `in/jane` is a person's.
  const trimmed =
    site === 'linkedin'
      ? text
          .trim()
          .replace(/^\/?company\/(?=\w)/, '')
          .replace(/\/$/, '')
      : text.trim();
  const handle = /^@?([\w.-]{2,60})$/.exec(trimmed)?.[1];
  if (handle === undefined) return '';
  if (site === 'linkedin') return `https://www.linkedin.com/company/${handle}`;
  return site === 'twitter' ? `https://twitter.com/${handle}` : `https://www.facebook.com/${handle}`;
}

/** The e-mail addresses in a text, in lower case, each once. */
export function emailsIn(text: string): string[] {
  const found = text.match(/[\w.!#$%&'*+/=?^`{|}~-]+@(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}/gu) ?? [];
  return [...new Set(found.map((email) => email.toLowerCase().replace(/^mailto:/, '')))];
}
