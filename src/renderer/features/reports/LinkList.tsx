import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { marksOf, placeText, type Company } from '#shared/domain/company.ts';
import { formatDay } from '#shared/domain/formats.ts';
import { remarkText, type ReportRemark } from '#shared/report/reportData.ts';
import classes from './ReportsScreen.module.css';

/** Where a line of the list leads, and the text beside it. */
interface ListedLink {
  readonly path: string;
  readonly name: string;
  readonly about: string;
  /** Lines of text below it. */
  readonly below?: string;
}

/** A vertical list of links, each with a few words about it. */
export function LinkList({ links }: { readonly links: readonly ListedLink[] }): ReactNode {
  return (
    <ul className={classes.list}>
      {links.map(({ path, name, about, below = '' }) => (
        <li key={path}>
          <Anchor component={Link} to={path}>
            {name}
          </Anchor>
          <span>{about}</span>
          {below !== '' && (
            <p className={classes.below} dir="auto">
              {below}
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Companies as links to their reports, or to their pages. */
export function CompanyLinks({
  companies,
  to = 'report',
  remarks,
}: {
  readonly companies: readonly Company[];
  readonly to?: 'report' | 'company';
  /** What the user has decided and written about some of them. */
  readonly remarks?: readonly ReportRemark[];
}): ReactNode {
  const said = new Map(remarks?.map((remark) => [remark.companyId, remarkLines(remark)]));
  const links = companies.map((company) => ({
    path: to === 'report' ? `/reports/${company.id}` : `/company/${company.id}`,
    name: company.name,
    about: [...marksOf(company).map(({ label }) => label), company.industry.slice(0, 2).join(', '), placeText(company)]
      .filter(Boolean)
      .join(' · '),
    below: said.get(company.id) ?? '',
  }));
  return <LinkList links={links} />;
}

/** A decision and notes, each in lines of its own, as the PDF has them. */
export function remarkLines(remark: ReportRemark): string {
  const notes = remark.notes.map(({ createdAt, text }) => `${formatDay(createdAt)}: ${text}`);
  return [remarkText(remark), ...notes].filter((line) => line !== '').join('\n');
}
