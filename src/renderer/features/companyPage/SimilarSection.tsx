import { IconAffiliate } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, type RefObject, useMemo, useRef, type FocusEvent, type ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { Company } from '#shared/domain/company.ts';
import { counted } from '#shared/domain/formats.ts';
import { api } from '../../bridge/bridge.ts';
import { usePreferences } from '../../data/bridgeValues.ts';
import { CompanyGrid } from '../../grid/CompanyGrid.tsx';
import { rowHeights } from '../../grid/gridDriver.ts';
import { useCommands } from '../../keyboard/CommandProvider.tsx';
import { Keys } from '../../keyboard/Keys.tsx';
import { ListFaces, ListProgress } from '../../lists/ListFaces.tsx';
import { useListModel } from '../../lists/ListModels.tsx';
import { useListCommands } from '../../lists/commands.ts';
import type { ListModel, MouseAnswers } from '../../lists/list.ts';
import { showsAll } from '../../lists/shown.ts';
import { fixedSource } from '../../lists/sources.ts';
import { useCollect } from '../../lists/tools/useCollect.tsx';
import { useColumns } from '../../lists/tools/ColumnsMenu.tsx';
import { useHeaderMenu } from '../../lists/tools/HeaderMenu.tsx';
import { useListTools } from '../../lists/tools/useListTools.ts';
import { useRowMouse } from '../../lists/useRowMouse.ts';
import { useKnownEntries } from '../../lists/useKnownEntries.ts';
import { EmptyFace } from '../../ui/Faces.tsx';
import { useStore } from '../../ui/store.ts';
import { useConfirm } from '../../ui/Dialog.tsx';
import { similarInput, similarOf, keepCompany } from '../company/insight.ts';
import sector from '../company/Sector.module.css';
import classes from '../company/Similar.module.css';

/** The section's fragment in a company page's address; `s` in a list leads to it. */
const hash = '#similar';
/** The most similar ones come first, and nothing else is offered. */
const unsorted = { sorting: 'none', sorted: null } as const;
const failed = 'Couldn’t load similar companies.';

/**
 * The companies most like this one, in the usual table. It loads when it comes into view or is asked for. While the
 * table has the focus, keys act on its row, else on the page's company (product 10.2).
 */
export function SimilarSection({ company }: { readonly company: Company }): ReactNode {
  const section = useRef<HTMLElement>(null);
  const model = useListModel(`similar ${company.id}`);
  const { loaded, isComplete } = useStore(model.stream.state);
  const isAsked = useLocation().hash === hash;
  const isSeen = useSeen(section) || isAsked || loaded > 0;
  const [hasFocus, setFocus] = useState(false);
  const columns = useColumns('similar');
  const { menu, mouse } = useRowMouse(model);
  const { menu: headerMenu, headerMenuAsked } = useHeaderMenu({ model, save: columns.save, ...unsorted });
  useOpening(
    model,
    columns.save,
    useMemo(() => ({ ...mouse, headerMenuAsked }), [mouse, headerMenuAsked]),
  );

  const source = useMemo(
    () => fixedSource(async () => similarOf(await api('getCompanyInsight', similarInput(company.id)))),
    [company.id],
  );
  useEffect(() => {
    if (isSeen) model.open('similar', source, { ...showsAll, skipsDecided: false });
  }, [model, source, isSeen]);

  const jump = (): void => {
    section.current?.scrollIntoView({ block: 'start' });
    model.takeFocus();
  };
  useCommands({ 'company.similar': jump });
  const jumpNow = useRef(jump);
  useEffect(() => {
    jumpNow.current = jump;
  });
  useEffect(() => {
    model.leaveFreeFocus();
    if (isAsked) jumpNow.current();
  }, [model, isAsked]);

  const onFocus = (): void => {
    model.leaveFreeFocus();
    setFocus(true);
  };
  const onBlur = (event: FocusEvent<HTMLElement>): void => {
    if (!event.currentTarget.contains(event.relatedTarget)) setFocus(false);
  };

  return (
    <section ref={section} id="similar" className={sector.section} aria-labelledby="similar-title">
      <header className={sector.sectionHead}>
        <h2 id="similar-title" className={sector.sectionTitle}>
          Similar companies
        </h2>
        <Keys id="company.similar" />
        {loaded > 0 && isComplete && (
          <span className={classes.count}>{counted(loaded, 'company', 'companies')}, most similar first</span>
        )}
      </header>
      <div className={classes.table} data-region="table" onFocus={onFocus} onBlur={onBlur}>
        {isSeen && <SimilarGrid model={model} company={company} columns={columns} />}
        {menu}
        {headerMenu}
      </div>
      {hasFocus && <SimilarKeys model={model} title={`Similar to ${company.name}`} />}
    </section>
  );
}

function SimilarGrid({
  model,
  company,
  columns,
}: {
  readonly model: ListModel;
  readonly company: Company;
  readonly columns: ReturnType<typeof useColumns>;
}): ReactNode {
  const { density } = usePreferences();
  useKnownEntries(model);
  return (
    <>
      <ListProgress model={model} failed={failed} />
      <div className={classes.grid}>
        <CompanyGrid
          key={model.id}
          screen={model}
          label={`Companies similar to ${company.name}`}
          {...unsorted}
          columnState={columns.state}
          rowHeight={rowHeights[density]}
        />
        <ListFaces
          model={model}
          failed={failed}
          empty={
            <EmptyFace
              icon={IconAffiliate}
              title="No similar companies found"
              text="Companies are compared by their descriptions and industries."
            />
          }
        />
      </div>
    </>
  );
}

/** Opens a row's company. Going back returns to the same place in the table (product 10.4). */
function useOpening(
  model: ListModel,
  columnsChanged: ReturnType<typeof useColumns>['save'],
  mouse: MouseAnswers & Pick<ListModel, 'headerMenuAsked'>,
): void {
  const navigate = useNavigate();
  const client = useQueryClient();
  const pathOf = useCompanyPath();
  // The list that the page's company was opened from.
  const state: unknown = useLocation().state;
  useEffect(() => {
    model.answer({
      opened: ({ company }) => {
        keepCompany(client, company);
        const open = async (): Promise<void> => {
          await navigate({ hash }, { replace: true, state });
          await navigate(pathOf(company.id));
        };
        void open();
      },
      columnsChanged,
      sortAsked: () => undefined,
      ...mouse,
    });
  }, [model, client, navigate, pathOf, columnsChanged, mouse, state]);
}

/** The keys of the similar companies; they take precedence over the page's while their table has the focus. */
function SimilarKeys({ model, title }: { readonly model: ListModel; readonly title: string }): ReactNode {
  const { dialog: confirmDialog, confirm } = useConfirm();
  const { dialog: collectDialog, collect } = useCollect(model);
  useListTools(model, { title, confirm });
  useListCommands(model, null);
  useCommands({ 'company.collect': collect });
  return (
    <>
      {confirmDialog}
      {collectDialog}
    </>
  );
}

/** Builds the address of a company's page: in a window of its own, another company opens in that window. */
function useCompanyPath(): (companyId: number) => string {
  const isOwnWindow = useLocation().pathname.startsWith('/embed/');
  return (companyId) => (isOwnWindow ? `/embed/company/${companyId}` : `/company/${companyId}`);
}

/** How far below the window something already counts as seen. */
const ahead = '160px';

/** Whether an element has come into view, or nearly, since it was mounted. */
export function useSeen(element: RefObject<Element | null>): boolean {
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    if (isSeen || element.current === null) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
      },
      { rootMargin: ahead },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, isSeen]);
  return isSeen;
}
