import { Alert, Anchor, Button } from '@mantine/core';
import { IconCheck, IconInfoCircle, IconX } from '@tabler/icons-react';
import Papa from 'papaparse';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { ImportReport, WorkspaceJob } from '#shared/bridge/workspace.ts';
import { emptyFilters } from '#shared/domain/filters.ts';
import { currencyTexts } from '#shared/domain/money.ts';
import { addedLikelyText } from '#shared/domain/likelyRows.ts';
import { plainName } from '#shared/domain/generalFields.ts';
import { withGuards } from '#shared/domain/formulaText.ts';
import { assertNever } from '#shared/errors.ts';
import { counted, formatCount } from '#shared/domain/formats.ts';
import { saveSearch } from '../../data/routeState.ts';
import { useSearchStore } from '../../data/searchState.tsx';
import { Section } from '../../ui/Screen.tsx';
import { saveText } from '../../ui/saveText.ts';
import { reviewOpen } from '../merge/reviewOpen.ts';
import review from '../../ui/Review.module.css';
import classes from './Workspace.module.css';

/** How the last job ended, and the outcome for each imported file. */
export function JobOutcome({
  job,
  title = 'Last activity',
}: {
  readonly job: WorkspaceJob;
  readonly title?: string;
}): ReactNode {
  const [away, setAway] = useState(false);
  if (away) return null;
  return (
    <Section
      title={title}
      aside={
        <Button size="compact-xs" variant="default" onClick={() => setAway(true)}>
          Dismiss
        </Button>
      }
    >
      <JobResult job={job} />
    </Section>
  );
}

/** How a job ended, and the outcome for each of its files. */
export function JobResult({ job }: { readonly job: WorkspaceJob }): ReactNode {
  return (
    <>
      <Outcome job={job} />
      <AddedLikely job={job} />
      <Repeated job={job} />
      {job.reports.length > 1 && <Totals reports={job.reports} />}
      {job.reports.map((report) => (
        <Report key={report.file} report={report} />
      ))}
    </>
  );
}

const kinds = {
  sample: 'Creating sample data',
  removeSample: 'Removing the sample',
  import: 'Import',
  refresh: 'Weekly refresh',
  undo: 'Undoing the import',
  merge: 'Merging two companies',
  backup: 'Backup',
  restore: 'Restoring the backup',
  mend: 'Repairing the search index',
  rebuild: 'Updating companies',
  upload: 'Sending the file',
} as const satisfies Record<WorkspaceJob['kind'], string>;

function nameOf({ kind, dryRun }: WorkspaceJob): string {
  return dryRun ? 'Check' : kinds[kind];
}

function doneText(job: WorkspaceJob): string {
  if (job.outcome !== '') return job.outcome;
  return job.dryRun ? 'Checked, nothing imported. An import would give:' : `${nameOf(job)} finished.`;
}

const goesOn = 'Search still works; the update continues when Winnow next starts.';

function Outcome({ job }: { readonly job: WorkspaceJob }): ReactNode {
  switch (job.state) {
    case 'done':
      return (
        <Alert variant="light" color="accent" icon={<IconCheck size={17} />}>
          {doneText(job)} {job.kind === 'import' && !job.dryRun && <SeeThem job={job} />}
        </Alert>
      );
    case 'failed':
      return (
        <Alert variant="light" color="red" icon={<IconX size={17} />} role="alert">
          {nameOf(job)} failed. {job.reason} Nothing was changed.
        </Alert>
      );
    case 'cancelled':
      return (
        <Alert variant="light" color="gray" icon={<IconInfoCircle size={17} />}>
          {nameOf(job)}: cancelled. {job.kind === 'rebuild' ? goesOn : 'Nothing was changed.'}
        </Alert>
      );
    case 'running':
      return null;
    default:
      return assertNever(job.state);
  }
}

/**
 * Links to what was imported: a search for the companies of these files alone, because the default one leaves out
 * unknown stages (product 9), and the same search as a smart list. Where no row was kept there is nothing to see.
 */
function SeeThem({ job: { reports } }: { readonly job: WorkspaceJob }): ReactNode {
  const store = useSearchStore();
  const files = reports.filter(({ rows, rejected }) => rows > rejected.length).map(({ file }) => plainName(file));
  if (files.length === 0) return null;
  const show = (): void => {
    const filters = emptyFilters();
    filters.include.fromFiles = [...new Set(files)];
    store.setSearchFilters(filters);
  };
  return (
    <span className={classes.seeThem}>
      <Anchor component={Link} to="/list/search" fz="inherit" onClick={show}>
        See these companies
      </Anchor>
      <Anchor component={Link} to="/list/search" state={saveSearch} fz="inherit" onClick={show}>
        Make a smart list from these
      </Anchor>
    </span>
  );
}

/**
 * Why rows of a file count as updated though nothing of the kind was here: they are about companies that other rows of
 * it are about, too.
 */
