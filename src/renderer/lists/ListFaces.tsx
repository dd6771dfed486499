import { Button, Skeleton } from '@mantine/core';
import { IconAlertTriangle, IconFilterOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { listText } from '#shared/domain/resultText.ts';
import { counted } from '#shared/domain/formats.ts';
import { Delayed, EmptyFace } from '../ui/Faces.tsx';
import { useStore } from '../ui/store.ts';
import classes from './ListFaces.module.css';
import { useFigures } from './figures.ts';
import type { ListModel } from './list.ts';

/** Rows of the skeleton. */
const skeletonRows = 14;

/**
 * What covers the grid when it has nothing to show: loading, failed, empty or missing. `failed` is the text for a
 * failure; `empty` is drawn if no row is shown, `missing` if there is no such list.
 */
export function ListFaces({
  model,
  failed,
  empty,
  missing,
}: {
  readonly model: ListModel;
  readonly failed: string;
  readonly empty: ReactNode;
  readonly missing?: ReactNode;
}): ReactNode {
  const { status, reason, isMissing, loaded, isComplete, isStale } = useStore(model.stream.state);
  const vacancy = useStore(model.shown.vacancy);
  if (status === 'failed' && isMissing && missing !== undefined) return <div className={classes.face}>{missing}</div>;
  if (status === 'failed' && loaded === 0) {
    return (
      <div className={classes.face}>
        <div className={classes.failed} role="alert">
          <IconAlertTriangle size={28} stroke={1.5} className={classes.bad} aria-hidden />
          <p className={classes.title}>{failed}</p>
          <p className={classes.text}>{reason} Nothing was changed.</p>
          <Button variant="default" onClick={model.stream.tryAgain}>
            Retry
          </Button>
        </div>
      </div>
    );
  }
  if (status === 'loading' && (loaded === 0 || vacancy !== 'rows')) return <SkeletonRows />;
  // A list with nothing left is empty, even while its last rows are still waiting to be hidden.
  if (vacancy !== 'rows' && (isComplete || (vacancy === 'noneLeft' && status === 'ready')) && !isStale)
    return <div className={classes.face}>{empty}</div>;
  return null;
}

function SkeletonRows(): ReactNode {
  return (
    <output className={classes.face} aria-label="Loading companies">
      <Delayed>
        <div className={classes.skeleton}>
          {Array.from({ length: skeletonRows }, (_, row) => (
            // oxlint-disable-next-line react/no-array-index-key -- the rows are all alike
            <div key={row} className={classes.skeletonRow}>
              <Skeleton height={10} width={130 - ((row * 23) % 50)} />
              <Skeleton height={10} width={`${60 - ((row * 13) % 25)}%`} />
              <Skeleton height={10} width={70} />
            </div>
          ))}
        </div>
      </Delayed>
    </output>
  );
}

/** Above rows that are still there: a new search is loading, or it failed. */
export function ListProgress({ model, failed }: { readonly model: ListModel; readonly failed: string }): ReactNode {
  const { status, reason, isMissing, loaded } = useStore(model.stream.state);
  if (loaded === 0 || isMissing) return null;
  if (status === 'loading') {
    return (
      <Delayed>
        <progress className={classes.busy} aria-label="Searching" />
      </Delayed>
    );
  }
  if (status !== 'failed') return null;
  return (
    <div className={classes.banner} role="alert">
      <IconAlertTriangle size={16} stroke={1.7} aria-hidden />
      <span>
        <strong>{failed}</strong> {reason} Showing the previous results.
      </span>
      <Button variant="default" size="compact-xs" onClick={model.stream.tryAgain}>
        Retry
      </Button>
    </div>
  );
}

/** The empty face of a list whose rows are all hidden by the filter. */
export function FilteredOut({
  model,
  onClear,
}: {
  readonly model: ListModel;
  readonly onClear: () => void;
}): ReactNode {
  const { total } = useStore(model.stream.state);
  const text = `The list has ${counted(total, 'company', 'companies')}.`;
  return (
    <EmptyFace icon={IconFilterOff} title="No company matches these filters" text={text}>
      <Button variant="light" onClick={onClear}>
        Clear all filters
      </Button>
    </EmptyFace>
  );
}

/**
 * How many companies a list has that is not a search (product 8). `countsLeft`: only undecided ones count, as in a zero
 * inbox; `isFiltered`: the filter panel hides rows, and the text gives the number shown.
 */
export function ListResult({
  model,
  isFiltered,
  countsLeft = false,
}: {
  readonly model: ListModel;
  readonly isFiltered: boolean;
  readonly countsLeft?: boolean;
}): ReactNode {
  const { stream, counts } = useFigures(model);
  const isDealt = useStore(model.hand) !== null;
  const { status, loaded, before, total, isComplete } = stream;
  const { shown, left } = counts;
  if (loaded === 0 && status !== 'ready') return '';
  // In a list that is fully loaded, rows that have left it since are known to be gone.
  const whole = isComplete && !isFiltered && !isDealt ? before + shown : total;
  const all = countsLeft && left !== null ? left : whole;
  if (all === 0) return '';
  // Everything in it can be scrolled to: only what a filter hides is not shown.
  const rows = isFiltered ? Math.min(shown, all) : all;
  return listText({ shown: rows, total: all, dealt: isDealt ? Math.min(shown, all) : null });
}
