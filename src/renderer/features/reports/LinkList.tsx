import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { marksOf, placeText, type Company } from '#shared/domain/company.ts';
import classes from './ReportsScreen.module.css';

/** Where a line of the list leads, and the text beside it. */
interface ListedLink {
  readonly path: string;
  readonly name: string;
  readonly about: string;
}

/** A vertical list of links, each with a few words about it. */
export function LinkList({ links }: { readonly links: readonly ListedLink[] }): ReactNode {
  return (
    <ul className={classes.list}>
      {links.map(({ path, name, about }) => (
        <li key={path}>
          <Anchor component={Link} to={path}>
            {name}
          </Anchor>
          <span>{about}</span>
        </li>
      ))}
    </ul>
  );
}

/** Companies as links to their reports, or to their pages. */
export function CompanyLinks({
  companies,
  to = 'report',
}: {
  readonly companies: readonly Company[];
  readonly to?: 'report' | 'company';
}): ReactNode {
  const links = companies.map((company) => ({
    path: to === 'report' ? `/reports/${company.id}` : `/company/${company.id}`,
    name: company.name,
    about: [...marksOf(company).map(({ label }) => label), company.industry.slice(0, 2).join(', '), placeText(company)]
      .filter(Boolean)
      .join(' · '),
  }));
  return <LinkList links={links} />;
}
