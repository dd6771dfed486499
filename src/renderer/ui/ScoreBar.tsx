import { VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { scoreMeaning } from '#shared/domain/company.ts';
import { formatScore } from '#shared/domain/formats.ts';
import classes from './ScoreBar.module.css';

/** A predicted rating between 0 and 1 as a bar with the number. */
export function ScoreBar({ score }: { readonly score: number }): ReactNode {
  const figure = formatScore(score);
  return (
    <span className={classes.score} title={scoreMeaning}>
      <span className={classes.track} aria-hidden>
        <span className={classes.fill} style={{ width: `${Math.round(score * 100)}%` }} />
      </span>
      <span className={classes.figure}>
        <VisuallyHidden>Score </VisuallyHidden>
        {figure}
      </span>
    </span>
  );
}
