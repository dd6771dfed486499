import { Button, Skeleton, Progress } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect, useState, type ReactNode, type ComponentType } from 'react';
import type { WorkspaceJob } from '#shared/bridge/workspace.ts';
import { AppError } from '#shared/errors.ts';
import { formatBytes, formatCount } from '#shared/domain/formats.ts';
import classes from './Faces.module.css';

/** A skeleton shows only after this long, in milliseconds, so that a quick answer never flashes (product 10.6). */
const skeletonDelay = 150;

/** Shows its children after that many milliseconds, and `meanwhile` until then. */
export function Delayed({
  children,
  after = skeletonDelay,
  meanwhile = null,
}: {
  readonly children: ReactNode;
  readonly after?: number;
  readonly meanwhile?: ReactNode;
}): ReactNode {
  const [due, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), after);
    return () => clearTimeout(timer);
  }, [after]);
  return due ? children : meanwhile;
}

/** The loading face: skeleton lines, after 150 ms. */
export function LoadingFace({
  lines = 6,
  label = 'Loading',
}: {
  readonly lines?: number;
  readonly label?: string;
}): ReactNode {
  return (
    <output className={classes.loading} aria-label={label}>
      <Delayed>
        {Array.from({ length: lines }, (_, index) => (
          <Skeleton key={index} height={14} width={`${90 - ((index * 17) % 45)}%`} radius="sm" />
        ))}
      </Delayed>
    </output>
  );
}

/**
 * The face of the whole window while it starts: the frame in its place, with bars for what is not known yet, so that
 * nothing jumps when it comes.
 */
export function StartFace({ label = 'Starting' }: { readonly label?: string }): ReactNode {
  return (
    <div className={classes.start}>
      <div className={classes.startBar} aria-hidden>
        <span className={classes.startSearch} />
      </div>
      <div className={classes.startSide} aria-hidden>
        <Delayed>
          {Array.from({ length: 7 }, (_, index) => (
            <Skeleton key={index} height={12} width={`${75 - ((index * 19) % 35)}%`} radius="sm" />
          ))}
        </Delayed>
      </div>
      <LoadingFace lines={8} label={label} />
    </div>
  );
}

/** The empty face: why there is nothing, and what to do next. */
export function EmptyFace({
  icon: Icon,
  title,
  text,
  children,
  isScreen = false,
}: {
  readonly icon?: ComponentType<{ size?: number; stroke?: number }>;
  readonly title: string;
  readonly text: ReactNode;
  readonly children?: ReactNode;
  /** If the face fills the screen, its title is the screen's heading. */
  readonly isScreen?: boolean;
}): ReactNode {
  const Title = isScreen ? 'h1' : 'p';
  return (
    <div className={classes.face}>
      {Icon !== undefined && (
        <span className={classes.icon} aria-hidden>
          <Icon size={28} stroke={1.5} />
        </span>
      )}
      <Title className={classes.title}>{title}</Title>
      <p className={classes.text}>{text}</p>
      {children !== undefined && <div className={classes.actions}>{children}</div>}
    </div>
  );
}

/** The error face: what happened, what is safe, and Retry, unless that would bring the same again. */
export function ErrorFace({
  title,
  error,
  safe = 'Nothing was changed.',
  onRetry,
}: {
  readonly title: string;
  readonly error: unknown;
  readonly safe?: string;
  readonly onRetry?: (() => void) | undefined;
}): ReactNode {
  return (
    <div className={classes.face} role="alert">
      <span className={`${classes.icon} ${classes.bad}`} aria-hidden>
        <IconAlertTriangle size={28} stroke={1.5} />
      </span>
      <p className={classes.title}>{title}</p>
      <p className={classes.text}>
        {AppError.from(error).message} {safe}
      </p>
      {onRetry !== undefined && (
        <div className={classes.actions}>
          <Button variant="default" onClick={onRetry}>
            Retry
          </Button>
        </div>
      )}
    </div>
  );
}

/** Long work with its count, its rate and Cancel (product 10.7). It continues when the user leaves the screen. */
export function JobProgress({
  job,
  onCancel,
}: {
  readonly job: WorkspaceJob;
  readonly onCancel: () => void;
}): ReactNode {
  const percent = job.total === null || job.total === 0 ? 0 : Math.min(100, (job.done / job.total) * 100);
  const shown = job.kind === 'upload' ? formatBytes : formatCount;
  const total = job.total === null ? '' : ` / ${shown(job.total)}`;
  const rate = job.rate > 0 ? ` · ${shown(Math.round(job.rate))} a second` : '';
  return (
    <div className={classes.job}>
      <div className={classes.line}>
        <span>{job.label}</span>
        <span className={classes.figures}>
          {shown(job.done)}
          {total}
          {rate}
        </span>
      </div>
      <Progress
        value={job.total === null ? 100 : percent}
        animated={job.total === null}
        size="sm"
        aria-label={job.label}
      />
      <div className={classes.foot}>
        <Button variant="default" size="compact-xs" onClick={onCancel}>
          Cancel
        </Button>
        <span>You can keep working.</span>
      </div>
    </div>
  );
}
