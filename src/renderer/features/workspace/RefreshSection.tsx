import { Button, Group, Select } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { WorkspaceStatus } from '#shared/bridge/workspace.ts';
import { addWeeks, digestWeekOf, formatMonday, formatWeek, mondayOf } from '#shared/domain/digestWeek.ts';
import { formatMoment, formatWeekday } from '#shared/domain/formats.ts';
import { usePreferences, useSession, useSetPreferences } from '../../data/bridgeValues.ts';
import { hourText, weekdays } from '../../data/refreshTime.ts';
import { useServerDay } from '../../data/serverDay.ts';
import { useWorkspaceCommand } from '../../data/useApi.ts';
import { useCommands } from '../../keyboard/CommandProvider.tsx';
import { Section } from '../../ui/Screen.tsx';
import review from '../../ui/Review.module.css';
import classes from './Workspace.module.css';

/** When the next weekly refresh is due, in local time: strictly after `now`. */
export function nextRefresh(now: Date, day: number, hour: number): Date {
  // Built from its parts each time: a date moved by days would keep an hour shifted by a change of the clocks.
  const inDays = (days: number): Date => new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, hour);
  const ahead = (day - now.getDay() + 7) % 7;
  const next = inDays(ahead);
  return next <= now ? inDays(ahead + 7) : next;
}

/** What a refresh can bring where no week waits in the sample: `week` is the newest one, `today` a day. */
export function refreshText(week: string, today: string): string {
  if (week === '') return 'There is nothing to refresh yet: new companies come with a file, which you import above.';
  const next = mondayOf(addWeeks(week, 1));
  const own = 'New companies come with a file, which you import above, and are in your lists at once.';
  if (today >= next) return `A refresh begins the week of ${formatMonday(digestWeekOf(today))} in your lists. ${own}`;
  const nothing = `A refresh brings nothing new before ${formatWeekday(next)}, when it begins the next week`;
  return `${nothing}; it only brings back what you put off until today. ${own}`;
}

/**
 * The weekly refresh: when it ran, when it runs next, and running it now (product 17.7). A server has its own schedule.
 */
export function RefreshSection({
  workspace,
  disabled,
}: {
  readonly workspace: WorkspaceStatus;
  readonly disabled: boolean;
}): ReactNode {
  const isLocal = useSession().place === 'local';
  const today = useServerDay();
  const refresh = useWorkspaceCommand('workspace.refresh');
  const run = (): void => refresh.mutate(null);
  useCommands({ 'app.refresh': run }, { enabled: !disabled });
  const last = formatMoment(workspace.refreshedAt);
  return (
    <Section
      title="Weekly refresh"
      aside={
        <Button
          variant={workspace.sampleAhead > 0 ? 'filled' : 'default'}
          leftSection={<IconRefresh size={15} aria-hidden />}
          disabled={disabled}
          loading={refresh.isPending}
          onClick={run}
        >
          Refresh now
        </Button>
      }
    >
      <dl className={classes.facts}>
        <dt>Latest companies</dt>
        <dd>{workspace.digestWeek === '' ? 'None yet' : formatWeek(workspace.digestWeek)}</dd>
        <dt>Last run</dt>
        <dd>{last === '' ? 'Never' : last}</dd>
        {isLocal && <NextRun />}
      </dl>
      {isLocal ? (
        <Schedule />
      ) : (
        <p className={classes.note}>The server releases new companies on Monday at 06:00, server time.</p>
      )}
      {workspace.sampleAhead === 0 && <p className={classes.note}>{refreshText(workspace.digestWeek, today)}</p>}
      {refresh.isError && (
        <p className={review.problem} role="alert">
          {refresh.error.message} Your lists were not changed.
        </p>
      )}
    </Section>
  );
}

function NextRun(): ReactNode {
  const { refreshDay, refreshHour } = usePreferences();
  const [now] = useState(() => new Date());
  return (
    <>
      <dt>Next run</dt>
      <dd>{formatMoment(nextRefresh(now, refreshDay, refreshHour).toISOString())}</dd>
    </>
  );
}

/** When the local workspace is refreshed. */
function Schedule(): ReactNode {
  const { refreshDay, refreshHour } = usePreferences();
  const setPreferences = useSetPreferences();
  return (
    <>
      <Group gap="xs" align="flex-end" mt="sm">
        <Select
          label="Day"
          size="xs"
          w="9rem"
          allowDeselect={false}
          data={weekdays.map((label, index) => ({ value: String(index), label }))}
          value={String(refreshDay)}
          onChange={(value) => setPreferences.mutate({ refreshDay: Number(value) })}
        />
        <Select
          label="Hour"
          size="xs"
          w="7rem"
          allowDeselect={false}
          data={hours}
          value={String(refreshHour)}
          onChange={(value) => setPreferences.mutate({ refreshHour: Number(value) })}
        />
      </Group>
      <p className={classes.hint}>Your local time. A missed refresh runs when Winnow next starts.</p>
    </>
  );
}

const hours = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: hourText(hour),
}));
