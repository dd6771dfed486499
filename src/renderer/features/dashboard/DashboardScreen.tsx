import { Anchor, Button, CloseButton } from '@mantine/core';
import { IconDatabase, IconFileImport, IconInbox, IconServer } from '@tabler/icons-react';
import { useRef, type ReactNode, type RefObject } from 'react';
import { Link } from 'react-router-dom';
import type { WorkspaceStatus } from '#shared/bridge/workspace.ts';
import { placeText, type Company } from '#shared/domain/company.ts';
import type { SmartListCompanies } from '#shared/domain/smartList.ts';
import { counted, formatCount, formatMoment } from '#shared/domain/formats.ts';
import { companyPath } from '../../ui/companyPath.ts';
import { usePreferences, useSession, useSetPreferences, useWorkspace } from '../../data/bridgeValues.ts';
import { useInPlaces } from '../../data/listPlaces.ts';
import { chooseFiles } from '../../data/routeState.ts';
import { useApiQuery, useWorkspaceCommand } from '../../data/useApi.ts';
import { shortTextOf } from '../../grid/cells/cellTexts.ts';
import { useCommands } from '../../keyboard/CommandProvider.tsx';
import { Keys } from '../../keyboard/Keys.tsx';
import { CompanyLogo } from '../../ui/CompanyLogo.tsx';
import { EmptyFace, ErrorFace, JobProgress, LoadingFace } from '../../ui/Faces.tsx';
import { CompanyMarks } from '../../ui/CompanyMarks.tsx';
import { KnownChips } from '../../ui/KnownChips.tsx';
import { ScoreBar } from '../../ui/ScoreBar.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { useUnrated } from '../moves/TriageProvider.tsx';
import { ThisWeek, useDecidedThisWeek } from './ThisWeek.tsx';
import { ReadyLists } from './ReadyLists.tsx';
import { filledText, firstListTitle } from './firstList.ts';
import classes from './Dashboard.module.css';

/** Smart lists with their counts and best companies (product 2). */
export function DashboardScreen(): ReactNode {
  const { firstRunDone } = usePreferences();
  const isLocal = useSession().place === 'local';
  const workspace = useWorkspace();
  const query = useApiQuery('listSmartListCompanies', { query: { page_size: 200 } });
  const lists = useInPlaces(query.data?.results);
  const unratedOf = useUnrated();
  const unrated = sum(lists, unratedOf);
  const hasNoList = query.isSuccess && lists.length === 0;
  const { isEmptyWorkspace, hasImported } = stateOf(isLocal ? workspace : undefined);
  // A user with a smart list, or with companies of their own, knows the way; the choices return when there is nothing
  // left to look at. They are about the local workspace: a user on a server has chosen, and the companies are there.
  const showsStart = isEmptyWorkspace || (isLocal && !firstRunDone && hasNoList && !hasImported);
  return (
    <Screen title="Dashboard" intro={introOf(unrated, lists.length)}>
      {showsStart && <FirstRun workspace={workspace} />}
      {query.isPending && <LoadingFace lines={8} label="Loading smart lists" />}
      {query.isError && query.data === undefined && (
        <ErrorFace
          title="Couldn’t load your smart lists."
          error={query.error}
          safe="Your decisions are safe."
          onRetry={() => void query.refetch()}
        />
      )}
      {hasNoList && !isEmptyWorkspace && <NoLists isFirst={!showsStart} hasImported={hasImported} />}
      {lists.length > 0 && <Lists lists={lists} />}
    </Screen>
  );
}

/** What a local workspace has; nothing is said of one that is not known. */
function stateOf(workspace: WorkspaceStatus | undefined): {
  readonly isEmptyWorkspace: boolean;
  readonly hasImported: boolean;
} {
  const { companies = 1, importedCompanies = 0 } = workspace ?? {};
  return { isEmptyWorkspace: companies === 0, hasImported: importedCompanies > 0 };
}

const howListsComeAbout =
  'Search, set filters, then save the search as a smart list. New matches are added every week.';

/**
 * How smart lists come about, with some to start with. `isFirst`: its button is the screen's first choice.
 * `hasImported`: the user's own companies are there, so it is about them.
 */
