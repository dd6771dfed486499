import { Button } from '@mantine/core';
import Papa from 'papaparse';
import type { ReactNode } from 'react';
import { addedUp, type DecisionTally } from '#shared/domain/decisionRecord.ts';
import { addDays } from '#shared/domain/digestWeek.ts';
import { formatCount, formatWeekday } from '#shared/domain/formats.ts';
import { withGuards } from '#shared/domain/formulaText.ts';
import { useApiQuery } from '../../data/useApi.ts';
import { ErrorFace, LoadingFace } from '../../ui/Faces.tsx';
import { saveText } from '../../ui/saveText.ts';
import classes from './WeekRecord.module.css';

/** Most reasons and smart lists that are named; the file has them all. */
const mostNamed = 6;

/** What was decided in a week, by day, list, reason and smart list, and the same as a file. It begins at `since`. */
export function WeekRecord({ since, monday }: { readonly since: string; readonly monday: string }): ReactNode {
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const { data, error, isError, refetch } = useApiQuery('getDecisionRecord', { query: { since, zone } });
  if (isError && data === undefined) {
    return <ErrorFace title="Couldn’t load the week." error={error} onRetry={() => void refetch()} />;
  }
  if (data === undefined) return <LoadingFace lines={4} label="Loading the week" />;
  return <Tallies tallies={data.results} monday={monday} />;
}

export function Tallies({
  tallies,
  monday,
}: {
  readonly tallies: readonly DecisionTally[];
  readonly monday: string;
}): ReactNode {
  if (tallies.length === 0) {
    return (
      <section className={classes.record} aria-label="This week’s decisions">
        <p className={classes.none}>Nothing decided this week yet. What you decide is counted here.</p>
      </section>
    );
  }
  // To put a company off is not to decide on it, as in the line above.
  const decided = tallies.filter(({ list }) => list !== 'Later');
  const byDay = new Map(addedUp(decided, 'day').map(({ of, companies }) => [of, companies]));
  const days = [0, 1, 2, 3, 4, 5, 6].map((day) => addDays(monday, day));
  return (
    <section className={classes.record} aria-label="This week’s decisions">
      <Tally
        title="By day"
        rows={days
          .map((day) => ({ label: formatWeekday(day), companies: byDay.get(day) ?? 0 }))
          .filter(({ companies }, day) => day < 5 || companies > 0)}
      />
      <Tally title="By list" rows={labelled(addedUp(tallies, 'list'), '')} />
      <Tally title="By reason" rows={labelled(addedUp(decided, 'reason'), 'No reason given')} />
      <Tally title="By smart list" rows={labelled(addedUp(decided, 'smart_list'), 'None')} />
      <div className={classes.ways}>
        <Button variant="default" onClick={() => saveText(`winnow-week-${monday}.csv`, recordCsv(tallies))}>
          Save as CSV
        </Button>
      </div>
    </section>
  );
}

interface TallyRow {
  readonly label: string;
  readonly companies: number;
}

function labelled(sums: readonly { readonly of: string; readonly companies: number }[], none: string): TallyRow[] {
  const rows = sums.map(({ of, companies }) => ({ label: of === '' ? none : of, companies }));
  if (rows.length <= mostNamed) return rows;
  const [named, others] = [rows.slice(0, mostNamed - 1), rows.slice(mostNamed - 1)];
  const companies = others.reduce((sum, row) => sum + row.companies, 0);
  return [...named, { label: `${formatCount(others.length)} others`, companies }];
}

/** Counts with a bar each, the longest for the most. */
function Tally({ title, rows }: { readonly title: string; readonly rows: readonly TallyRow[] }): ReactNode {
  const most = Math.max(1, ...rows.map(({ companies }) => companies));
  return (
    <div className={classes.tally}>
      <h3 className={classes.title}>{title}</h3>
      {rows.length === 0 ? (
        <p className={classes.none}>Nothing decided yet.</p>
      ) : (
        <dl className={classes.rows}>
          {rows.map(({ label, companies }) => (
            <div key={label} className={classes.row}>
              <dt title={label}>{label}</dt>
              <dd>
                <span
                  className={classes.bar}
                  style={{ width: `calc((100% - 3rem) * ${companies / most})` }}
                  aria-hidden
                />
                <span className={classes.number}>{formatCount(companies)}</span>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}

/** The week as CSV; texts that look like formulas are made inert. */
export function recordCsv(tallies: readonly DecisionTally[]): string {
  return Papa.unparse({
    fields: ['Day', 'List', 'Reason', 'Smart list', 'Companies'],
    data: tallies.map(({ day, list, reason, smart_list: smartList, companies }) => [
      day,
      list,
      withGuards(reason),
      withGuards(smartList),
      companies,
    ]),
  });
}
