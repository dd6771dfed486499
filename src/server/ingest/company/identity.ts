import type { CompanyLink } from '#shared/domain/company.ts';
import { pattern } from '#shared/domain/pattern.ts';
import { isShared, ownDomain, domainOf } from '#shared/domain/webAddress.ts';
import { fieldNames, type FieldName } from '../columns/fields.ts';
import { listText } from '../values/listLiteral.ts';
import { addressText, nameText, markdownName } from '../values/text.ts';
import { isPersons, profileAddress, profileSiteOf, webAddress, type ProfileSite } from '../values/web.ts';
import type { Row } from './row.ts';

/** A company's name and links. */
export interface Identity {
  readonly name: string;
  readonly links: CompanyLink[];
}

/**
 * Whether a row has no name, and nothing but further values for lists. An amount alone is a sum of those above it, an
 * address beside what is no list may be of another company's person.
 */
export function isContinuation(row: Row): boolean {
  let filled = false;
  for (const field of fieldNames) {
    if (!row.isFilled(field)) continue;
    if (!listed.has(field)) return false;
    filled ||= field !== 'fundingRound' && (field !== 'emails' || row.isAlone());
  }
  return filled;
}

/** Fields of which a company may have several values; only these can be carried on in a row without a name. */
const listed: ReadonlySet<FieldName> = new Set([
  'founders',
  'industries',
  'emails',
  'stage',
  'fundingRound',
  'fundedOn',
  'universities',
]);

/** A row's name and links; null where it has neither a name nor a domain of its own to take the name from. */
export function readIdentity(row: Row): Identity | null {
  const links = new Map<CompanyLink['type'], string>();
  for (const site of profileSites) {
    const address = row.first(site, (text) => profileAddress(site, text) || undefined);
    if (address !== undefined) links.set(site, address);
  }
  const written = writtenName(row);
  const isAddress = /^(?:https?:\/\/|www\.)\S+$/i.test(written);
  const sites = row.raw('website').flatMap(([, cell]) => listText(addressText(cell)).split(betweenSites));
  const ofName = row.raw('name').map(([, cell]) => markdownName(cell.trim()).address);
  for (const text of [...sites, ...(isAddress ? [written] : []), ...ofName]) addSite(links, text);
  const website = links.get('website') ?? '';
  const fromDomain = ownDomain(website) || hostedName(website);
  const name = written === '' || isAddress ? fromDomain : written;
  if (name === '') return null;
  const order = ['website', ...profileSites] as const;
  return {
    name: name.length > nameCharsAtMost ? `${name.slice(0, nameCharsAtMost - 1)}…` : name,
    links: order.flatMap((type) => (links.has(type) ? [{ type, url: links.get(type) ?? '' }] : [])),
  };
}

const profileSites: readonly ProfileSite[] = ['twitter', 'facebook', 'linkedin'];

const nameCharsAtMost = 200;

// oxlint-disable-next-line no-control-regex -- the unit separator joins lists of JSON
const betweenSites = /[\s,;|\u001f]+/;

function writtenName(row: Row): string {
  for (const [, cell] of row.raw('name')) {
    const name = nameText(cell);
    if (name !== '') return name;
  }
  return '';
}

/** A company's site, or its profile where that stands in the column of sites. */
function addSite(links: Map<CompanyLink['type'], string>, text: string): void {
  const address = webAddress(text);
  if (address === '' || directory.test(domainOf(address)) || pageAbout.test(address) || isPersons(address)) return;
  const type = profileSiteOf(address) ?? 'website';
  if (!links.has(type)) links.set(type, address);
}

/** Directories whose pages are about a company, not by it. */
const directory = pattern()`
  (?:^|\.)(?:crunchbase|ycombinator|angel|wellfound|f6s|pitchbook|tracxn|dealroom|producthunt)\.(?:com|co)$
  |^(?:boards|job-boards|jobs|apply)\.(?:eu\.)?
    (?:greenhouse\.io|lever\.co|workable\.com|ashbyhq\.com|smartrecruiters\.com)$
`;

/** Pages about companies on sites that are companies' own, too. */
const pageAbout = pattern('i')`
  [/.](?:zoominfo\.com\/c\/|apollo\.io\/#|owler\.com\/company\/|rocketreach\.co\/|growjo\.com\/company\/
    |cbinsights\.com\/company\/|bloomberg\.com\/profile\/|harmonic\.ai\/dashboard\/|g2\.com\/products\/
    |opencorporates\.com\/companies\/|northdata\.(?:com|de)\/\S|company-information\.service\.gov\.uk\/company\/
    |wikidata\.org\/(?:wiki|entity)\/)
`;

/** A site under a hosting domain (`acme.wordpress.com`) still names its company; a path on a shared site does not. */
function hostedName(website: string): string {
  const domain = domainOf(website);
  const parent = domain.slice(domain.indexOf('.') + 1);
  return domain !== '' && isShared(parent) ? domain : '';
}
