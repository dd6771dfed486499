import { Button, VisuallyHidden } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconInfoCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { diagnosticsText, type SelfCheck } from '#shared/bridge/contract.ts';
import { call } from '../../bridge/bridge.ts';
import { keys } from '../../data/keys.ts';
import { Section } from '../../ui/Screen.tsx';
import { showDone, showFailure } from '../../ui/toasts.tsx';
import classes from './HelpScreen.module.css';

const marks = {
  good: { Icon: IconCheck, label: 'In order' },
  attention: { Icon: IconAlertTriangle, label: 'Look at this' },
  info: { Icon: IconInfoCircle, label: 'For information' },
} as const;

/** What a report of a problem needs, to be read and copied: numbered checks and the newest errors, nothing private. */
export function DiagnosticsSection(): ReactNode {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: keys.diagnostics,
    queryFn: () => call('shell.diagnostics', null),
    staleTime: 0,
  });
  const copy = (): void => {
    if (data === undefined) return;
    navigator.clipboard.writeText(diagnosticsText(data)).then(
      () => showDone('Diagnostics copied.'),
      (reason: unknown) => showFailure('Not copied', reason),
    );
  };
  return (
    <Section
      title="Diagnostics"
      aside={
        <Button variant="default" size="xs" disabled={data === undefined} onClick={copy}>
          Copy diagnostics
        </Button>
      }
    >
      <p className={classes.text}>
        For a report of a problem. It holds no token, no search and no text of yours; the workspace’s folder is named.
      </p>
      {error !== null && (
        <p role="alert" className={classes.text}>
          {error.message}{' '}
          <Button variant="subtle" size="compact-xs" loading={isFetching} onClick={() => void refetch()}>
            Retry
          </Button>
        </p>
      )}
      {data !== undefined && (
        <ol className={classes.checks}>
          {data.checks.map((check) => (
            <Check key={check.number} check={check} />
          ))}
        </ol>
      )}
      {data !== undefined && data.errors.length > 0 && (
        <details className={classes.text}>
          <summary>Last errors ({data.errors.length})</summary>
          <pre className={classes.errors}>{data.errors.join('\n')}</pre>
        </details>
      )}
    </Section>
  );
}

function Check({ check: { name, state, detail } }: { readonly check: SelfCheck }): ReactNode {
  const { Icon, label } = marks[state];
  return (
    <li className={classes.check} data-state={state}>
      <Icon size={16} aria-hidden className={classes.checkMark} />
      <VisuallyHidden>{label}</VisuallyHidden>
      <span className={classes.checkName}>{name}</span>
      <span className={classes.checkDetail}>{detail}</span>
    </li>
  );
}
