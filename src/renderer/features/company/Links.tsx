import {
  IconBrandAppstore,
  IconBrandCrunchbase,
  IconBrandFacebook,
  IconBrandGithub,
  IconBrandGooglePlay,
  IconBrandInstagram,
  IconBrandLinkedin,
  IconBrandProducthunt,
  IconBrandX,
  IconBrandYcombinator,
  IconBrandYoutube,
  IconExternalLink,
  IconMail,
  IconWorld,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { externalUrl } from '#shared/bridge/links.ts';
import { labelOf, linkKinds, type LinkType } from '#shared/domain/choices.ts';
import { linksWithEmail, type Company, type CompanyLink } from '#shared/domain/company.ts';
import { call } from '../../bridge/bridge.ts';
import { showFailure } from '../../ui/toasts.tsx';
import classes from './CompanyDetails.module.css';

const icons = {
  website: IconWorld,
  linkedin: IconBrandLinkedin,
  twitter: IconBrandX,
  facebook: IconBrandFacebook,
  email: IconMail,
  crunchbase: IconBrandCrunchbase,
  pitchbook: IconExternalLink,
  ycombinator: IconBrandYcombinator,
  angellist: IconExternalLink,
  producthunt: IconBrandProducthunt,
  github: IconBrandGithub,
  app_store: IconBrandAppstore,
  play_store: IconBrandGooglePlay,
  youtube: IconBrandYoutube,
  instagram: IconBrandInstagram,
  page: IconExternalLink,
} as const satisfies Record<LinkType, unknown>;

/** Links that show where they lead; the others show what they are. */
const shownInFull: ReadonlySet<LinkType> = new Set(['website', 'email', 'page']);

/** The company's links; they open outside the app. */
export function Links({ company }: { readonly company: Company }): ReactNode {
  const links = openableLinks(company);
  if (links.length === 0) return null;
  return (
    <ul className={classes.links} aria-label="Links">
      {links.map((link) => {
        const Icon = icons[link.type];
        const name = labelOf(linkKinds, link.type);
        return (
          <li key={link.type}>
            <ExternalLink url={link.url} label={`${name}: ${linkText(link)}`}>
              <Icon size={15} stroke={1.6} aria-hidden />
              <span className={classes.linkText}>{shownInFull.has(link.type) ? linkText(link) : name}</span>
            </ExternalLink>
          </li>
        );
      })}
    </ul>
  );
}

/** A link to a checked address, opened by the shell (S7). */
export function ExternalLink({
  url,
  label,
  children,
}: {
  readonly url: string;
  readonly label: string;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <a
      className={classes.link}
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={label}
      title={label}
      onClick={(event) => {
        event.preventDefault();
        openAddress(url);
      }}
    >
      {children}
    </a>
  );
}

/** Opens a checked address outside the app, or says why not. */
export function openAddress(url: string): void {
  call('shell.openExternal', { url }).catch((error: unknown) => showFailure('Not opened', error));
}

/** What a link shows: host and path of a site, the address of a mail. */
function linkText({ type, url }: CompanyLink): string {
  if (type === 'email') return decodeURIComponent(new URL(url).pathname);
  const { host, pathname } = new URL(url);
  const path = pathname === '/' ? '' : pathname.replace(/\/$/, '');
  return `${host.replace(/^www\./, '')}${path}`;
}

/** A company's links that can be opened, with the e-mail link of product 3, each with its checked address. */
export function openableLinks({ links, emails }: Pick<Company, 'links' | 'emails'>): CompanyLink[] {
  return linksWithEmail(links, emails).flatMap(({ type, url }) => {
    const checked = openableUrl(url);
    return checked === null ? [] : [{ type, url: checked }];
  });
}

/**
 * The address of a link in the form that may be opened outside the app, or null (S7). Old `http:` sites open by https.
 */
export function openableUrl(url: string): string | null {
  return externalUrl(url.trim().replace(/^http:/i, 'https:'));
}
