import { ActionIcon, Button, Chip, Group, Input, MultiSelect, Stack } from '@mantine/core';
import { IconThumbDown, IconThumbUp } from '@tabler/icons-react';
import { useRef, useState, type ReactNode } from 'react';
import { Navigate, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { z } from 'zod';
import { stages } from '#shared/domain/choices.ts';
import { preferredDescription, type Company } from '#shared/domain/company.ts';
import { filtersToQuery } from '#shared/domain/filterQuery.ts';
import { defaultFilters, type FilterSet } from '#shared/domain/filters.ts';
import { regions } from '#shared/reference/countries.ts';
import { industryGroups } from '#shared/reference/industries.ts';
import { counted } from '#shared/domain/formats.ts';
import { useSession } from '../../data/bridgeValues.ts';
import { useApiMutation, useApiQuery } from '../../data/useApi.ts';
import { CompanyLogo } from '../../ui/CompanyLogo.tsx';
import { CompanyMarks } from '../../ui/CompanyMarks.tsx';
import { ErrorFace, LoadingFace } from '../../ui/Faces.tsx';
import { Screen, Section } from '../../ui/Screen.tsx';
import { StartingFace } from '../auth/StartingFace.tsx';
import classes from './PostSignup.module.css';

/** Completes a sign-up: filters and ratings of ten companies make the first smart list. */
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

/** Companies to rate (product 2.2). */
const samplesToRate = 10;

function Welcome(): ReactNode {
  const [filters, setFilters] = useState<FilterSet>(defaultFilters);
  const [feedback, setFeedback] = useState<Feedback>(readFeedback);
  const { signUp, finish } = useSignUp();
  const query = useApiQuery(
    'searchCompanies',
    { query: { ...filtersToQuery(filters), page: 0, page_size: samplesToRate } },
    { replaces: 'onboarding', placeholderData: (previous) => previous },
  );
  const companies = query.data?.items ?? [];
  const shown = companies.map(({ id }) => id);
  const rate = (companyId: number, opinion: boolean): void => {
    const next = withOpinion(feedback, companyId, opinion);
    writeFeedback(next);
    setFeedback(next);
  };
  return (
    <Screen
      title="Welcome to Winnow"
      intro="Tell us what you look for. We’ll create your first smart list; new matches arrive every week."
      narrow
    >
      <Section title="What are you looking for?">
        <StartFilters filters={filters} onChange={setFilters} />
      </Section>
      <Section
        title="Are these relevant?"
        aside={query.data !== undefined && <span>{counted(query.data.count, 'match', 'matches')}</span>}
      >
        {query.isPending && <LoadingFace label="Finding companies" />}
        {query.isError && (
          <ErrorFace
            title="Couldn’t load the companies."
            error={query.error}
            safe="Your choices are kept."
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
      <Button size="sm" loading={signUp.isPending} onClick={() => finish(filters, feedbackBody(feedback, shown))}>
        Create my first smart list
      </Button>
    </Screen>
  );
}

/** Ends the sign-up and opens the new smart list. */
function useSignUp() {
  const navigate = useNavigate();
  const [parameters] = useSearchParams();
  const signUp = useApiMutation('signUp');
  // The second click of a double click comes before the button looks busy; it would make a second list.
  const isAsked = useRef(false);
  const finish = (filters: FilterSet, feedback: ReturnType<typeof feedbackBody>): void => {
    if (isAsked.current) return;
    isAsked.current = true;
    const body = {
      user_email: parameters.get('email') ?? '',
      account_id: parameters.get('accountId') ?? '',
      feedback,
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
  return { signUp, finish };
}

/** Companies, each with a thumb up and a thumb down. */
export function RatingList({
  companies,
  feedback,
  onRate,
}: {
  readonly companies: readonly Company[];
  readonly feedback: Feedback;
  readonly onRate: (companyId: number, opinion: boolean) => void;
}): ReactNode {
  return (
    <ul className={classes.list}>
      {companies.map((company) => {
        const opinion = feedback[String(company.id)];
        return (
          <li key={company.id} className={classes.item}>
            <CompanyLogo name={company.name} logo={company.logo} size={28} />
            <div className={classes.text}>
              <strong>{company.name}</strong> <CompanyMarks company={company} />
              <p>{preferredDescription(company.description)}</p>
            </div>
            <ActionIcon
              variant={opinion === true ? 'filled' : 'default'}
              color="accent"
              size="lg"
              aria-label={`${company.name} is relevant`}
              aria-pressed={opinion === true}
              onClick={() => onRate(company.id, true)}
            >
              <IconThumbUp size={16} stroke={1.7} />
            </ActionIcon>
            <ActionIcon
              variant={opinion === false ? 'filled' : 'default'}
              color="accent"
              size="lg"
              aria-label={`${company.name} is not relevant`}
              aria-pressed={opinion === false}
              onClick={() => onRate(company.id, false)}
            >
              <IconThumbDown size={16} stroke={1.7} />
            </ActionIcon>
          </li>
        );
      })}
    </ul>
  );
}

/** The few filters to start with: stages, regions and industry groups. The filter panel has the rest. */
export function StartFilters({
  filters,
  onChange,
}: {
  readonly filters: FilterSet;
  readonly onChange: (filters: FilterSet) => void;
}): ReactNode {
  const change = (part: Partial<FilterSet['include']>): void =>
    onChange({ ...filters, include: { ...filters.include, ...part } });
  return (
    <Stack gap="sm">
      <Input.Wrapper label="Stages" labelElement="div">
        <Chip.Group multiple value={filters.include.stages} onChange={(values) => change({ stages: values })}>
          <Group gap="xs" mt={4}>
            {stages.map(({ value, label }) => (
              <Chip key={value} value={value} size="xs">
                {label}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
      </Input.Wrapper>
      <Input.Wrapper label="Regions" labelElement="div">
        <Chip.Group multiple value={filters.include.regions} onChange={(values) => change({ regions: values })}>
          <Group gap="xs" mt={4}>
            {regions.map((region) => (
              <Chip key={region} value={region} size="xs">
                {region}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
      </Input.Wrapper>
      <MultiSelect
        label="Industry groups"
        data={[...industryGroups]}
        value={filters.include.industryGroups}
        onChange={(values) => change({ industryGroups: values })}
        searchable
        clearable
        placeholder={filters.include.industryGroups.length === 0 ? 'All' : ''}
      />
    </Stack>
  );
}

/** Where feedback waits until it is sent (product 9: session storage holds signup feedback). */
const storageKey = 'winnow.signupFeedback';

const feedbackSchema = z.record(z.string().regex(/^\d+$/), z.boolean());

/** What the user thinks of companies, by company id; no entry means no opinion. */
export type Feedback = Readonly<Record<string, boolean>>;

/** The feedback given in this session so far. */
export function readFeedback(): Feedback {
  try {
    const parsed = feedbackSchema.safeParse(JSON.parse(sessionStorage.getItem(storageKey) ?? '{}'));
    return parsed.success ? parsed.data : {};
  } catch {
    return {};
  }
}

/** Keeps the feedback. If storage is full, a reload starts over. */
export function writeFeedback(feedback: Feedback): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(feedback));
  } catch {
    clearFeedback();
  }
}

/** Forgets the feedback once it has been sent. */
export function clearFeedback(): void {
  sessionStorage.removeItem(storageKey);
}

/** Sets an opinion, or removes it if the same one is given again. */
export function withOpinion(feedback: Feedback, companyId: number, opinion: boolean): Feedback {
  const { [String(companyId)]: before, ...others } = feedback;
  return before === opinion ? others : { ...others, [String(companyId)]: opinion };
}

/** The feedback as the sign-up call takes it: every company that was shown, including those without an opinion. */
export function feedbackBody(
  feedback: Feedback,
  shown: readonly number[],
): { company_id: number; feedback?: boolean }[] {
  return shown.map((id) => {
    const opinion = feedback[String(id)];
    return opinion === undefined ? { company_id: id } : { company_id: id, feedback: opinion };
  });
}