function NoLists({ isFirst, hasImported }: { readonly isFirst: boolean; readonly hasImported: boolean }): ReactNode {
  const facets = useApiQuery('getFacets', { query: { filled: 'true' } }, { enabled: hasImported }).data;
  const own = hasImported && facets !== undefined ? facets : null;
  return (
    <EmptyFace
      icon={IconInbox}
      title={own === null ? 'No smart lists yet' : firstListTitle(own)}
      text={
        <>
          {own !== null && <span className={classes.filled}>{filledText(own)}</span>}
          {howListsComeAbout}
        </>
      }
    >
      <ReadyLists />
      <Button
        component={Link}
        to="/list/search"
        variant={isFirst ? 'filled' : 'default'}
        rightSection={<Keys id="go.search" />}
      >
        Search companies
      </Button>
    </EmptyFace>
  );
}

/** What was done this week over all smart lists, and a card for each. */
function Lists({ lists }: { readonly lists: readonly SmartListCompanies[] }): ReactNode {
  const cards = useRef<HTMLDivElement>(null);
  const unratedOf = useUnrated();
  const week = useDecidedThisWeek();
  useCardKeys(cards);
  return (
    <>
      <ThisWeek
        fresh={sum(lists, ({ newUnratedCount }) => newUnratedCount)}
        week={week}
        next={lists.filter((list) => unratedOf(list) > 0).toSorted((a, b) => unratedOf(b) - unratedOf(a))[0]}
      />
      <div ref={cards} className={classes.cards}>
        {lists.map((list) => (
          <SmartListCard key={list.id} list={list} unrated={unratedOf(list)} decided={week?.of.get(list.id) ?? 0} />
        ))}
      </div>
    </>
  );
}

function sum<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}

/** The keys of a list go from card to card, and Enter opens the one that has the focus. */
function useCardKeys(cards: RefObject<HTMLDivElement | null>): void {
  const step =
    (delta: 1 | -1) =>
    (event: KeyboardEvent | null): boolean => {
      // The arrows scroll the page.
      if (event?.key.startsWith('Arrow') === true) return false;
      const links = [...(cards.current?.querySelectorAll<HTMLElement>('h2 a') ?? [])];
      if (links.length === 0) return false;
      const here = links.findIndex((link) => link.closest('article')?.contains(document.activeElement) === true);
      links.at(here === -1 ? (delta === 1 ? 0 : -1) : Math.min(links.length - 1, Math.max(0, here + delta)))?.focus();
      return true;
    };
  useCommands({ 'list.next': step(1), 'list.previous': step(-1) });
}

function introOf(unrated: number, lists: number): string | undefined {
  if (lists === 0) return undefined;
  return `${counted(unrated, 'company', 'companies')} to review in ${counted(lists, 'smart list', 'smart lists')}.`;
}

/** Companies in the sample created at first start (product 17.11). */
const sampleSize = 50_000;

/** The first-run choices: explore the sample, import a file, connect to a server. */
export function FirstRun({ workspace }: { readonly workspace: WorkspaceStatus | undefined }): ReactNode {
  const setPreferences = useSetPreferences();
  const createSample = useWorkspaceCommand('workspace.createSample');
  const cancel = useWorkspaceCommand('workspace.cancel');
  const job = workspace?.job ?? null;
  const running = job?.state === 'running' ? job : null;
  const { companies = 0 } = workspace ?? {};
  return (
    <section className={classes.firstRun} aria-label="Get started">
      <div className={classes.firstRunHead}>
        <div>
          <h2 className={classes.firstRunTitle}>Get started</h2>
          <p className={classes.firstRunText}>You can do the others later, in Workspace or Settings.</p>
        </div>
        <CloseButton aria-label="Dismiss" onClick={() => setPreferences.mutate({ firstRunDone: true })} />
      </div>
      <div className={classes.choices}>
        <Choice icon={<IconDatabase size={20} stroke={1.6} aria-hidden />} title="Explore the sample">
          {running === null ? (
            <>
              <p>
                {companies === 0
                  ? `${counted(sampleSize, 'invented company', 'invented companies')} with founders, funding and ` +
                    'descriptions; some arrive with the weekly refreshes.'
                  : `${counted(companies, 'invented company', 'invented companies')} to try Winnow with.`}
              </p>
              {companies === 0 ? (
                <Button
                  variant="default"
                  loading={createSample.isPending}
                  onClick={() => createSample.mutate({ companies: sampleSize })}
                >
                  Create sample data
                </Button>
              ) : (
                <Button component={Link} to="/list/search">
                  Search the sample
                </Button>
              )}
              {createSample.isError && <p role="alert">{createSample.error.message}</p>}
            </>
          ) : (
            <JobProgress job={running} onCancel={() => cancel.mutate(null)} />
          )}
        </Choice>
        <Choice icon={<IconFileImport size={20} stroke={1.6} aria-hidden />} title="Import a file">
          <p>
            CSV, TSV, XLSX, JSON or JSON Lines with your own companies. We match the columns; you check them before
            anything is imported.
          </p>
          <Button
            component={Link}
            to="/workspace"
            state={chooseFiles}
            variant={companies === 0 && running === null ? 'filled' : 'default'}
          >
            Choose files
          </Button>
        </Choice>
        <Choice icon={<IconServer size={20} stroke={1.6} aria-hidden />} title="Connect to a server">
          <p>Work with your team on a Winnow server. Your local workspace is not affected.</p>
          <Anchor component={Link} to="/settings#connection" fz="inherit">
            Connect
          </Anchor>
        </Choice>
      </div>
    </section>
  );
}

