import { Button, Group, Switch } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import type { UpdateState } from '#shared/bridge/contract.ts';
import { assertNever } from '#shared/errors.ts';
import { formatMoment } from '#shared/domain/formats.ts';
import { call, shellInfo, subscribe } from '../../bridge/bridge.ts';
import { usePreferences, useSetPreferences } from '../../data/bridgeValues.ts';
import { keys } from '../../data/keys.ts';
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
    onError: (error) => showFailure('Couldn’t check for updates', error),
  });
  const install = useMutation({
    mutationFn: () => call('updates.install', null),
    onError: (error) => showFailure('Couldn’t install the new version', error),
  });
  if (state === undefined) return null;
  const isBusy = state.status === 'checking' || state.status === 'available';
  return (
    <Section title="Updates">
      {shellInfo().capabilities.updates && (
        <Setting
          label="Check for updates"
          controls="look-for-updates"
          note="Once a day. Updates are installed when you quit Winnow."
        >
          <Switch
            id="look-for-updates"
            aria-label="Check for updates"
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
                Check now
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
      return checkedAt === '' ? 'Not checked yet.' : `Winnow is up to date. Last checked ${formatMoment(checkedAt)}.`;
    case 'checking':
      return 'Checking for updates.';
    case 'available':
      return `Downloading version ${version}: ${percent}%.`;
    case 'downloaded':
      return `Version ${version} is ready. It will be installed when you quit, or now.`;
    case 'error':
      return `The last check failed: ${reason}`;
    default:
      return assertNever(status);
  }
}
