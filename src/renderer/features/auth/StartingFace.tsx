import { Button, Center } from '@mantine/core';
import { IconCloudOff, IconHourglass } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useSession } from '../../data/bridgeValues.ts';
import { Delayed, EmptyFace, StartFace } from '../../ui/Faces.tsx';
import { Problem } from '../../ui/Dialog.tsx';
import { useTitle } from '../../ui/title.ts';
import { hostOf, useOpenLocal } from './ServerForm.tsx';

/** A start that takes longer than this says what may be the reason, in milliseconds. */
const patience = 2000;

/**
 * Shown until it is known who is signed in: that Winnow is starting, or why it cannot yet, and what else can be opened.
 */
export function StartingFace(): ReactNode {
  const { reason, server } = useSession();
  return reason === '' ? <Starting /> : <Away reason={reason} server={server} />;
}

function Starting(): ReactNode {
  useTitle('Starting');
  return (
    <Delayed after={patience} meanwhile={<StartFace />}>
      <Center component="output" mih="100dvh">
        <EmptyFace
          isScreen
          icon={IconHourglass}
          title="Opening your workspace"
          text={
            'This is taking longer than usual. If a file was damaged, Winnow is recovering what can still be read, ' +
            'which can take a minute. Please leave it open.'
          }
        />
      </Center>
    </Delayed>
  );
}

/** The last server is unreachable; main keeps trying it on its own. */
function Away({ reason, server }: { readonly reason: string; readonly server: string }): ReactNode {
  useTitle('Waiting for the server');
  const openLocal = useOpenLocal();
  return (
    <Center component="main" role="alert" mih="100dvh" style={{ flexDirection: 'column' }}>
      <EmptyFace
        isScreen
        icon={IconCloudOff}
        title={`Waiting for ${hostOf(server)}`}
        text={
          <>{reason} Winnow retries every 5 seconds and continues automatically. Your sign-in and decisions are safe.</>
        }
      >
        <Button loading={openLocal.isPending} onClick={() => openLocal.mutate()}>
          Open local workspace
        </Button>
        <Button component={Link} to="/login" variant="default">
          Sign in elsewhere
        </Button>
      </EmptyFace>
      {openLocal.isError && <Problem title="Couldn’t open." reason={openLocal.error.message} />}
    </Center>
  );
}
