import type { EventPayload } from '#shared/bridge/contract.ts';
import { formatMonday } from '#shared/domain/digestWeek.ts';
import { counted } from '#shared/domain/formats.ts';
import { leftOutText } from '#shared/domain/knownText.ts';

/** The message about a landed refresh: its week, and how many companies came into how many lists. */
export function landedText({ week, lists }: EventPayload<'refresh.landed'>): { title: string; message: string } {
  const filled = lists.filter(({ added }) => added > 0);
  const added = filled.reduce((sum, list) => sum + list.added, 0);
  const companies = counted(added, 'new company', 'new companies');
  const message =
    filled.length === 0
      ? 'None match your smart lists.'
      : `${companies} in ${counted(filled.length, 'smart list', 'smart lists')}.`;
  return { title: `New companies for the week of ${formatMonday(week)}`, message: `${message}${leftOutText(lists)}` };
}
