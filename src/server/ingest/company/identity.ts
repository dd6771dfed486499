import { linkTypes } from '#shared/domain/choices.ts';
import type { CompanyLink } from '#shared/domain/company.ts';
import { pattern } from '#shared/domain/pattern.ts';
import { isShared, ownDomain, domainOf } from '#shared/domain/webAddress.ts';
import { fold } from '#shared/domain/text.ts';
import { listText } from '../values/listLiteral.ts';
import { addressText, nameText, markdownName } from '../values/text.ts';
import {
  addressesIn,
  isPersons,
  isPost,
  pageAddress,
  pageSiteOf,
  profileAddress,
  profileSiteOf,
  webAddress,
  type ProfileSite,
} from '../values/web.ts';
import type { Row, RowReading } from './row.ts';

/** A company's name and links. */
export interface Identity {
  readonly name: string;
  readonly links: CompanyLink[];
}

/** A row's name and links; null where it has neither a name nor a domain of its own to take the name from. */
export function readIdentity(row: Row, { hints: { directories }, isExport }: RowReading): Identity | null {
  if (isExport) return writtenIdentity(row);
  const written = writtenName(row);
  const isOnlyAddress = /^(?:https?:\/\/|www\.)/i.test(written);
  const links = linksOf(row, written, directories);
  const website = links.get('website') ?? '';
  const fromDomain = ownDomain(website) || hostedName(website);
  const name = written === '' || isOnlyAddress ? fromDomain : written;
  if (name === '') return null;
  return {
    name: name.length > nameCharsAtMost ? `${name.slice(0, nameCharsAtMost - 1)}…` : name,
    links: linksInOrder(links),
  };
}

/** The links of a row of a company that is called so. */
function linksOf(
  row: Row,
  written: string,
  directories: ReadonlySet<string>,
): ReadonlyMap<CompanyLink['type'], string> {
  const links = profilesOf(row);
  const isAddress =
    /^(?:https?:\/\/|www\.)\S+$/i.test(written) || (isDomain(written) && row.raw('website').length === 0);
  const sites = addressesOf(row, 'website', webAddress);
  const ofName = row.raw('name').map(([, cell]) => markdownName(cell.trim()).address);
  for (const { address } of sites) addSite(links, address, written, directories);
  for (const text of [...(isAddress ? [written] : []), ...ofName])
    addSite(links, webAddress(text), written, directories);
  addPages(row, links);
  for (const { index, address } of sites) if (isOf(links, address) || isOnSiteOf(links, address)) row.use(index);
  return links;
}

function profilesOf(row: Row): Map<CompanyLink['type'], string> {
  const links = new Map<CompanyLink['type'], string>();
  for (const site of profileSites) {
    const address = row.first(site, (text) => profileAddress(site, text) || undefined);
    if (address !== undefined) links.set(site, address);
  }
  return links;
}

function addPages(row: Row, links: Map<CompanyLink['type'], string>): void {
  const pages = addressesOf(row, 'profilePages', pageAddress);
  for (const { address } of pages) addPage(links, address);
  for (const { index, address } of pages) if (isOf(links, address)) row.use(index);
}

/** The same of an export of ours: its website is one, whatever its address looks like. */
function writtenIdentity(row: Row): Identity | null {
  const links = profilesOf(row);
  const website = row.first('website', (text) => webAddress(text) || undefined);
  if (website !== undefined) links.set('website', website);
  addPages(row, links);
  const name = row.text('name') || ownDomain(website ?? '') || hostedName(website ?? '');
  return name === '' ? null : { name, links: linksInOrder(links) };
}

/** The addresses in all cells of a field, and the columns that they are in. */
function addressesOf(
  row: Row,
  field: 'website' | 'profilePages',
  read: (text: string) => string,
): { readonly index: number; readonly address: string }[] {
  const found: { index: number; address: string }[] = [];
  for (const [index, cell] of row.raw(field)) {
    if (cell === '') continue;
    for (const text of addressesIn(listText(addressText(cell)))) {
      const address = read(text);
      if (address !== '') found.push({ index, address });
    }
  }
  return found;
}

/** Whether an address is one of the links. */
function isOf(links: ReadonlyMap<CompanyLink['type'], string>, address: string): boolean {
  for (const link of links.values()) if (link === address) return true;
  return false;
}

/** Whether an address is on the site of one of the links. */
function isOnSiteOf(links: ReadonlyMap<CompanyLink['type'], string>, address: string): boolean {
  const domain = domainOf(address);
  for (const link of links.values()) if (domainOf(link) === domain) return true;
  return false;
}

const profileSites: readonly ProfileSite[] = ['twitter', 'facebook', 'linkedin'];

const linkOrder: readonly CompanyLink['type'][] = [...new Set(['website', ...profileSites, ...linkTypes] as const)];

function linksInOrder(links: ReadonlyMap<CompanyLink['type'], string>): CompanyLink[] {
  const inOrder: CompanyLink[] = [];
  if (links.size === 0) return inOrder;
  for (const type of linkOrder) {
    const url = links.get(type);
    if (url !== undefined) inOrder.push({ type, url });
  }
  return inOrder;
}

