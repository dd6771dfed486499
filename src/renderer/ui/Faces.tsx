import { Button, Skeleton } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ComponentType, ReactNode } from 'react';
import { AppError } from '#shared/errors.ts';
import { Delayed } from './Delayed.tsx';
import classes from './Faces.module.css';

/** The loading face: lines of a skeleton, after 150 ms. */
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
  /** Where the face is all of the screen, its title is the screen's heading. */
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

/** The error face: what happened, what is safe, and Retry. */
export function ErrorFace({
  title,
  error,
  safe = 'Nothing was changed.',
  onRetry,
}: {
  readonly title: string;
  readonly error: unknown;
  readonly safe?: string;
  readonly onRetry: () => void;
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
      <div className={classes.actions}>
        <Button variant="default" onClick={onRetry}>
          Retry
        </Button>
      </div>
    </div>
  );
}
