import { Button, Loader, TextInput } from '@mantine/core';
import { useState, type FormEvent, type ReactNode } from 'react';
import { usePreferences } from '../../data/bridgeValues.ts';
import { hostOf } from './hostOf.ts';
import classes from './ServerForm.module.css';
import { useServerSignIn, type ServerSignIn } from './useServerSignIn.ts';

/** Signs in to a server: its address, and then the wait for its sign-in page. `isFirst`: it is the way to go on. */
export function ServerForm({ isFirst = false }: { readonly isFirst?: boolean }): ReactNode {
  const signIn = useServerSignIn();
  const { serverUrl } = usePreferences();
  const [typed, setTyped] = useState<string | null>(null);
  const server = typed ?? serverUrl;
  if (signIn.waitingFor !== '') return <Waiting signIn={signIn} />;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    signIn.start(server);
  };
  return (
    <form onSubmit={submit} className={classes.form}>
      <TextInput
        label="Server address"
        placeholder="https://winnow.example.com"
        inputMode="url"
        autoCapitalize="none"
        autoComplete="url"
        spellCheck={false}
        value={server}
        onChange={(event) => setTyped(event.currentTarget.value)}
        error={signIn.problem === '' ? undefined : signIn.problem}
      />
      <Button
        type="submit"
        variant={isFirst ? 'filled' : 'default'}
        size="sm"
        fullWidth
        loading={signIn.isOpening}
        disabled={server.trim() === ''}
      >
        Sign in to a server
      </Button>
      <p className={classes.note}>The sign-in page of your team opens in your browser.</p>
    </form>
  );
}

function Waiting({ signIn }: { readonly signIn: ServerSignIn }): ReactNode {
  const { waitingFor, start, cancel } = signIn;
  return (
    <section className={classes.waiting} aria-label="Waiting for the sign-in page">
      <output className={classes.head}>
        <Loader size={18} aria-hidden />
        <strong>Finish in your browser</strong>
      </output>
      <p className={classes.text}>
        The sign-in page of <span className={classes.server}>{hostOf(waitingFor)}</span> is open there. This page goes
        on by itself.
      </p>
      <div className={classes.actions}>
        <Button variant="default" onClick={() => start(waitingFor)}>
          Open the page again
        </Button>
        <Button variant="subtle" color="gray" onClick={cancel}>
          Cancel
        </Button>
      </div>
    </section>
  );
}
