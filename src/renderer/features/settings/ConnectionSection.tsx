import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSession } from '../../data/bridgeValues.ts';
import { Problem } from '../../ui/Dialog.tsx';
import { Section } from '../../ui/Screen.tsx';
import { ServerForm } from '../auth/ServerForm.tsx';
import { useOpenLocal } from '../auth/useOpenLocal.ts';
import { Setting } from './Setting.tsx';
import classes from './Settings.module.css';

/** Where the data comes from: the local workspace or a server, and where the token is kept. */
export function ConnectionSection(): ReactNode {
  const { keychainProblem, place, server, tokenKeptIn } = useSession();
  const openLocal = useOpenLocal();
  return (
    <div id="connection">
      <Section title="Connection">
        <Setting
          label={place === 'local' ? 'Local workspace' : server}
          note={
            tokenKeptIn === 'keychain'
              ? 'The token is kept in the keychain of this computer.'
              : `${keychainProblem} The token is kept in memory until Winnow ends.`.trim()
          }
        >
          {place === 'server' && (
            <Button variant="default" loading={openLocal.isPending} onClick={() => openLocal.mutate()}>
              Open local workspace
            </Button>
          )}
        </Setting>
        <div className={classes.server}>
          <ServerForm />
        </div>
        {openLocal.isError && <Problem title="Not opened." reason={openLocal.error.message} />}
      </Section>
    </div>
  );
}
