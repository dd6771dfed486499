import { useMemo, useState, type ReactNode } from 'react';
import type { Company } from '#shared/domain/company.ts';
import { formatCount, formatFullMoment } from '#shared/domain/formats.ts';
import { factsOf } from '#shared/domain/decisionFacts.ts';
import { AppError } from '#shared/errors.ts';
import { useApiQuery } from '../../data/useApi.ts';
import { LoadingFace } from '../../ui/Faces.tsx';
import details from './CompanyDetails.module.css';
import { decisionLines, type DecisionLine } from './decisionLines.ts';
import classes from './Decisions.module.css';

/** How many lines of a history are shown at first. */
const shownFirst = 5;

/**
 * What was decided about a company, newest first: how it stands now, then how it came to that. Nothing for one that was
 * never decided. `isDecided`: its lists say so, so that its place can be kept while the history is on its way.
 */
export function Decisions({
  company,
  isDecided,
  heading: Heading = 'h2',
}: {
  readonly company: Company;
  readonly isDecided: boolean;
  readonly heading?: 'h2' | 'h3';
}): ReactNode {
  const query = useApiQuery('getDecisions', { params: { id: company.id } });
  const { data } = query;
  const lines = useMemo(() => decisionLines(data?.results ?? [], factsOf(company)), [data, company]);
  // A server that keeps no history has none to show.
  const isFailed = query.isError && data === undefined && AppError.from(query.error).code !== 'not_found';
  if (lines.length === 0 && !isFailed && !(isDecided && query.isPending)) return null;
  return (
    <section aria-label="Decisions">
      <Heading className={details.title}>Decisions</Heading>
      {isFailed && (
        <p className={details.missing} role="alert">
          Couldn’t load the decisions. {query.error.message}{' '}
          <button type="button" className={details.inlineButton} onClick={() => void query.refetch()}>
            Retry
          </button>
        </p>
      )}
      {!isFailed && query.isPending && <LoadingFace lines={1} label="Loading decisions" />}
      {lines.length > 0 && <Lines lines={lines} />}
    </section>
  );
}

function Lines({ lines }: { readonly lines: readonly DecisionLine[] }): ReactNode {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? lines : lines.slice(0, shownFirst);
  return (
    <>
      <ol className={classes.lines}>
        {shown.map(({ at, text, was }) => (
          <li key={`${at} ${text}`} title={formatFullMoment(at)}>
            <span dir="auto">{text}</span>
            {was !== '' && (
              <span className={classes.was} dir="auto">
                {was}
              </span>
            )}
          </li>
        ))}
      </ol>
      {lines.length > shown.length && (
        <button type="button" className={details.inlineButton} onClick={() => setWhole(true)}>
          Show all {formatCount(lines.length)}
        </button>
      )}
    </>
  );
}
