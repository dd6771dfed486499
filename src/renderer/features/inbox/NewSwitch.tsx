import { SegmentedControl } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { SmartListOverview } from '#shared/domain/smartList.ts';
import { formatCount } from '#shared/domain/formats.ts';
import { useCommands } from '../../keyboard/CommandProvider.tsx';
import { KeyTip } from '../../keyboard/Keys.tsx';
import { useUnrated } from '../moves/TriageProvider.tsx';

/** What is new in a smart list. */
export interface News {
  readonly fresh: number;
  /** All that the list shows, what is new included. */
  readonly all: number;
  /** Whether only new companies are shown. */
  readonly isOnly: boolean;
  /** Whether there are new companies and others. */
  readonly isOffered: boolean;
  readonly show: (onlyNew: boolean) => void;
}

/** What is new in a smart list, and whether that is all that the address asks for (`?show=new`). */
export function useNews(list: SmartListOverview | undefined, onlyUndecided: boolean): News {
  const [parameters, setParameters] = useSearchParams();
  const unratedOf = useUnrated();
  const unrated = list === undefined ? 0 : unratedOf(list);
  const all = onlyUndecided ? unrated : (list?.totalCount ?? 0);
  const fresh = Math.min(all, (onlyUndecided ? list?.newUnratedCount : list?.newCount) ?? 0);
  const isOnly = parameters.get('show') === 'new';
  const isOffered = isOnly || (fresh > 0 && fresh < all);
  const show = (onlyNew: boolean): void => setParameters(onlyNew ? { show: 'new' } : {}, { replace: true });
  useCommands(isOffered ? { 'list.onlyNew': () => show(!isOnly) } : {});
  return { fresh, all, isOnly, isOffered, show };
}

/** Chooses between what is new in a smart list and all of it. */
export function NewSwitch({ news: { fresh, all, isOnly, isOffered, show } }: { readonly news: News }): ReactNode {
  if (!isOffered) return null;
  return (
    <KeyTip id="list.onlyNew">
      <SegmentedControl
        size="xs"
        aria-label="Which companies are shown"
        value={isOnly ? 'new' : 'all'}
        onChange={(value) => show(value === 'new')}
        data={[
          { value: 'new', label: `New ${formatCount(fresh)}` },
          { value: 'all', label: `All ${formatCount(all)}` },
        ]}
      />
    </KeyTip>
  );
}
