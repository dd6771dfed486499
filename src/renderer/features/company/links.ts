import { externalUrl } from '#shared/bridge/links.ts';
import { linksWithEmail, type Company, type CompanyLink } from '#shared/domain/company.ts';

/**
 * The address of a link in the form that may be opened outside the app, or null (S7). Old `http:` sites open by https.
 */
export function openableUrl(url: string): string | null {
  return externalUrl(url.trim().replace(/^http:/i, 'https:'));
}

/** A company's links that can be opened, with the e-mail link of product 3, each with its checked address. */
export function openableLinks({ links, emails }: Pick<Company, 'links' | 'emails'>): CompanyLink[] {
  return linksWithEmail(links, emails).flatMap(({ type, url }) => {
    const checked = openableUrl(url);
    return checked === null ? [] : [{ type, url: checked }];
  });
}

/** What a link shows: host and path of a site, the address of a mail. */
export function linkText({ type, url }: CompanyLink): string {
  if (type === 'email') return decodeURIComponent(new URL(url).pathname);
  const { host, pathname } = new URL(url);
  const path = pathname === '/' ? '' : pathname.replace(/\/$/, '');
  return `${host.replace(/^www\./, '')}${path}`;
}
