import { labelOf, linkKinds, type LinkType } from '#shared/domain/choices.ts';
import type { Company, CompanyLink } from '#shared/domain/company.ts';
import { usePreferences, useSetPreferences } from '../../data/bridgeValues.ts';
import type { Question } from '../../ui/Dialog.tsx';
import { isolated } from '../../ui/title.ts';
import { showDone } from '../../ui/toasts.tsx';
import { openAddress, openableLinks } from './Links.tsx';

/** The pages that say most about a company come first. */
const byWorth: readonly LinkType[] = [
  'website',
  'linkedin',
  'crunchbase',
  'ycombinator',
  'producthunt',
  'angellist',
  'pitchbook',
  'github',
  'app_store',
  'play_store',
  'page',
  'facebook',
  'twitter',
  'instagram',
  'youtube',
];

/** A company's site, or else the page that says most about it; undefined where none is known. */
export function bestPageOf(company: Company): CompanyLink | undefined {
  const links = openableLinks(company);
  return byWorth.flatMap((type) => links.find((link) => link.type === type) ?? [])[0];
}

/** Where the web is searched for a company: by its name and city. */
export function searchAddressOf({ name, location: { city, country } }: Company): string {
  const words = [`"${name.replaceAll('"', ' ')}"`, city === '' ? country.name : city].filter((word) => word !== '');
  return `https://duckduckgo.com/?q=${encodeURIComponent(words.join(' '))}`;
}

/**
 * Opens a company's site outside the app, or else its best page; where none is known, a search of the web, about which
 * `confirm` asks once.
 */
export function useOpenPage(confirm: (question: Question) => void): (company: Company) => void {
  const { webSearch } = usePreferences();
  const setPreferences = useSetPreferences();
  return (company) => {
    const page = bestPageOf(company);
    const search = (): void => openAddress(searchAddressOf(company));
    if (page !== undefined) openAddress(page.url);
    else if (webSearch) search();
    else {
      confirm({
        title: `${isolated(company.name)} has no known website. Search the web?`,
        consequences:
          'Its name and city are sent to duckduckgo.com. Winnow won’t ask again; you can turn this off in Settings.',
        action: 'Search the web',
        run: () => {
          setPreferences.mutate({ webSearch: true });
          search();
        },
      });
    }
  };
}

/** Opens a company's page of one kind outside the app, or says that it has none. */
export function openPage(company: Company, type: LinkType): void {
  const link = openableLinks(company).find((one) => one.type === type);
  if (link === undefined) showDone(`${isolated(company.name)} has no ${labelOf(linkKinds, type)} page.`);
  else openAddress(link.url);
}

/**
 * An address that opens a company in Winnow: that of its page in the browser, one that the system hands to the app from
 * the desktop, whose pages have an address that nothing else knows.
 */
export function linkOfCompany(companyId: number, location: Pick<Location, 'protocol' | 'origin'>): string {
  return isInBrowser(location) ? `${location.origin}/company/${companyId}` : `winnow://open/company/${companyId}`;
}

/** Whether a page has an address that a browser can open in another tab. */
export function isInBrowser({ protocol }: Pick<Location, 'protocol'> = window.location): boolean {
  return protocol === 'http:' || protocol === 'https:';
}
