import { Tooltip } from '@mantine/core';
import { IconCloudOff, IconLoader2, IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { WorkspaceJob } from '#shared/bridge/workspace.ts';
import { formatWeek } from '#shared/domain/digestWeek.ts';
import { useConnection, useSession, useWorkspace } from '../../data/bridgeValues.ts';
import { useApiQuery } from '../../data/useApi.ts';
import { counted, formatCount, formatMoment } from '../../ui/numbers.ts';
import classes from './Freshness.module.css';

/** In the top bar: whether the API answers, how fresh the data is, and the workspace's long work. */
export function Freshness(): ReactNode {
  const connection = useConnection();
  const session = useSession();
  const { job = null, upkeep = null } = useWorkspace() ?? {};
  const running = [job, upkeep].find((each) => each?.state === 'running');
  const digest = useApiQuery('getDigest', {}, { enabled: session.status === 'signedIn' }).data;

  if (connection.status === 'lost') {
    return (
      <output className={`${classes.state} ${classes.warn}`}>
        <IconCloudOff size={15} stroke={1.8} aria-hidden />
        <span className={classes.words}>Connection lost</span>
      </output>
    );
  }
  if (running) {
    return (
      <Link to="/workspace" className={classes.state}>
        <IconLoader2 size={15} stroke={1.8} className={classes.spin} aria-hidden />
        <span className={classes.words}>{progressText(running)}</span>
      </Link>
    );
  }
  if (digest === undefined || digest.week === '') return null;
  const refreshed = formatMoment(digest.refreshed);
  return (
    <Tooltip
      label={`Newest digest: ${counted(digest.companies, 'company', 'companies')}.${refreshed === '' ? '' : ` Refreshed ${refreshed}.`}`}
    >
      <Link to="/workspace" className={classes.state}>
        <IconRefresh size={15} stroke={1.8} aria-hidden />
        <span className={classes.words}>{formatWeek(digest.week)}</span>
      </Link>
    </Tooltip>
  );
}

/** What a running job is at: `Making sample data 12,000 / 50,000`. */
function progressText(job: WorkspaceJob): string {
  const total = job.total === null ? '' : ` / ${formatCount(job.total)}`;
  return `${job.label} ${formatCount(job.done)}${total}`;
}
