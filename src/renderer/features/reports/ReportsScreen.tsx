import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import type { EndpointName } from '#shared/api/endpoints.ts';
import type { Company } from '#shared/domain/company.ts';
import { companySchema } from '#shared/domain/companySchema.ts';
import { filterSentence } from '#shared/domain/filterSentence.ts';
import { isActiveText } from '#shared/domain/searchText.ts';
import { counted, formatDay } from '#shared/domain/formats.ts';
import { useSession } from '../../data/bridgeValues.ts';
import { useFilterNames } from '../../data/filterNames.ts';
import { useSearch } from '../../data/searchState.tsx';
import { useApiQuery } from '../../data/useApi.ts';
import { ErrorFace, LoadingFace } from '../../ui/Faces.tsx';
import { Screen, Section } from '../../ui/Screen.tsx';
import { CompanyLinks, LinkList } from './LinkList.tsx';
import { readRecentReports, pathOfSubject } from './recentReports.ts';
import classes from './ReportsScreen.module.css';

/** How many lists of each kind to offer. */
const offered = { query: { page_size: 100 } };

/** What a report can be about: a company's sector, a smart list, a collection, or the current search. */
export function ReportsScreen(): ReactNode {
  const client = useQueryClient();
  const { account } = useSession();
  const { filters } = useSearch();
  const names = useFilterNames(filters);
  const [opened] = useState(() => openedCompanies(client));
  const [recent] = useState(() => readRecentReports(account));
  // If a fetch fails, its section is left out: it is only an offer.
  const smartLists = useApiQuery('listSmartLists', offered).data?.results ?? [];
  const collections = useApiQuery('listCollectionPreviews', offered).data?.results ?? [];
  const reportable = collections.filter((collection) => collection.collection_items_count > 0);
  return (
    <Screen
      title="Reports"
      intro={
        'A sector report describes a group of companies: figures, trends and challenges, ' +
        'and how they apply to one company. You can save each report as PDF.'
      }
      narrow
    >
      <Section title="Sector report for a company">
        <FindCompany />
      </Section>
      <Section title="Current search">
        <LinkList
          links={[
            {
              path: pathOfSubject({ kind: 'search', filters, kept: false }),
              name: filterSentence(filters, names),
              about: '',
            },
          ]}
        />
      </Section>
      {smartLists.length > 0 && (
        <Section title="Smart lists">
          <LinkList
            links={smartLists.map(({ id, name, totalCount }) => ({
              path: pathOfSubject({ kind: 'smartList', id, kept: false }),
              name,
              about: counted(totalCount, 'company', 'companies'),
            }))}
          />
        </Section>
      )}
      {reportable.length > 0 && (
        <Section title="Collections">
          <LinkList
            links={reportable.map((collection) => ({
              path: pathOfSubject({ kind: 'collection', id: collection.id, kept: false }),
              name: collection.name,
              about: counted(collection.collection_items_count, 'company', 'companies'),
            }))}
          />
        </Section>
      )}
      {recent.length > 0 && (
        <Section title="Recent reports">
          <LinkList links={recent.map(({ path, title, at }) => ({ path, name: title, about: formatDay(at) }))} />
        </Section>
      )}
      {opened.length > 0 && (
        <Section title="Recently viewed">
          <CompanyLinks companies={opened} />
        </Section>
      )}
    </Screen>
  );
}

/** Companies suggested while the user types. */
const offeredCompanies = 8;
/** How long typing must pause before the search, in milliseconds. */
const typingRest = 150;

/** Finds a company by name, once the text is long enough to search for; Enter takes the first. */
export function FindCompany(): ReactNode {
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [text] = useDebouncedValue(typed.trim(), typingRest);
  const isActive = isActiveText(text);
  const query = useApiQuery(
    'findCompanyNames',
    { query: { text, page_size: offeredCompanies } },
    { enabled: isActive, replaces: 'report-company', placeholderData: keepPreviousData },
  );
  const found = isActive ? (query.data?.results ?? []) : [];
  const [first] = found;
  return (
    <>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (first !== undefined && !query.isPlaceholderData) void navigate(`/reports/${first.id}`);
        }}
      >
        <TextInput
          aria-label="Company"
          placeholder="Company name"
          description="Type at least three letters. Enter opens the first match."
          leftSection={<IconSearch size={15} aria-hidden />}
          maxLength={200}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </form>
      <div className={classes.found} aria-live="polite">
        {found.length > 0 && <CompanyLinks companies={found} />}
        {isActive && found.length === 0 && query.isError && (
          <ErrorFace title="Search failed." error={query.error} onRetry={() => void query.refetch()} />
        )}
        {isActive && query.isPending && !query.isError && <LoadingFace lines={3} label="Searching" />}
        {isActive && query.isSuccess && found.length === 0 && (
          <p className={classes.none}>No company matches “{text}”.</p>
        )}
      </div>
    </>
  );
}

/** The most companies to offer. */
const most = 8;
const endpoint: EndpointName = 'getCompany';

/** The companies whose pages were opened in this session, newest first. */
export function openedCompanies(client: QueryClient): Company[] {
  return client
    .getQueryCache()
    .findAll({ queryKey: ['api', endpoint] })
    .toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
    .flatMap(({ state }) => {
      const company = companySchema.safeParse(state.data);
      return company.success ? [company.data] : [];
    })
    .slice(0, most);
}
