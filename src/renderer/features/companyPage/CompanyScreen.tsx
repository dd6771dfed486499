import { ActionIcon, Button } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconArrowLeft, IconBuildingOff } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { useLocation, useNavigate, Link, useParams } from 'react-router-dom';
import { z } from 'zod';
import { AppError } from '#shared/errors.ts';
import { canGoBack } from '../../data/routeState.ts';
import { useApiQuery } from '../../data/useApi.ts';
import type { CompanyRow } from '../../grid/cells/companyRow.ts';
import { useCommands } from '../../keyboard/CommandProvider.tsx';
import { KeyTip, Keys } from '../../keyboard/Keys.tsx';
import { useListModel } from '../../lists/ListModels.tsx';
import type { ListModel } from '../../lists/list.ts';
import { rowsAhead } from '../../lists/stream.ts';
import { CornerRoom } from '../../ui/Screen.tsx';
import { EmptyFace, ErrorFace, LoadingFace } from '../../ui/Faces.tsx';
import { useStore } from '../../ui/store.ts';
import { useTitle } from '../../ui/title.ts';
import { keepCompany } from '../company/insight.ts';
import { CompanyView } from './CompanyView.tsx';
import classes from './CompanyScreen.module.css';

/** A company's page (product 2). */
export function CompanyScreen(): ReactNode {
  const navigate = useNavigate();
  const { id } = useParams();
  return (
    // Another company starts at the top.
    <div key={id} className={classes.scroll}>
      <div className={classes.page}>
        <div className={classes.head}>
          <Button
            variant="subtle"
            color="gray"
            className={classes.back ?? ''}
            leftSection={<IconArrowLeft size={15} aria-hidden />}
            rightSection={<Keys id="go.back" />}
            onClick={() => void (canGoBack() ? navigate(-1) : navigate('/'))}
          >
            Back
          </Button>
          <CompanySteps companyId={Number(id)} />
        </div>
        <CompanyOfRoute canOpenWindow />
      </div>
      <CornerRoom />
    </div>
  );
}

/** The company in the address, with its four faces. */
export function CompanyOfRoute({ canOpenWindow }: { readonly canOpenWindow: boolean }): ReactNode {
  const id = Number(useParams().id);
  const isId = Number.isSafeInteger(id) && id > 0;
  // Kept for the session, so that the reports can offer the companies that were opened.
  const query = useApiQuery('getCompany', { params: { id } }, { enabled: isId, gcTime: Infinity });
  useTitle(query.data?.name ?? 'Company');
  if (!isId || (query.error instanceof AppError && query.error.code === 'not_found')) {
    return (
      <EmptyFace
        isScreen
        icon={IconBuildingOff}
        title="This company no longer exists"
        text="It was removed, or its week has not been released yet."
      >
        <Button component={Link} to="/list/search">
          Search companies
        </Button>
      </EmptyFace>
    );
  }
  if (query.isPending) return <LoadingFace lines={10} label="Loading company" />;
  if (query.isError) {
    return <ErrorFace title="Couldn’t load the company." error={query.error} onRetry={() => void query.refetch()} />;
  }
  return <CompanyView key={query.data.id} company={query.data} canOpenWindow={canOpenWindow} />;
}

/** What a list leaves in the address's state when it opens a company: the list's own id. */
const cameFrom = z.object({ list: z.string() });

/** Next and previous company of the list that this one was opened from; nothing if it was opened another way. */
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
    // Back leads to the list, and there to the company viewed last.
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
          aria-label="Previous company in the list"
          disabled={neighbour(model, companyId, -1) === null}
          onClick={() => step(-1)}
        >
          <IconChevronUp size={17} stroke={1.6} />
        </ActionIcon>
      </KeyTip>
      <KeyTip id="list.next">
        <ActionIcon
          aria-label="Next company in the list"
          disabled={neighbour(model, companyId, 1) === null}
          onClick={() => step(1)}
        >
          <IconChevronDown size={17} stroke={1.6} />
        </ActionIcon>
      </KeyTip>
    </div>
  );
}

/** The nearest row before or after a company that the list still shows, and its index; null at the end. */
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