function Repeated({ job: { repeated = 0, dryRun, state } }: { readonly job: WorkspaceJob }): ReactNode {
  const store = useSearchStore();
  if (state !== 'done' || repeated === 0) return null;
  const show = (): void => {
    const filters = emptyFilters();
    filters.include.changes = ['last:repeated'];
    store.setSearchFilters(filters);
  };
  const companies = counted(repeated, 'company is', 'companies are');
  return (
    <p className={classes.note}>
      {dryRun ? (
        `${companies} in several rows`
      ) : (
        <Anchor component={Link} to="/list/search" fz="inherit" onClick={show}>
          {companies} in several rows
        </Anchor>
      )}
      : a further row of a company counts as updated, or as a duplicate where it adds nothing.
    </p>
  );
}

/** What was added though it may be a company that was here, and the way to settle it; nothing of a check. */
function AddedLikely({ job: { likely, dryRun, state } }: { readonly job: WorkspaceJob }): ReactNode {
  if (dryRun || state !== 'done' || likely === undefined || likely.count === 0) return null;
  return (
    <p className={classes.note}>
      {addedLikelyText(likely)}{' '}
      <Anchor component="button" type="button" fz="inherit" onClick={() => reviewOpen.set(true)}>
        Review likely duplicates
      </Anchor>
    </p>
  );
}

/** Rejected rows to show; all of them can be saved. */
const shownRejected = 20;

function Report({ report }: { readonly report: ImportReport }): ReactNode {
  const { rejected, problem, note, asks, currencies, leftOut } = report;
  const kept = currencyTexts(currencies);
  return (
    <div className={classes.report}>
      <p className={classes.fileName}>
        <strong>{report.file}</strong>{' '}
        <span className={classes.hint}>
          {report.format.toUpperCase()} · {report.encoding}
        </span>
      </p>
      {problem !== '' && <p className={review.problem}>{problem}</p>}
      {note !== '' && <p className={classes.hint}>{note}</p>}
      <Counts {...report} rejected={rejected.length} />
      {kept.length > 0 && <Lines label="Amounts in other currencies" lines={kept} />}
      {asks.length > 0 && <Lines label="What the file leaves open" lines={asks} />}
      {leftOut.length > 0 && (
        <Lines label="Left out" lines={leftOut.map(({ column, reason }) => `“${column}” is left out: ${reason}.`)} />
      )}
      {rejected.length > 0 && (
        <>
          <ul className={classes.rejected} aria-label="Rejected rows">
            {rejected.slice(0, shownRejected).map(({ line, reason }) => (
              <li key={`${line} ${reason}`}>
                <span>Line {formatCount(line)}</span> {reason}
              </li>
            ))}
            {rejected.length > shownRejected && <li>and {formatCount(rejected.length - shownRejected)} more</li>}
          </ul>
          <Button variant="default" onClick={() => saveRejectedRows(report)}>
            Save rejected rows
          </Button>
        </>
      )}
    </div>
  );
}

function Lines({ label, lines }: { readonly label: string; readonly lines: readonly string[] }): ReactNode {
  return (
    <ul className={classes.lines} aria-label={label}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

/** What became of the rows of all files together. */
function Totals({ reports }: { readonly reports: readonly ImportReport[] }): ReactNode {
  const sum = (count: (report: ImportReport) => number): number =>
    reports.reduce((all, report) => all + count(report), 0);
  return (
    <div className={classes.report}>
      <p className={classes.fileName}>
        <strong>All {formatCount(reports.length)} files</strong>
      </p>
      <Counts
        rows={sum(({ rows }) => rows)}
        imported={sum(({ imported }) => imported)}
        updated={sum(({ updated }) => updated)}
        duplicates={sum(({ duplicates }) => duplicates)}
        rejected={sum(({ rejected }) => rejected.length)}
      />
    </div>
  );
}

function Counts({
  rows,
  imported,
  updated,
  duplicates,
  rejected,
}: {
  readonly rows: number;
  readonly imported: number;
  readonly updated: number;
  readonly duplicates: number;
  readonly rejected: number;
}): ReactNode {
  return (
    <dl className={classes.counts}>
      <Count term="Rows" value={rows} />
      <Count term="Added" value={imported} />
      <Count term="Updated" value={updated} />
      <Count term="Duplicates" value={duplicates} />
      <Count term="Rejected" value={rejected} />
    </dl>
  );
}

function Count({ term, value }: { readonly term: string; readonly value: number }): ReactNode {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{formatCount(value)}</dd>
    </div>
  );
}

/** Offers the rejected rows as a file. */
function saveRejectedRows(report: ImportReport): void {
  saveText(`${report.file.replace(/\.[^.]+$/, '')} rejected.csv`, rejectedRowsCsv(report));
}

/** Lines and reasons of a file's rejected rows as CSV; texts that look like formulas are made inert. */
export function rejectedRowsCsv({ rejected }: Pick<ImportReport, 'rejected'>): string {
  const rows = rejected.map(({ line, reason }) => ({ Line: line, Reason: withGuards(reason) }));
  return Papa.unparse({ fields: ['Line', 'Reason'], data: rows });
}
