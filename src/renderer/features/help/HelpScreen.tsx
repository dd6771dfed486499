import { Button, VisuallyHidden, Anchor } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconInfoCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import { bestMatchOrder } from '#shared/domain/choices.ts';
import { scoreMeaning } from '#shared/domain/company.ts';
import { capitalised } from '#shared/domain/filterSentence.ts';
import { diagnosticsText, type SelfCheck } from '#shared/bridge/contract.ts';
import { call, shellInfo } from '../../bridge/bridge.ts';
import { keys } from '../../data/keys.ts';
import { useHasTeam } from '../../data/team.ts';
import { Keys, ShortcutTable } from '../../keyboard/Keys.tsx';
import { Section, Screen } from '../../ui/Screen.tsx';
import { searchSigns } from '../../ui/searchSigns.ts';
import { showDone, showFailure } from '../../ui/toasts.tsx';
import classes from './HelpScreen.module.css';

/** Help: how Winnow works, what the words mean, and every key. It is part of the app and needs no network. */
export function HelpScreen(): ReactNode {
  const { product, version } = shellInfo();
  const hasTeam = useHasTeam();
  return (
    <Screen title="Help" intro={`${product} ${version}`} narrow>
      <Section title="How Winnow works">
        <ol className={classes.steps}>
          <li>
            <strong>Search</strong> with <Keys id="app.search" />. Type three characters or more (two of Chinese,
            Japanese or Korean) and press Enter. Narrow it down with the filters, <Keys id="list.filters" />.
          </li>
          <li>
            <strong>Save it as a smart list</strong> with <Keys id="list.saveSmartList" />. It starts with the best
            current matches; new matches are added every week.
          </li>
          <li>
            <strong>Decide</strong>, company by company: <Keys id="triage.watchlist" /> Watchlist,{' '}
            <Keys id="triage.opportunities" /> Opportunities, <Keys id="triage.archive" /> Archive. The next undecided
            company gets the focus at once. <Keys id="triage.undo" /> undoes the last decision, as often as you like.
            Say why with <Keys id="triage.reason" />; put a company off with <Keys id="triage.later" />; write a note
            with <Keys id="company.note" />. In a panel or a field letters type; <Keys id="go.back" /> leads back. A
            right click on a company, or <Keys id="list.menu" />, shows what else can be done.
          </li>
          <li>
            <strong>Collect and share</strong>: add to a collection with <Keys id="company.collect" />, export as CSV
            with <Keys id="list.export" />, hand over Opportunities to your CRM (palette).
          </li>
        </ol>
      </Section>
      <SecondWeek />
      <TeamHelp />
      <SearchSigns />
      <Glossary />
      <Section title="When something goes wrong">
        <p className={classes.text}>
          A decision is saved on this computer the moment it shows. If the connection is lost, Winnow retries every 5
          seconds. A decision that the server refuses stays in the panel at the bottom right with the reason; retry or
          discard it there.
        </p>
      </Section>
      <DiagnosticsSection />
      <Section title="All shortcuts">
        <ShortcutTable hasTeam={hasTeam} />
      </Section>
      <LicencesSection />
    </Screen>
  );
}

/** What happens with the next file, and why a column may be empty. */
function SecondWeek(): ReactNode {
  return (
    <Section title="Your second week">
      <p className={classes.text}>
        Drop the newer file on the window, like the first one. The newest value of a fact counts, whatever the order of
        the files. The import says how many companies are new and how many have changed. Smart lists get the companies
        that are new or match now. A company that you put off comes back on top of its list once it raises, grows or
        changes its stage. What you have decided stays decided, and an import can be undone.
      </p>
      <p className={classes.text}>
        A column is empty where no file has said anything: a file without scores gives none, and one without
        descriptions is searched by names only. A value that Winnow could not read is kept under its own header, on the
        company’s page.
      </p>
    </Section>
  );
}

/** What changes on a server. */
function TeamHelp(): ReactNode {
  return (
    <Section title="With a team">
      <p className={classes.text}>
        Log out and sign in to your team’s server. Beside a company’s name you see what colleagues have decided. Share a
        smart list by its menu in the sidebar: the first decision settles a company for all, or everybody decides for
        themselves. Assign a company with <Keys id="company.assign" />. A note for the team is a comment, and @ with a
        name in it tells that person.
      </p>
    </Section>
  );
}

/** What can be typed into a search. */
function SearchSigns(): ReactNode {
  return (
    <Section title="What a search understands">
      <dl className={classes.words}>
        {searchSigns.map(({ typed, finds }) => (
          <Word key={typed} term={typed}>
            {capitalised(finds)}.
          </Word>
        ))}
      </dl>
      <p className={classes.text}>
        All words must match, anywhere in the name, city or descriptions. While you type in the filter panel, the last
        word finds longer ones too, until you press Enter or leave the field.
      </p>
    </Section>
  );
}

