import type { ReactNode } from 'react';
import { marksOf, type Marked } from '#shared/domain/company.ts';
import classes from './CompanyMarks.module.css';

/** Says beside its name that a company is invented, closed or acquired; nothing for any other. */
export function CompanyMarks({ company }: { readonly company: Marked }): ReactNode {
  return marksOf(company).map(({ label, meaning }) => (
    <span key={label} className={classes.chip} title={meaning}>
      {label}
    </span>
  ));
}
