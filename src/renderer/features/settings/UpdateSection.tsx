import { Button, Group, Switch } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import type { UpdateState } from '#shared/bridge/contract.ts';
import { assertNever } from '#shared/errors.ts';
import { call, shellInfo, subscribe } from '../../bridge/bridge.ts';
import { usePreferences, useSetPreferences } from '../../data/bridgeValues.ts';
import { keys } from '../../data/keys.ts';
import { formatMoment } from '../../ui/numbers.ts';
import { Section } from '../../ui/Screen.tsx';
import { showFailure } from '../../ui/toasts.tsx';
import { Setting } from './Setting.tsx';

/** Newer versions of the app: whether to look for them, what was found, and installing it. */
export function UpdateSection(): ReactNode {
  const client = useQueryClient();
  const { updates } = usePreferences();
  const setPreferences = useSetPreferences();
  const { data: state } = useQuery({ queryKey: keys.updates, queryFn: () => call('updates.get', null), staleTime: 0 });
  useEffect(() => subscribe('updates.changed', (changed) => client.setQueryData(keys.updates, changed)), [client]);
  const check = useMutation({
    mutationFn: () => call('updates.check', null),
    onError: (error) => showFailure('Winnow could not look for updates', error),
  });
  const install = useMutation({
    mutationFn: () => call('updates.install', null),
    onError: (error) => showFailure('The new version could not be installed', error),
  });
  if (state === undefined) return null;
  const isBusy = state.status === 'checking' || state.status === 'available';
  return (
    <Section title="Updates">
      {shellInfo().capabilities.updates && (
        <Setting
          label="Look for updates"
          controls="look-for-updates"
          note="Once a day. What is found is installed when Winnow ends."
        >
          <Switch
            id="look-for-updates"
            aria-label="Look for updates"
            checked={updates}
            onChange={(event) => setPreferences.mutate({ updates: event.currentTarget.checked })}
          />
        </Setting>
      )}
      <Setting label={`Winnow ${shellInfo().version}`} note={updateText(state)}>
        {state.status !== 'unsupported' && (
          <Group gap="xs">
            {state.status === 'downloaded' ? (
              <Button variant="filled" onClick={() => install.mutate()}>
                Install and restart
              </Button>
            ) : (
              <Button variant="default" loading={isBusy} onClick={() => check.mutate()}>
                Look now
              </Button>
            )}
          </Group>
        )}
      </Setting>
    </Section>
  );
}

/** The state of the app's updates, in a sentence. */
export function updateText({ status, version, percent, checkedAt, reason }: UpdateState): string {
  switch (status) {
    case 'unsupported':
      return reason;
    case 'idle':
      return checkedAt === ''
        ? 'Not looked for updates yet.'
        : `This is the newest version, as of ${formatMoment(checkedAt)}.`;
    case 'checking':
      return 'Looking for updates.';
    case 'available':
      return `Version ${version} is being fetched: ${percent} %.`;
    case 'downloaded':
      return `Version ${version} is here. It is installed when Winnow ends, or now.`;
    case 'error':
      return `The last check failed: ${reason}`;
    default:
      return assertNever(status);
  }
}
