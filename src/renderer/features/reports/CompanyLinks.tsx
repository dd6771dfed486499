import type { ReactNode } from 'react';
import { placeText, type Company } from '#shared/domain/company.ts';
import { LinkList } from './LinkList.tsx';

/** Companies as ways to their reports, or to their own pages. */
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
    about: [company.industry.slice(0, 2).join(', '), placeText(company)].filter(Boolean).join(' · '),
  }));
  return <LinkList links={links} />;
}
