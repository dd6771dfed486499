import type { ReactNode } from 'react';
import { formatDay } from '#shared/domain/formats.ts';
import { knownLine } from '#shared/domain/knownText.ts';
import { useApiQuery } from '../../data/useApi.ts';
import { LoadingFace } from '../../ui/Faces.tsx';
import { knownMarks } from '../../ui/knownMarks.ts';
import { useStore } from '../../ui/store.ts';
import details from './CompanyDetails.module.css';
import classes from './KnownOf.module.css';

/** What the user's CRM or portfolio says about a company; nothing for one that it does not know. */
export function KnownOf({
  companyId,
  heading: Heading = 'h2',
}: {
  readonly companyId: number;
  readonly heading?: 'h2' | 'h3';
}): ReactNode {
  const isKnown = useStore(knownMarks).has(companyId);
  const { data, isError, error, refetch } = useApiQuery(
    'getKnown',
    { params: { id: companyId } },
    { enabled: isKnown },
  );
  if (!isKnown) return null;
  return (
    <section aria-label="Known from">
      <Heading className={details.title}>Known from</Heading>
      {isError && data === undefined && (
        <p className={details.missing} role="alert">
          Couldn’t load what is known. {error.message}{' '}
          <button type="button" className={details.inlineButton} onClick={() => void refetch()}>
            Retry
          </button>
        </p>
      )}
      {!isError && data === undefined && <LoadingFace lines={1} label="Loading what is known" />}
      {data !== undefined && (
        <ul className={classes.lines}>
          {data.results.map((known, index) => (
            <li key={`${String(index)} ${known.source}`}>
              <span className={classes.source} title={`From a file of ${formatDay(known.day)}`}>
                {known.source}
              </span>{' '}
              <span dir="auto">{knownLine(known)}</span>
              {known.note !== '' && (
                <span className={classes.note} dir="auto">
                  {known.note}
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