/** The words that Winnow uses in a way of its own. */
function Glossary(): ReactNode {
  return (
    <Section title="Glossary">
      <dl className={classes.words}>
        <Word term="Smart list">A saved search, also called an inbox. New matches arrive every week.</Word>
        <Word term="Watchlist, Opportunities, Archive">
          Where a decided company goes, in every smart list. Undecided companies stay in the inbox.
        </Word>
        <Word term="Later">
          Companies that you put off. They come back to their inbox on their day, or when what you wait for happens.
        </Word>
        <Word term="Zero inbox">
          Inboxes show only undecided companies. Turn it on or off in{' '}
          <Anchor component={Link} to="/settings" underline="always">
            Settings
          </Anchor>
          .
        </Word>
        <Word term="Digest week">
          The week in which a company was discovered. The weekly refresh releases the next one.
        </Word>
        <Word term="Score">{scoreMeaning}. Many companies have none.</Word>
        <Word term="Best match">The default order of a search: {bestMatchOrder}.</Word>
        <Word term="Highlights">What stands out about the team and the company, such as a PhD founder.</Word>
        <Word term="Top match">A company that fits a smart list especially well.</Word>
        <Word term="My picks">Companies you decided on straight from search.</Word>
      </dl>
    </Section>
  );
}

function Word({ term, children }: { readonly term: string; readonly children: ReactNode }): ReactNode {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

const marks = {
  good: { Icon: IconCheck, label: 'OK' },
  attention: { Icon: IconAlertTriangle, label: 'Check' },
  info: { Icon: IconInfoCircle, label: 'Info' },
} as const;

/** What a problem report needs, to read and copy: numbered checks and the newest errors, nothing private. */
export function DiagnosticsSection(): ReactNode {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: keys.diagnostics,
    queryFn: () => call('shell.diagnostics', null),
    staleTime: 0,
  });
  const copy = (): void => {
    if (data === undefined) return;
    navigator.clipboard.writeText(diagnosticsText(data)).then(
      () => showDone('Diagnostics copied.'),
      (reason: unknown) => showFailure('Not copied', reason),
    );
  };
  return (
    <Section
      title="Diagnostics"
      aside={
        <Button variant="default" size="xs" disabled={data === undefined} onClick={copy}>
          Copy diagnostics
        </Button>
      }
    >
      <p className={classes.text}>
        Attach this to a problem report. It contains no token, search or text of yours, only the workspace path.
      </p>
      {error !== null && (
        <p role="alert" className={classes.text}>
          {error.message}{' '}
          <Button variant="subtle" size="compact-xs" loading={isFetching} onClick={() => void refetch()}>
            Retry
          </Button>
        </p>
      )}
      {data !== undefined && (
        <ol className={classes.checks}>
          {data.checks.map((check) => (
            <Check key={check.number} check={check} />
          ))}
        </ol>
      )}
      {data !== undefined && data.errors.length > 0 && (
        <details className={classes.text}>
          <summary>Last errors ({data.errors.length})</summary>
          <pre className={classes.errors}>{data.errors.join('\n')}</pre>
        </details>
      )}
    </Section>
  );
}

function Check({ check: { name, state, detail } }: { readonly check: SelfCheck }): ReactNode {
  const { Icon, label } = marks[state];
  return (
    <li className={classes.check} data-state={state}>
      <Icon size={16} aria-hidden className={classes.checkMark} />
      <VisuallyHidden>{label}</VisuallyHidden>
      <span className={classes.checkName}>{name}</span>
      <span className={classes.checkDetail}>{detail}</span>
    </li>
  );
}

/** The licences of Winnow and of every package in it, from a file that the build makes. */
export function LicencesSection(): ReactNode {
  const [open, setOpen] = useState(false);
  const { data, error } = useQuery({
    queryKey: keys.licences,
    queryFn: readLicences,
    enabled: open,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Section title="Licences">
      <p className={classes.text}>
        Winnow is free software under the MIT licence. The packages it includes have their own licences.
      </p>
      <details
        className={classes.text}
        onToggle={(event) => {
          setOpen(event.currentTarget.open);
        }}
      >
        <summary>All licences</summary>
        {error !== null && <p role="alert">{error.message}</p>}
        {data !== undefined && (
          // Scrollable by keyboard, so it must be focusable.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          <pre className={classes.errors} tabIndex={0} aria-label="All licences">
            {data}
          </pre>
        )}
      </details>
    </Section>
  );
}

async function readLicences(): Promise<string> {
  const response = await fetch('/licences.txt');
  if (!response.ok) throw new Error('The licence file is missing. Build Winnow again.');
  return await response.text();
}
