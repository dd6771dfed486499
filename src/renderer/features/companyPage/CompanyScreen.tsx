import { ActionIcon, Button } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconArrowLeft, IconBuildingOff } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react';
import { useLocation, useNavigate, Link, useParams } from 'react-router-dom';
import { z } from 'zod';
import { AppError } from '#shared/errors.ts';
import { usePreferences } from '../../data/bridgeValues.ts';
import { companyPath } from '../../ui/companyPath.ts';
import { canGoBack } from '../../data/routeState.ts';
import { useApiQuery } from '../../data/useApi.ts';
import type { CompanyRow } from '../../grid/cells/companyRow.ts';
import { useCommands } from '../../keyboard/CommandProvider.tsx';
import { KeyTip, Keys } from '../../keyboard/Keys.tsx';
import { positionText } from '../../lists/figures.ts';
import { useListModel } from '../../lists/ListModels.tsx';
import type { ListModel } from '../../lists/list.ts';
import { rowsAhead } from '../../lists/stream.ts';
import { CornerRoom } from '../../ui/Screen.tsx';
import { EmptyFace, ErrorFace, LoadingFace } from '../../ui/Faces.tsx';
import { useStore } from '../../ui/store.ts';
import { useTitle } from '../../ui/title.ts';
import { keepCompany } from '../company/insight.ts';
import { CompanyView, type Guide } from './CompanyView.tsx';
import classes from './CompanyScreen.module.css';

/** A company's page (product 2). */
export function CompanyScreen(): ReactNode {
  const navigate = useNavigate();
  const { id } = useParams();
  const guide = useRef<Guide>({ decided: () => undefined, undone: () => undefined });
  const trail = useRef<number[]>([]);
  return (
    // Another company starts at the top.
    <div key={id} className={classes.scroll} data-letters="decide">
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
          <CompanySteps companyId={Number(id)} guideRef={guide} trailRef={trail} />
        </div>
        <CompanyOfRoute canOpenWindow guideRef={guide} />
      </div>
      <CornerRoom />
    </div>
  );
}

/** The company in the address, with its four faces. `guideRef`: who is told of its decisions. */
export function CompanyOfRoute({
  canOpenWindow,
  guideRef,
}: {
  readonly canOpenWindow: boolean;
  readonly guideRef?: RefObject<Guide>;
}): ReactNode {
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
  const { data: company } = query;
  return (
    <CompanyView
      key={company.id}
      company={company}
      canOpenWindow={canOpenWindow}
      {...(guideRef === undefined ? {} : { guideRef })}
    />
  );
}

/** What a list leaves in the address's state when it opens a company: the list's own id. */
const cameFrom = z.object({ list: z.string() });

interface StepsProps {
  readonly companyId: number;
  readonly guideRef: RefObject<Guide>;
  /** The companies decided on the way here, the latest last. */
  readonly trailRef: RefObject<number[]>;
}

/**
 * Next and previous company of the list that this one was opened from, and the position there; nothing if it was opened
 * another way. After a decision the page goes on to the next company, as a list does, unless the user has switched that
 * off; undo leads back.
 */
export function CompanySteps(props: StepsProps): ReactNode {
  const from = cameFrom.safeParse(useLocation().state);
  return from.success && <Steps {...props} listId={from.data.list} />;
}

function Steps({ listId, companyId, guideRef, trailRef }: StepsProps & { readonly listId: string }): ReactNode {
  const navigate = useNavigate();
  const client = useQueryClient();
  const { autoAdvance } = usePreferences();
  const model = useListModel(listId);
  const stream = useStore(model.stream.state);
  const { left } = useStore(model.shown.counts);
  // Without its table the list behind the page does not count its rows anew.
  const counts = { left, shown: model.shown.countVisible(model.stream.all()) };
  const { loaded } = stream;
  useEffect(() => {
    const index = model.stream.all().findIndex(({ company }) => company.id === companyId);
    if (index !== -1 && index + rowsAhead > loaded) model.stream.want(index + rowsAhead);
  }, [model, companyId, loaded]);

  const goTo = (place: RowPlace | null): boolean => {
    if (place === null) return false;
    // Back leads to the list, and there to the company viewed last.
    model.cursor.focus.set(place);
    keepCompany(client, place.row.company);
    const { company, inboxId } = place.row;
    void navigate(companyPath(company.id, inboxId), { replace: true, flushSync: true, state: { list: listId } });
    return true;
  };
  const step = (delta: 1 | -1): boolean => goTo(neighbour(model, companyId, delta));
  useLayoutEffect(() => {
    guideRef.current = {
      decided: (to) => {
        if (to === 'None' || !autoAdvance || !goTo(afterDecision(model, companyId))) return;
        trailRef.current.push(companyId);
      },
      undone: () => {
        const last = trailRef.current.pop();
        if (last !== undefined && last !== companyId) goTo(placeOf(model, last));
      },
    };
  });
  // The arrows scroll the page.
  const byLetter =
    (delta: 1 | -1) =>
    (event: KeyboardEvent | null): boolean =>
      event?.key.startsWith('Arrow') === true ? false : step(delta);
  useCommands({ 'list.next': byLetter(1), 'list.previous': byLetter(-1) });
  if (loaded === 0) return null;
  const here = placeOf(model, companyId);
  return (
    <div className={classes.steps}>
      {here !== null && (
        <span className={classes.position}>{positionText(model.shown.rules, here, counts, stream)}</span>
      )}
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

/** A row and its place among those that the list shows. */
interface RowPlace {
  readonly row: CompanyRow;
  readonly index: number;
}

/** The nearest row before or after a company that the list still shows, and that passes; null at the end. */
function neighbour(
  model: ListModel,
  companyId: number,
  delta: 1 | -1,
  passes: (row: CompanyRow) => boolean = () => true,
): RowPlace | null {
  const rows = model.stream.all();
  const here = rows.findIndex(({ company }) => company.id === companyId);
  if (here === -1) return null;
  for (let at = here + delta; ; at += delta) {
    const row = rows[at];
    if (row === undefined) return null;
    if (model.isVisible(row) && passes(row)) return placeAt(model, at);
  }
}

/** Where a list goes on after a decision: to the next company to decide, else to the nearest before. */
function afterDecision(model: ListModel, companyId: number): RowPlace | null {
  const isCandidate = (row: CompanyRow): boolean => model.belongs(row) && model.shown.isCandidate(row);
  return neighbour(model, companyId, 1, isCandidate) ?? neighbour(model, companyId, -1, isCandidate);
}

/** A company's place in a list; null if the list does not have it. */
function placeOf(model: ListModel, companyId: number): RowPlace | null {
  const at = model.stream.all().findIndex(({ company }) => company.id === companyId);
  return at === -1 ? null : placeAt(model, at);
}

function placeAt(model: ListModel, at: number): RowPlace | null {
  const rows = model.stream.all();
  const row = rows[at];
  return row === undefined ? null : { row, index: rows.slice(0, at).filter((item) => model.isVisible(item)).length };
}
