import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconArrowDown } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import type { AccountCard } from '#shared/bridge/session.ts';
import { call, subscribe } from '../../bridge/bridge.ts';
import { useSession } from '../../data/bridgeValues.ts';
import { keys } from '../../data/keys.ts';
import { keptInMemory, keptInMemoryText } from '../../data/keptInMemory.ts';
import classes from './SessionNotices.module.css';
import { Dialog } from '../../ui/Dialog.tsx';

/**
 * The session's questions and notices, over every screen: whether an account may be replaced, and where a token is
 * kept.
 */
export function SessionNotices(): ReactNode {
  const { replacement } = useSession();
  useMemoryNotice();
  useBehindNotice();
  return replacement === null ? null : <ReplaceDialog from={replacement.from} to={replacement.to} />;
}

/** Asks before one account replaces another, showing both (S35). */
function ReplaceDialog({ from, to }: { readonly from: AccountCard; readonly to: AccountCard }): ReactNode {
  const client = useQueryClient();
  const answer = useMutation({
    mutationFn: (accept: boolean) => call('session.replace', { accept }),
    onSuccess: (session) => client.setQueryData(keys.session, session),
    // Another window may have answered; fetch the session as it is now.
    onError: () => void client.invalidateQueries({ queryKey: keys.session }),
  });
  const keep = (): void => {
    if (!answer.isPending) answer.mutate(false);
  };
  return (
    <Dialog onClose={keep} title="Sign in as someone else?" size={460} closeOnClickOutside={false}>
      <div className={classes.accounts}>
        <Account heading="Signed in now" account={from} />
        <IconArrowDown size={18} stroke={1.6} className={classes.arrow} aria-hidden />
        <Account heading="Would replace it" account={to} />
      </div>
      <p className={classes.text}>
        Unsent decisions of {nameOf(from)} stay on this computer and are sent when {nameOf(from)} signs in again.
      </p>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={keep} disabled={answer.isPending} data-autofocus>
          Keep {nameOf(from)}
        </Button>
        <Button
          loading={answer.isPending && answer.variables}
          disabled={answer.isPending}
          onClick={() => answer.mutate(true)}
        >
          Sign in as {nameOf(to)}
        </Button>
      </Group>
    </Dialog>
  );
}

function Account({ heading, account }: { readonly heading: string; readonly account: AccountCard }): ReactNode {
  return (
    <section className={classes.account} aria-label={heading}>
      <p className={classes.heading}>{heading}</p>
      <p className={classes.name}>{nameOf(account)}</p>
      {account.email !== '' && account.email !== nameOf(account) && <p className={classes.line}>{account.email}</p>}
      <p className={classes.line}>{account.server === '' ? 'Local workspace on this computer' : account.server}</p>
    </section>
  );
}

/** What an account is called: its name, else its e-mail. */
function nameOf({ name, email, server }: AccountCard): string {
  if (name !== '') return name;
  if (email !== '') return email;
  return server === '' ? 'the local workspace' : 'this account';
}

/** Says that a server of a team does not have the newest companies yet. */
function useBehindNotice(): void {
  useEffect(
    () =>
      subscribe('companies.behind', () => {
        const id = 'companies behind';
        // Shown again it would start over with every answer.
        notifications.hide(id);
        notifications.show({ id, message: 'This server is a little behind: newer companies appear soon.' });
      }),
    [],
  );
}

/** How long it is told where the token is, in milliseconds; the profile menu says it for as long as it is so. */
const memoryNoticeTime = 15_000;

/** Says once per sign-in to a server that the token is not in a keychain (S29). */
function useMemoryNotice(): void {
  const session = useSession();
  const { account } = session;
  const text = keptInMemoryText(session);
  useEffect(() => {
    if (text === '') return undefined;
    const id = `kept in memory ${account}`;
    notifications.show({ id, title: keptInMemory, message: text, color: 'yellow', autoClose: memoryNoticeTime });
    return () => void notifications.hide(id);
  }, [account, text]);
}
