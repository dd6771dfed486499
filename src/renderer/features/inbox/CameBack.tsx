import { Button } from '@mantine/core';
import { IconArrowUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatCount } from '#shared/domain/formats.ts';
import { useRunCommand } from '../../keyboard/CommandProvider.tsx';
import { KeyTip } from '../../keyboard/Keys.tsx';
import type { ListModel } from '../../lists/list.ts';
import { useStore } from '../../ui/store.ts';

/** How many companies that were put off are back on top of an inbox; the button goes there. */
export function CameBack({ model }: { readonly model: ListModel }): ReactNode {
  const count = useStore(model.back);
  const run = useRunCommand();
  if (count === 0) return null;
  return (
    <KeyTip id="list.first" label="Show what came back, which is on top">
      <Button
        size="compact-xs"
        variant="default"
        rightSection={<IconArrowUp size={13} stroke={1.6} aria-hidden />}
        onClick={() => run('list.first')}
      >
        {formatCount(count)} came back
      </Button>
    </KeyTip>
  );
}
