import type { CompanyLink } from '#shared/domain/company.ts';
import { domainOf } from '#shared/domain/webAddress.ts';
import { listText } from '../values/listLiteral.ts';
import { addressText, listSeparator } from '../values/text.ts';
import { addressesIn, pageAddress, profileAddress, webAddress } from '../values/web.ts';
import type { Row } from './row.ts';

/** Fields whose cells are addresses of pages. */
const linkFields = ['website', 'linkedin', 'twitter', 'facebook', 'profilePages'] as const;
type LinkField = (typeof linkFields)[number];

/**
 * What columns of links say beyond a company's links, by column: a second site, a person's profile, a post, a text in
 * the place of a page.
 */
export function unusedLinks(
  row: Row,
  links: readonly CompanyLink[],
): { readonly index: number; readonly value: string }[] {
  const found: { index: number; value: string }[] = [];
  for (const field of linkFields) {
    if (!row.isFilled(field)) continue;
    for (const [index, cell] of row.raw(field)) {
      // This is asked for every row, and nearly every cell is the link.
      if (cell === '' || links.some(({ url }) => url.includes(cell))) continue;
      const value = unusedIn(cell, field, links);
      if (value !== '') found.push({ index, value });
    }
  }
  return found;
}

function unusedIn(cell: string, field: LinkField, links: readonly CompanyLink[]): string {
  const text = listText(addressText(cell));
  const pieces = addressesIn(text);
  const addresses = pieces.filter((piece) => webAddress(piece) !== '');
  if (addresses.length > 0) return addresses.filter((one) => !isUsed(one, field, links)).join(listSeparator);
  const isHandle = pieces.every((piece) => isUsed(piece, field, links));
  return isHandle || (field === 'website' && links.length > 0) ? '' : text;
}

function isUsed(text: string, field: LinkField, links: readonly CompanyLink[]): boolean {
  const address = field === 'website' || field === 'profilePages' ? pageAddress(text) : profileAddress(field, text);
  if (address === '') return false;
  const domain = domainOf(address);
  // The same site by another path is no other site.
  return links.some(
    ({ type, url }) => url === address || (type === 'website' && field === 'website' && domainOf(url) === domain),
  );
}
