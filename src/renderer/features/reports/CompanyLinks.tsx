import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Company } from '#shared/domain/company.ts';
import { placeText } from '../company/texts.ts';
import classes from './ReportsScreen.module.css';

/** Companies as ways to their reports. */
export function CompanyLinks({ companies }: { readonly companies: readonly Company[] }): ReactNode {
  return (
    <ul className={classes.list}>
      {companies.map((company) => (
        <li key={company.id}>
          <Anchor component={Link} to={`/reports/${company.id}`}>
            {company.name}
          </Anchor>
          <span>{[company.industry.slice(0, 2).join(', '), placeText(company)].filter(Boolean).join(' · ')}</span>
        </li>
      ))}
    </ul>
  );
}
