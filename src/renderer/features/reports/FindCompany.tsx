import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { IconSearch } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { isActiveText } from '#shared/domain/filters.ts';
import { useApiQuery } from '../../data/useApi.ts';
import { ErrorFace, LoadingFace } from '../../ui/Faces.tsx';
import { CompanyLinks } from './CompanyLinks.tsx';
import classes from './ReportsScreen.module.css';

/** Companies that are offered while one types. */
const offered = 8;
/** How long typing rests before it is searched for, in milliseconds. */
const typingRest = 150;

/** Finds a company by its name, once that is long enough to be searched for; Enter takes the first. */
export function FindCompany(): ReactNode {
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [text] = useDebouncedValue(typed.trim(), typingRest);
  const isActive = isActiveText(text);
  // Hits in the name come first (docs/api.md 3).
  const query = useApiQuery(
    'searchCompanies',
    { query: { text_search: text, page: 0, page_size: offered } },
    { enabled: isActive, replaces: 'report-company', placeholderData: keepPreviousData },
  );
  const found = isActive ? (query.data?.items ?? []) : [];
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
          placeholder="Name of a company"
          description="Three letters or more. Enter opens the report of the first."
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