function Choice({
  icon,
  title,
  children,
}: {
  readonly icon: ReactNode;
  readonly title: string;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <div className={classes.choice}>
      <h3 className={classes.choiceTitle}>
        {icon}
        {title}
      </h3>
      {children}
    </div>
  );
}

/**
 * One smart list: its counts, its best companies and when it was last refreshed. `unrated`: how many are undecided now;
 * `decided`: how many were decided this week.
 */
export function SmartListCard({
  list,
  unrated,
  decided,
}: {
  readonly list: SmartListCompanies;
  readonly unrated: number;
  readonly decided: number;
}): ReactNode {
  const path = `/list/smart/${list.id}`;
  const fresh = Math.min(unrated, list.newUnratedCount);
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
        <Figure value={fresh} term="new" to={fresh === 0 ? undefined : `${path}?show=new`} />
        <Figure value={unrated} term="undecided" />
        {hasTop(list) && <Figure value={list.topCompanies} term="top" />}
        <Figure value={list.totalCount} term="all" />
      </dl>
      {list.companies.length === 0 ? (
        <p className={classes.nothing}>No companies yet. New matches arrive with the weekly refresh.</p>
      ) : (
        <ol className={classes.companies} aria-label={`Top companies of ${list.name}`}>
          {list.companies.map((company) => (
            <li key={company.id}>
              <Link to={companyPath(company.id, list.id)} className={classes.company}>
                <CompanyLogo name={company.name} logo={company.logo} />
                <span className={classes.companyNamed}>
                  <span className={classes.companyName} title={company.name} dir="auto">
                    {company.name}
                  </span>
                  <CompanyMarks company={company} />
                  <KnownChips companyId={company.id} />
                </span>
                <What company={company} />
                {company.score === null ? <span /> : <ScoreBar score={company.score} />}
              </Link>
            </li>
          ))}
        </ol>
      )}
      <p className={classes.refreshed}>
        {refreshed === '' ? 'Not refreshed yet' : `Refreshed ${refreshed}`}
        {decided > 0 && ` · ${formatCount(decided)} decided this week`}
      </p>
    </article>
  );
}

/** Whether a list can have top matches: companies without scores never are. */
function hasTop({ topCompanies, companies }: SmartListCompanies): boolean {
  return topCompanies > 0 || companies.some(({ score }) => score !== null);
}

/** The short description of a company, or its place if it has none. */
function What({ company }: { readonly company: Company }): ReactNode {
  const about = shortTextOf(company);
  const text = about === '' ? placeText(company) : about;
  return (
    <span className={classes.companyText} title={text} dir="auto">
      {text}
    </span>
  );
}

function Figure({
  value,
  term,
  to,
}: {
  readonly value: number;
  readonly term: string;
  /** Where what is counted is shown. */
  readonly to?: string | undefined;
}): ReactNode {
  return (
    <div className={classes.figure} data-strong={to !== undefined}>
      <dt>{term}</dt>
      <dd>{to === undefined ? formatCount(value) : <Link to={to}>{formatCount(value)}</Link>}</dd>
    </div>
  );
}
