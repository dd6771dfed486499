import { IconArchive, IconBookmark, IconStar } from '@tabler/icons-react';
import type { CommandId } from '#shared/commands.ts';
import type { DecidedList } from '#shared/domain/listName.ts';

/** The three decisions as buttons show them. */
export const decisionButtons = [
  { list: 'Watchlist', command: 'triage.watchlist', Icon: IconBookmark },
  { list: 'Opportunities', command: 'triage.opportunities', Icon: IconStar },
  { list: 'Archive', command: 'triage.archive', Icon: IconArchive },
] as const satisfies readonly { list: DecidedList; command: CommandId; Icon: unknown }[];
