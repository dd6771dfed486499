import { ActionIcon } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { z } from 'zod';
import { useStore } from '../../ui/store.ts';
import type { CompanyRow } from '../../grid/cells/companyRow.ts';
import { useCommands } from '../../keyboard/CommandProvider.tsx';
import { KeyTip } from '../../keyboard/KeyTip.tsx';
import type { ListModel } from '../../lists/list.ts';
import { rowsAhead } from '../../lists/stream.ts';
import { useListModel } from '../../lists/ListModels.tsx';
import classes from './CompanyScreen.module.css';
import { keepCompany } from '../company/keepCompany.ts';

/** What a list leaves in the address's state when it opens a company: the list's own id. */
const cameFrom = z.object({ list: z.string() });

/** Next and previous company of the list that this one was opened from; nothing where it was opened otherwise. */
export function CompanySteps({ companyId }: { readonly companyId: number }): ReactNode {
  const from = cameFrom.safeParse(useLocation().state);
  return from.success && <Steps listId={from.data.list} companyId={companyId} />;
}

function Steps({ listId, companyId }: { readonly listId: string; readonly companyId: number }): ReactNode {
  const navigate = useNavigate();
  const client = useQueryClient();
  const model = useListModel(listId);
  const { loaded } = useStore(model.stream.state);
  useEffect(() => {
    const index = model.stream.all().findIndex(({ company }) => company.id === companyId);
    if (index !== -1 && index + rowsAhead > loaded) model.stream.want(index + rowsAhead);
  }, [model, companyId, loaded]);

  const step = (delta: 1 | -1): boolean => {
    const next = neighbour(model, companyId, delta);
    if (next === null) return false;
    // Back leads to the list, and there to the company that was looked at last.
    model.cursor.focus.set({ row: next.row, index: next.index });
    keepCompany(client, next.row.company);
    void navigate(`/company/${next.row.company.id}`, { replace: true, flushSync: true, state: { list: listId } });
    return true;
  };
  // The arrows scroll the page.
  const byLetter =
    (delta: 1 | -1) =>
    (event: KeyboardEvent | null): boolean =>
      event?.key.startsWith('Arrow') === true ? false : step(delta);
  useCommands({ 'list.next': byLetter(1), 'list.previous': byLetter(-1) });
  if (loaded === 0) return null;
  return (
    <div className={classes.steps}>
      <KeyTip id="list.previous">
        <ActionIcon
          aria-label="Previous company of the list"
          disabled={neighbour(model, companyId, -1) === null}
          onClick={() => step(-1)}
        >
          <IconChevronUp size={17} stroke={1.6} />
        </ActionIcon>
      </KeyTip>
      <KeyTip id="list.next">
        <ActionIcon
          aria-label="Next company of the list"
          disabled={neighbour(model, companyId, 1) === null}
          onClick={() => step(1)}
        >
          <IconChevronDown size={17} stroke={1.6} />
        </ActionIcon>
      </KeyTip>
    </div>
  );
}

/** The nearest row before or after a company that the list still shows, and its place there; null at the end. */
function neighbour(model: ListModel, companyId: number, delta: 1 | -1): { row: CompanyRow; index: number } | null {
  const rows = model.stream.all();
  const here = rows.findIndex(({ company }) => company.id === companyId);
  if (here === -1) return null;
  for (let at = here + delta; ; at += delta) {
    const row = rows[at];
    if (row === undefined) return null;
    if (model.isVisible(row)) return { row, index: rows.slice(0, at).filter((item) => model.isVisible(item)).length };
  }
}
