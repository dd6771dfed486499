import { SegmentedControl } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { formatCount } from '#shared/domain/formats.ts';
import { useSmartLists } from '../../data/smartLists.ts';
import { useCommands } from '../../keyboard/CommandProvider.tsx';
import { KeyTip } from '../../keyboard/Keys.tsx';
import { useUnrated } from '../moves/TriageProvider.tsx';

/** Whether only what is new in a smart list is shown, which its address says (`?show=new`). */
export interface OnlyNew {
  readonly isOnly: boolean;
  readonly show: (onlyNew: boolean) => void;
}

export function useOnlyNew(): OnlyNew {
  const [parameters, setParameters] = useSearchParams();
  return {
    isOnly: parameters.get('show') === 'new',
    show: (onlyNew) => setParameters(onlyNew ? { show: 'new' } : {}, { replace: true }),
  };
}

/** How many companies of a smart list are new, and how many it shows in all: the undecided ones, or all of them. */
export function useNewCounts(id: number, onlyUndecided: boolean): { readonly fresh: number; readonly all: number } {
  const list = useSmartLists()?.find((one) => one.id === id);
  const unratedOf = useUnrated();
  if (list === undefined) return { fresh: 0, all: 0 };
  const all = onlyUndecided ? unratedOf(list) : list.totalCount;
  return { fresh: Math.min(all, onlyUndecided ? list.newUnratedCount : list.newCount), all };
}

/** Chooses between what is new in a smart list and all of it, where there are both. */
export function NewSwitch({
  id,
  onlyUndecided,
  only: { isOnly, show },
}: {
  readonly id: number;
  readonly onlyUndecided: boolean;
  readonly only: OnlyNew;
}): ReactNode {
  const { fresh, all } = useNewCounts(id, onlyUndecided);
  const isOffered = isOnly || (fresh > 0 && fresh < all);
  useCommands(isOffered ? { 'list.onlyNew': () => show(!isOnly) } : {});
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
