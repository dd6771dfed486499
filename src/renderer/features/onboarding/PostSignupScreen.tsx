import { Button } from '@mantine/core';
import { useRef, useState, type ReactNode } from 'react';
import { Navigate, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { filtersToQuery } from '#shared/domain/filterQuery.ts';
import { defaultFilters, type FilterSet } from '#shared/domain/filters.ts';
import { useSession } from '../../data/bridgeValues.ts';
import { useApiMutation, useApiQuery } from '../../data/useApi.ts';
import { ErrorFace, LoadingFace } from '../../ui/Faces.tsx';
import { counted } from '../../ui/numbers.ts';
import { Screen, Section } from '../../ui/Screen.tsx';
import { StartingFace } from '../auth/StartingFace.tsx';
import {
  clearFeedback,
  feedbackBody,
  readFeedback,
  withOpinion,
  writeFeedback,
  type Feedback,
} from './feedbackStorage.ts';
import classes from './PostSignup.module.css';
import { RatingList } from './RatingList.tsx';
import { StartFilters } from './StartFilters.tsx';

/** Companies to rate (DECISIONS `/post-signup`). */
const samplesToRate = 10;

/** Completes a sign-up: filters, ten companies to rate, and from both the first smart list. */
export function PostSignupScreen(): ReactNode {
  const { status } = useSession();
  const location = useLocation();
  if (status === 'starting') return <StartingFace />;
  if (status === 'signedOut') {
    return <Navigate to="/login" replace state={{ from: `${location.pathname}${location.search}` }} />;
  }
  return (
    <main className={classes.page}>
      <Welcome />
    </main>
  );
}

function Welcome(): ReactNode {
  const navigate = useNavigate();
  const [parameters] = useSearchParams();
  const [filters, setFilters] = useState<FilterSet>(defaultFilters);
  const [feedback, setFeedback] = useState<Feedback>(readFeedback);
  const signUp = useApiMutation('signUp');
  const query = useApiQuery(
    'searchCompanies',
    { query: { ...filtersToQuery(filters), page: 0, page_size: samplesToRate } },
    { replaces: 'onboarding', placeholderData: (previous) => previous },
  );
  const companies = query.data?.items ?? [];
  const rate = (companyId: number, opinion: boolean): void => {
    const next = withOpinion(feedback, companyId, opinion);
    writeFeedback(next);
    setFeedback(next);
  };
  // The second click of a double click comes before the button is drawn as busy; it would make a second list.
  const isAsked = useRef(false);
  const finish = (): void => {
    if (isAsked.current) return;
    isAsked.current = true;
    const body = {
      user_email: parameters.get('email') ?? '',
      account_id: parameters.get('accountId') ?? '',
      feedback: feedbackBody(
        feedback,
        companies.map(({ id }) => id),
      ),
      filters,
    };
    signUp.mutate(
      { body },
      {
        onSuccess: (list) => {
          clearFeedback();
          void navigate(`/list/smart/${list.id}`, { replace: true });
        },
        onError: () => {
          isAsked.current = false;
        },
      },
    );
  };
  return (
    <Screen
      title="Welcome to Winnow"
      intro="Say what you look for. Your first smart list is made from it, and fills anew every week."
      narrow
    >
      <Section title="What do you look for?">
        <StartFilters filters={filters} onChange={setFilters} />
      </Section>
      <Section
        title="Are these the right ones?"
        aside={query.data !== undefined && <span>{counted(query.data.count, 'match', 'matches')}</span>}
      >
        {query.isPending && <LoadingFace label="Looking for companies" />}
        {query.isError && (
          <ErrorFace
            title="The companies could not be loaded."
            error={query.error}
            safe="What you chose is kept."
            onRetry={() => void query.refetch()}
          />
        )}
        {query.isSuccess && companies.length === 0 && <p>No company matches. Choose fewer filters above.</p>}
        <RatingList companies={companies} feedback={feedback} onRate={rate} />
      </Section>
      {signUp.isError && (
        <p className={classes.problem} role="alert">
          {signUp.error.message} Your answers are kept; try again.
        </p>
      )}
      <Button size="sm" loading={signUp.isPending} onClick={finish}>
        Make my first smart list
      </Button>
    </Screen>
  );
}