const nameCharsAtMost = 200;

function writtenName(row: Row): string {
  for (const [index, cell] of row.raw('name')) {
    const name = nameText(cell);
    if (name === '') continue;
    row.use(index);
    return isDomain(name.replace(/\.$/, '')) ? name.replace(/\.$/, '') : name;
  }
  return '';
}

/** A page about a company: a profile, an entry of a directory, an article. A person's is none. */
function addPage(links: Map<CompanyLink['type'], string>, address: string): void {
  if (isPersons(address)) return;
  const type = (isPost(address) ? undefined : (profileSiteOf(address) ?? pageSiteOf(address))) ?? 'page';
  if (!links.has(type)) links.set(type, address);
}

/** A company's site, or its profile where that stands in the column of sites. */
function addSite(
  links: Map<CompanyLink['type'], string>,
  address: string,
  name: string,
  directories: ReadonlySet<string>,
): void {
  if (address === '') return;
  const domain = domainOf(address);
  const profile = profileSiteOf(address);
  const isAbout =
    directory.test(domain) ||
    pageAbout.test(address) ||
    isPersons(address) ||
    isPost(address) ||
    directories.has(domain) ||
    isArticle(address, domain, name);
  if ((profile === undefined && !isAbout) || isOwnFront(address, domain, name)) {
    if (!links.has('website')) links.set('website', address);
  } else if (isAbout) addPage(links, address);
  else if (profile !== undefined && !links.has(profile)) links.set(profile, address);
}

/** Whether an address is the front page of a site that is called like the company: a directory's own, a paper's. */
function isOwnFront(address: string, domain: string, name: string): boolean {
  if (!/^https?:\/\/[^/?#]+\/?$/i.test(address)) return false;
  const host = domain.split('.').at(-2) ?? '';
  return (
    host !== '' &&
    fold(name)
      .replaceAll(/[^\p{L}\p{N}]/gu, '')
      .startsWith(host.replaceAll('-', ''))
  );
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

/** Where the press and the wire services publish. */
const press = pattern()`
  (?:^|\.)(?:techcrunch|venturebeat|reuters|bloomberg|forbes|fortune|businessinsider|wired|cnbc|cnn|bbc|nytimes|wsj|ft
    |theverge|engadget|zdnet|cnet|mashable|theinformation|axios|sifted|eu-startups|tech\.eu|techinasia|yourstory|inc42
    |entrackr|36kr|prnewswire|businesswire|globenewswire|prweb|einpresswire|finsmes|geekwire|betakit|calcalistech
    |globes|theguardian|economist|handelsblatt|gruenderszene|lesechos|maddyness|expansion)\.(?:com|org|net|eu|io|tv
    |in|co|co\.uk|co\.il|de|fr|es|cn)$
`;

/** An address with a day in it, or under a heading of news: `/2021/08/03/…`, `/article/…`, `/press-releases/…`. */
const articlePath = pattern('i')`
  ^https?:\/\/[^/]+\/(?:[^?#]*\/)?(?:(?:19|20)\d\d\/\d{1,2}\/|(?:articles?|news|story|stories|press|press-?releases?
    |blog)\/[^/?#]{6})
`;

/** Whether an address is what others wrote about a company; its own news are on a host called like it. */
function isArticle(address: string, domain: string, name: string): boolean {
  if (press.test(domain)) return true;
  if (!articlePath.test(address)) return false;
  const host = fold(domain).replaceAll(/[^\p{L}\p{N}]/gu, '');
  const words = fold(name).match(/[\p{L}\p{N}]{3,}/gu) ?? [];
  return !words.some((word) => host.includes(word));
}

/** A name that is a domain: `acme.io`, `acme.com.au`. */
function isDomain(name: string): boolean {
  return name.includes('.') && commonEnding.test(name) && ownDomain(name) !== '';
}

const commonEnding = pattern('u')`
  ^[\p{L}\p{N}-]{2,}(?:\.[\p{L}\p{N}-]+)*?\.(?:com|net|org|io|ai|co|app|dev|tech|info|biz|xyz|me|tv|so|to|gg|club|shop
    |store|online|site|cloud|space|world|health|energy|finance|bio|eu|uk|de|fr|nl|be|ch|at|it|es|pt|pl|cz|se
    |no|dk|fi|ie|us|ca
    |au|nz|jp|cn|kr|in|sg|il|br|mx|ar|cl|za|ng|ke|ru|ua|tr|ae|vc|ly|is|sh|fm|im|hu|ro|gr|ee|lv|lt|sk|si|hr|bg|lu
    |(?:co|com|org|net|ac)\.[a-z]{2})$
`;

/** A site under a hosting domain (`acme.wordpress.com`) still names its company; a path on a shared site does not. */
function hostedName(website: string): string {
  const domain = domainOf(website);
  const parent = domain.slice(domain.indexOf('.') + 1);
  return domain !== '' && isShared(parent) ? domain : '';
}
