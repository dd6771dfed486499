import { useMemo, type ReactNode } from 'react';
import { call } from '../bridge/bridge.ts';
import { isInBrowser } from '../features/company/useOpenPage.ts';
import { showFailure } from '../ui/toasts.tsx';
import { decideOne } from './commands.ts';
import type { ListModel, MouseAnswers } from './list.ts';
import { draggedRows, rowsDraggedBy } from './rowDrag.ts';
import { useRowMenu } from './tools/RowMenu.tsx';
import type { NarrowedBy } from './tools/useNarrowing.tsx';

/** What the mouse does with the rows of a list: their menu, decisions at the row, links opened apart, drags. */
export function useRowMouse(
  model: ListModel,
  narrowed?: NarrowedBy,
): { readonly menu: ReactNode; readonly mouse: MouseAnswers } {
  const { menu, menuAsked } = useRowMenu(model, narrowed);
  const mouse = useMemo(
    (): MouseAnswers => ({
      menuAsked,
      openedApart: ({ company, inboxId }) => {
        // There the link opens in a tab of its own, which the shell knows.
        if (isInBrowser()) return false;
        call('shell.openCompany', { companyId: company.id, inboxId }).catch((error: unknown) =>
          showFailure('Not opened', error),
        );
        return true;
      },
      decideAsked: (row, to) => decideOne(model, row, to),
      dragged: (row) => {
        const rows = rowsDraggedBy(model, row);
        draggedRows.set(rows);
        return rows.label;
      },
      dragEnded: () => draggedRows.set(null),
    }),
    [model, menuAsked],
  );
  return { menu, mouse };
}
