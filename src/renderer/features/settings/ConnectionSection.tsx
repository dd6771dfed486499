import { Button, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactNode } from 'react';
import { call } from '../../app/bridge.ts';
import { usePreferences, useSession } from '../../data/bridgeValues.ts';
import { keys } from '../../data/keys.ts';
import { Section } from '../../ui/Screen.tsx';
import { Setting } from './Setting.tsx';
import classes from './Settings.module.css';

/** Where the data comes from: the local workspace or a server, and where the token is kept. */
export function ConnectionSection(): ReactNode {
  const client = useQueryClient();
  const session = useSession();
  const { serverUrl } = usePreferences();
  const [typed, setTyped] = useState<string | null>(null);
  const server = typed ?? serverUrl;
  const signIn = useMutation({
    mutationFn: (address: string) => call('session.signIn', { server: address }),
    onSuccess: (state) => client.setQueryData(keys.session, state),
  });
  const openLocal = useMutation({
    mutationFn: () => call('session.openLocal', null),
    onSuccess: (state) => client.setQueryData(keys.session, state),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    signIn.mutate(server.trim());
  };
  return (
    <div id="connection">
      <Section title="Connection">
        <Setting
          label={session.place === 'local' ? 'Local workspace' : session.server}
          note={
            session.tokenKeptIn === 'keychain'
              ? 'The token is kept in the keychain of this computer.'
              : 'No keychain answered: the token is kept in memory until Winnow ends.'
          }
        >
          {session.place === 'server' && (
            <Button variant="default" loading={openLocal.isPending} onClick={() => openLocal.mutate()}>
              Open local workspace
            </Button>
          )}
        </Setting>
        <form onSubmit={submit} className={classes.server}>
          <TextInput
            label="Server address"
            placeholder="https://winnow.example.com"
            type="url"
            value={server}
            onChange={(event) => setTyped(event.currentTarget.value)}
            error={signIn.isError ? signIn.error.message : undefined}
          />
          <Button type="submit" variant="default" size="sm" loading={signIn.isPending} disabled={server.trim() === ''}>
            Sign in
          </Button>
        </form>
        {openLocal.isError && <p role="alert">{openLocal.error.message}</p>}
      </Section>
    </div>
  );
}
