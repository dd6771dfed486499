import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { SmartListCompanies } from '#shared/domain/smartList.ts';
import { CompanyLogo } from '../../ui/CompanyLogo.tsx';
import { ScoreBar } from '../../ui/ScoreBar.tsx';
import { formatCount, formatMoment } from '../../ui/numbers.ts';
import classes from './Dashboard.module.css';

/** One smart list: its counts, its best companies and when it was last refreshed. `unrated`: what is undecided now. */
export function SmartListCard({
  list,
  unrated,
}: {
  readonly list: SmartListCompanies;
  readonly unrated: number;
}): ReactNode {
  const path = `/list/smart/${list.id}`;
  const refreshed = formatMoment(list.refreshed);
  return (
    <article className={classes.card} aria-label={list.name}>
      <header className={classes.cardHead}>
        <h2 className={classes.cardTitle} title={list.name} dir="auto">
          <Link to={path}>{list.name}</Link>
        </h2>
        <Button component={Link} to={path} variant={unrated > 0 ? 'filled' : 'default'}>
          {unrated > 0 ? 'Review' : 'Open'}
        </Button>
      </header>
      <dl className={classes.figures}>
        <Figure value={list.newCount} term="new this week" strong={list.newCount > 0} />
        <Figure value={unrated} term="unrated" />
        <Figure value={list.topCompanies} term={list.topCompanies === 1 ? 'top match' : 'top matches'} />
        <Figure value={list.totalCount} term="total" />
      </dl>
      {list.companies.length === 0 ? (
        <p className={classes.nothing}>No companies yet. New matches come with the next weekly refresh.</p>
      ) : (
        <ol className={classes.companies} aria-label={`Top companies of ${list.name}`}>
          {list.companies.map((company) => (
            <li key={company.id}>
              <Link to={`/company/${company.id}`} className={classes.company}>
                <CompanyLogo name={company.name} logo={company.logo} />
                <span className={classes.companyName} title={company.name} dir="auto">
                  {company.name}
                </span>
                <span className={classes.companyPlace} title={company.location.country.name}>
                  {company.location.country.name}
                </span>
                {company.score === null ? <span /> : <ScoreBar score={company.score} />}
              </Link>
            </li>
          ))}
        </ol>
      )}
      <p className={classes.refreshed}>{refreshed === '' ? 'Not refreshed yet' : `Refreshed ${refreshed}`}</p>
    </article>
  );
}

function Figure({
  value,
  term,
  strong = false,
}: {
  readonly value: number;
  readonly term: string;
  readonly strong?: boolean;
}): ReactNode {
  return (
    <div className={classes.figure} data-strong={strong}>
      <dt>{term}</dt>
      <dd>{formatCount(value)}</dd>
    </div>
  );
}
