import { ActionIcon, Button, Indicator, Popover, Tooltip } from '@mantine/core';
import { IconAt } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { counted, formatCount, formatRelativeDay } from '#shared/domain/formats.ts';
import type { Mention } from '#shared/domain/team.ts';
import { useHasTeam } from '../../data/team.ts';
import { useApiMutation, useApiQuery } from '../../data/useApi.ts';
import { useCommands } from '../../keyboard/CommandProvider.tsx';
import { KeyboardHold } from '../../ui/Dialog.tsx';
import { ErrorFace, LoadingFace } from '../../ui/Faces.tsx';
import { showFailure } from '../../ui/toasts.tsx';
import classes from './Mentions.module.css';

const newest = { query: { page_size: 25 } } as const;

/** In the top bar of a team: how many comments that name the user are unread, and the newest of them. */
export function Mentions(): ReactNode {
  const hasTeam = useHasTeam();
  const { pathname } = useLocation();
  // On another screen it is closed again.
  return hasTeam && <MentionsButton key={pathname} />;
}

function MentionsButton(): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const unread = useApiQuery('listMentions', newest).data?.unread ?? 0;
  // Wherever the keyboard is by then.
  useCommands({ 'go.back': () => setOpen(false) }, { layer: 'pane', enabled: isOpen });
  const label =
    unread === 0
      ? 'Comments that mention you'
      : `${unreadText(unread)} that ${unread === 1 ? 'mentions' : 'mention'} you`;
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-end"
      width={380}
      shadow="md"
      transitionProps={{ duration: 0 }}
    >
      <Popover.Target>
        <Tooltip label={label} disabled={isOpen}>
          <Indicator
            label={formatCount(unread)}
            size={16}
            offset={5}
            disabled={unread === 0}
            inline
            classNames={{ indicator: classes.count ?? '' }}
          >
            <ActionIcon size="lg" aria-label={label} aria-haspopup="dialog" onClick={() => setOpen(!isOpen)}>
              <IconAt size={18} stroke={1.6} />
            </ActionIcon>
          </Indicator>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown aria-label="Comments that mention you" p={0}>
        {isOpen && (
          <>
            <Newest onClose={() => setOpen(false)} />
            <KeyboardHold />
          </>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

function unreadText(unread: number): string {
  return counted(unread, 'unread comment', 'unread comments');
}

function tellFailure(error: Error): void {
  showFailure('Not marked as read', error);
}

function Newest({ onClose }: { readonly onClose: () => void }): ReactNode {
  const navigate = useNavigate();
  const query = useApiQuery('listMentions', newest);
  const { mutate, isPending } = useApiMutation('readMentions');
  const open = ({ company }: Mention): void => {
    onClose();
    mutate({ body: { company_ids: [company.id] } }, { onError: tellFailure });
    void navigate(`/company/${company.id}`);
  };
  const { data } = query;
  if (data === undefined) {
    return query.isError ? (
      <ErrorFace title="Couldn’t load the comments." error={query.error} onRetry={() => void query.refetch()} />
    ) : (
      <LoadingFace lines={4} label="Loading comments" />
    );
  }
  const { results, unread, count } = data;
  return (
    <>
      <div className={classes.head}>
        <span>{unread === 0 ? 'No unread comments' : unreadText(unread)}</span>
        {unread > 0 && (
          <Button
            size="compact-xs"
            variant="default"
            loading={isPending}
            onClick={() => mutate({ body: {} }, { onError: tellFailure })}
          >
            Mark all as read
          </Button>
        )}
      </div>
      {results.length === 0 ? (
        <p className={classes.none}>When a colleague writes @ and your name in a comment, it appears here.</p>
      ) : (
        <ul className={classes.list}>
          {results.map((mention) => (
            <MentionItem
              key={mention.note_id}
              mention={mention}
              when={formatRelativeDay(mention.at, new Date())}
              onOpen={open}
            />
          ))}
        </ul>
      )}
      {count > results.length && (
        <p className={classes.none}>
          {counted(
            count - results.length,
            'older one is on its company’s page',
            'older ones are on their companies’ pages',
          )}
          .
        </p>
      )}
    </>
  );
}

function MentionItem({
  mention,
  when,
  onOpen,
}: {
  readonly mention: Mention;
  readonly when: string;
  readonly onOpen: (mention: Mention) => void;
}): ReactNode {
  return (
    <li>
      <button type="button" className={classes.mention} data-unread={!mention.read} onClick={() => onOpen(mention)}>
        <span className={classes.line}>
          <span>
            <bdi>{mention.by.name}</bdi> on <strong dir="auto">{mention.company.name}</strong>
            {!mention.read && <span className={classes.unread}>Unread</span>}
          </span>
          <time dateTime={mention.at}>{when}</time>
        </span>
        <span className={classes.text} dir="auto">
          {mention.text}
        </span>
      </button>
    </li>
  );
}
