import { Button } from '@mantine/core';
import { keepPreviousData, useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { EndpointResponse } from '#shared/api/messages.ts';
import { isoDate } from '#shared/domain/digestWeek.ts';
import { counted, formatFullMoment, formatMoment } from '#shared/domain/formats.ts';
import type { AuditLine } from '#shared/domain/team.ts';
import { api } from '../../bridge/bridge.ts';
import type { TeamView } from '../../data/team.ts';
import { useApiQuery } from '../../data/useApi.ts';
import { ErrorFace, LoadingFace } from '../../ui/Faces.tsx';
import { saveText } from '../../ui/saveText.ts';
import { showFailure } from '../../ui/toasts.tsx';
import { AuditFilters } from './AuditFilters.tsx';
import { auditQueryOf, wholeAudit, type AuditChoice } from './auditFilter.ts';
import { auditParts } from './auditSentence.ts';
import classes from './Team.module.css';

/** Lines of the audit that are shown at a time. */
const linesShown = 100;

/**
 * What was done by whom, newest first, all or what a filter leaves; that as a file, and whether anything of the whole
 * was changed.
 */
export function AuditTab({ team }: { readonly team: TeamView }): ReactNode {
  const [choice, setChoice] = useState(wholeAudit);
  // Where each page begins that was left for an older one; the last is that of the page shown.
  const [before, setBefore] = useState<readonly number[]>([]);
  const start = before.at(-1);
  const query = useApiQuery(
    'listAudit',
    { query: { limit: linesShown, ...(start === undefined ? {} : { before: start }), ...auditQueryOf(choice) } },
    { placeholderData: keepPreviousData, staleTime: 0 },
  );
  const lines = query.data?.results ?? [];
  const last = lines.at(-1);
  const hasOlder = lines.length === linesShown && last !== undefined && last.place > 1;
  return (
    <>
      <div className={classes.tools}>
        <span className={classes.hint}>
          Each line is sealed with the one before, so that a change or a gap can be found. A private note’s text is
          never in it.
        </span>
        <CheckAndSave choice={choice} />
      </div>
      <AuditFilters
        team={team}
        choice={choice}
        onChange={(next) => {
          setChoice(next);
          setBefore([]);
        }}
      />
      {query.isError && query.data === undefined && (
        <ErrorFace title="Couldn’t load the audit." error={query.error} onRetry={() => void query.refetch()} />
      )}
      {query.isPending && <LoadingFace label="Loading the audit" />}
      {query.data !== undefined &&
        (lines.length === 0 ? (
          <p className={classes.hint}>Nothing in the audit matches.</p>
        ) : (
          <Lines lines={lines} team={team} />
        ))}
      <nav className={classes.pages} aria-label="Pages of the audit">
        {before.length > 0 && (
          <Button variant="default" onClick={() => setBefore(before.slice(0, -1))}>
            Newer
          </Button>
        )}
        {hasOlder && (
          <Button
            variant="default"
            loading={query.isPlaceholderData}
            onClick={() => setBefore([...before, last.place])}
          >
            Older
          </Button>
        )}
      </nav>
    </>
  );
}

function Lines({ lines, team }: { readonly lines: readonly AuditLine[]; readonly team: TeamView }): ReactNode {
  return (
    <table className={classes.table} aria-label="Audit">
      <thead>
        <tr>
          <th scope="col" className={classes.when}>
            When
          </th>
          <th scope="col">What</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.place}>
            <td className={classes.when}>
              <time dateTime={line.at} title={formatFullMoment(line.at)}>
                {formatMoment(line.at)}
              </time>
            </td>
            <td className={classes.sentence}>
              <Sentence line={line} team={team} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Sentence({ line, team }: { readonly line: AuditLine; readonly team: TeamView }): ReactNode {
  return auditParts(line, team.nameOf).map(({ text, companyId }) =>
    companyId === undefined ? (
      text
    ) : (
      <Link key="company" to={`/company/${companyId}`} className={classes.link}>
        <bdi>{text}</bdi>
      </Link>
    ),
  );
}

/** What a check of the whole audit has found, in a sentence for each. */
export function checkTexts({ events, problems }: EndpointResponse<'checkAudit'>): readonly string[] {
  const all = counted(events, 'event', 'events');
  return problems.length === 0 ? [`${all}, nothing was changed.`] : [`${all}; something is wrong:`, ...problems];
}

function CheckAndSave({ choice }: { readonly choice: AuditChoice }): ReactNode {
  const check = useMutation({ mutationFn: () => api('checkAudit') });
  const save = useMutation({
    mutationFn: () => api('exportAudit', { query: auditQueryOf(choice) }),
    onSuccess: (csv) => saveText(`winnow-audit-${isoDate(new Date())}.csv`, csv),
    onError: (error) => showFailure('Not saved', error),
  });
  return (
    <div className={classes.check}>
      {check.isError && <span className={classes.bad}>Not checked. {check.error.message}</span>}
      <output>
        {check.data !== undefined &&
          checkTexts(check.data).map((text) => (
            <span key={text} className={check.data.problems.length === 0 ? classes.good : classes.bad}>
              {text}
            </span>
          ))}
      </output>
      <Button variant="default" loading={check.isPending} onClick={() => check.mutate()}>
        Check
      </Button>
      <Button variant="default" loading={save.isPending} onClick={() => save.mutate()}>
        Save as CSV
      </Button>
    </div>
  );
}
