import type { ReactNode } from 'react';
import type { EndpointResponse } from '#shared/api/messages.ts';
import { formatCount, topText } from '#shared/domain/formats.ts';
import { useApiQuery } from '../../data/useApi.ts';
import { ScoreBar } from '../../ui/ScoreBar.tsx';
import classes from './CompanyDetails.module.css';
import { useRests } from './useRests.ts';

/** A company's score and where it stands among all. The second line has its room from the start, so nothing moves. */
export function Score({ companyId, score }: { readonly companyId: number; readonly score: number }): ReactNode {
  const rests = useRests(companyId);
  const { data } = useApiQuery('getScoreRank', { params: { id: companyId } }, { enabled: rests });
  return (
    <div className={classes.score}>
      <ScoreBar score={score} />
      <span className={classes.standing}>{data === undefined ? '' : standingText(data)}</span>
    </div>
  );
}

/** `Top 12% of 47,622`; `''` if there is nothing to compare with. */
export function standingText({ rank, of }: EndpointResponse<'getScoreRank'>): string {
  if (rank === null || of < 2) return '';
  return `${topText(rank, of)} of ${formatCount(of)}`;
}
