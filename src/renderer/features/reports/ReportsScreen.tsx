import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useApiQuery } from '../../data/useApi.ts';
import { Screen, Section } from '../../ui/Screen.tsx';
import { CompanyLinks } from './CompanyLinks.tsx';
import { FindCompany } from './FindCompany.tsx';
import { openedCompanies } from './openedCompanies.ts';

/** What a sector report can be about: a company found by name, one that was opened lately, or one of a smart list. */
export function ReportsScreen(): ReactNode {
  const client = useQueryClient();
  const [opened] = useState(() => openedCompanies(client));
  // A failed fetch leaves the section out, as it is no more than an offer.
  const lists = useApiQuery('listSmartListCompanies', { query: { page_size: 50 } }).data?.results ?? [];
  const filled = lists.filter(({ companies }) => companies.length > 0);
  return (
    <Screen
      title="Reports"
      intro="A sector report describes the sector of a company: its figures, its trends and challenges, and how they apply to the company."
      narrow
    >
      <Section title="Find a company">
        <FindCompany />
      </Section>
      {opened.length > 0 && (
        <Section title="Opened lately">
          <CompanyLinks companies={opened} />
        </Section>
      )}
      {filled.map(({ id, name, companies }) => (
        <Section key={id} title={`Top companies of ${name}`}>
          <CompanyLinks companies={companies} />
        </Section>
      ))}
    </Screen>
  );
}
