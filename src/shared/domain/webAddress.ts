import { linkOf, type Company } from './company.ts';
import { withLetters } from './punycode.ts';

/** The parts of a web address that name a company's site: `scheme://user@host:port/path`, the scheme optional. */
const addressPattern = /^(?:[a-z][a-z0-9+.-]*:(?!\d))?(?:\/\/)?(?:[^\s/?#@]*@)?([^\s/?#:@]+)(?::\d*)?(?:[/?#].*)?$/i;
const hostPattern =
  /^(?=.{4,253}$)(?:[\p{L}\p{N}_](?:[\p{L}\p{N}_-]*[\p{L}\p{N}])?\.)+(?:\p{L}{2,63}|xn--[a-z0-9-]+)$/u;

/**
 * Nearly all addresses: an optional scheme, a host in lower-case ASCII, an optional path. The full rules handle the
 * rest.
 */
const plainAddress = /^(?:https?:\/\/)?(?:www\d?\.)?((?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,63})(?:\/[!-~]*)?$/;
const longestDomain = 253;

/**
 * The domain of a web address, by which companies are compared (docs/api.md 8): the host in lower case without a
 * leading `www.`, in its own letters (`xn--…`); `''` if the text is not an address.
 */
export function domainOf(address: string): string {
  // Whoever reads an address asks for its domain several times in a row.
  if (address !== lastAddress) {
    lastDomain = readDomain(address);
    lastAddress = address;
  }
  return lastDomain;
}

let lastAddress = '';
let lastDomain = '';

function readDomain(address: string): string {
  const plain = plainAddress.exec(address)?.[1];
  if (plain !== undefined && plain.length <= longestDomain) return withLetters(plain);
  const host = addressPattern.exec(address.trim())?.[1] ?? '';
  const domain = host
    .toLowerCase()
    .replace(/\.$/, '')
    .replace(/^www\d?\.(?=[^.]+\.)/, '');
  return hostPattern.test(domain) ? withLetters(domain.normalize('NFC')) : '';
}

/**
 * Hosting, shop, store and profile sites: many companies share such a domain, so it never means that two are the same
 * (docs/api.md 8). Subdomains count too. The search index tells companies apart by this list as it was when its files
 * were written: if you extend it, raise `segmentFormat` and `ownDomainsFormat`.
 */
const sharedSites = (
  'crunchbase.com linkedin.com facebook.com fb.com fb.me twitter.com x.com instagram.com youtube.com youtu.be ' +
  'tiktok.com angel.co angellist.com wellfound.com f6s.com producthunt.com ycombinator.com tracxn.com ' +
  'pitchbook.com dealroom.co medium.com substack.com tumblr.com blogspot.com blogger.com wordpress.com ' +
  'livejournal.com typepad.com quora.com reddit.com pinterest.com vk.com weibo.com xing.com meetup.com ' +
  'discord.gg discord.com t.me telegram.me whatsapp.com wa.me slack.com github.com github.io gitlab.com ' +
  'gitlab.io bitbucket.org sourceforge.net npmjs.com pypi.org huggingface.co kaggle.com apple.com itunes.com ' +
  'google.com goo.gl microsoft.com amazon.com amzn.to ebay.com etsy.com shopify.com myshopify.com bigcartel.com ' +
  'gumroad.com patreon.com kickstarter.com indiegogo.com gofundme.com wix.com wixsite.com squarespace.com ' +
  'weebly.com webflow.io webs.com jimdo.com jimdofree.com strikingly.com carrd.co framer.website framer.app ' +
  'notion.site notion.so super.site site123.me godaddysites.com yolasite.com launchrock.com launchrock.co ' +
  'unbounce.com instapage.com herokuapp.com vercel.app netlify.app netlify.com pages.dev workers.dev web.app ' +
  'firebaseapp.com appspot.com azurewebsites.net cloudfront.net amazonaws.com onrender.com fly.dev surge.sh ' +
  'glitch.me replit.app lovable.app ngrok.io render.com bit.ly tinyurl.com linktr.ee beacons.ai about.me ' +
  'archive.org wikipedia.org docs.com dropbox.com docsend.com calendly.com typeform.com airtable.com mailchi.mp ' +
  'eventbrite.com yelp.com tripadvisor.com booking.com airbnb.com steampowered.com soundcloud.com spotify.com ' +
  'vimeo.com behance.net dribbble.com deviantart.com flickr.com slideshare.net scribd.com yahoo.com ' +
  'geocities.com tripod.com angelfire.com ning.com tictail.com example.com gmail.com hotmail.com outlook.com'
).split(' ');

const shared = new Set(sharedSites);

/** The domain that identifies a company: its site's, unless that is a shared one; otherwise `''`. */
export function ownDomain(address: string): string {
  const domain = domainOf(address);
  return domain === '' || isShared(domain) ? '' : domain;
}

/** Whether a domain is a hosting, shop or profile site, or under one. */
export function isShared(domain: string): boolean {
  for (let at = 0; at !== -1; at = domain.indexOf('.', at + 1)) {
    if (shared.has(at === 0 ? domain : domain.slice(at + 1))) return true;
  }
  return false;
}

/** The same for a company's website. */
export function ownDomainOf(company: Pick<Company, 'links'>): string {
  return ownDomain(linkOf(company, 'website'));
}

/** What a domain is called: `acme` of `acme.co.uk` and `www2.acme.io`. */
export function siteLabel(domain: string): string {
  const labels = domain.split('.').slice(0, -1);
  return labels.toSorted((a, b) => b.length - a.length)[0] ?? domain;
}
