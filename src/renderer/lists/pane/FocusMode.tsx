import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useEffect, useLayoutEffect, useSyncExternalStore, type ReactNode } from 'react';
import type { FilterSet } from '#shared/domain/filters.ts';
import { foundPatterns } from '#shared/domain/searchText.ts';
import { formatCount } from '#shared/domain/formats.ts';
import type { Company } from '#shared/domain/company.ts';
import { CompanyDetails } from '../../features/company/CompanyDetails.tsx';
import { Notes } from '../../features/company/Notes.tsx';
import { TriageBar } from '../../features/company/TriageBar.tsx';
import { useRests } from '../../features/company/useRests.ts';
import { useAnnouncePlace } from '../../features/moves/TriageProvider.tsx';
import type { CompanyRow } from '../../grid/cells/companyRow.ts';
import { useCommands } from '../../keyboard/CommandProvider.tsx';
import { KeyTip } from '../../keyboard/Keys.tsx';
import { useStore } from '../../ui/store.ts';
import { decideInList } from '../commands.ts';
import { figuresOf, positionText } from '../figures.ts';
import type { ListModel } from '../list.ts';
import classes from './FocusMode.module.css';

/** One company per screen, with the same keys as the list behind it (product 13). */
export function FocusMode({
  model,
  filters,
  empty,
  onClose,
}: {
  readonly model: ListModel;
  readonly filters: FilterSet;
  /** What to show when nothing is left. */
  readonly empty: ReactNode;
  readonly onClose: () => void;
}): ReactNode {
  const focus = useStore(model.cursor.focus);
  const { shown } = useStore(model.shown.counts);
  const stream = useStore(model.stream.state);
  const { row } = focus;
  const { focus: place, counts } = figuresOf(model);
  useCommands({ 'list.focusMode': onClose, 'go.back': onClose }, { layer: 'pane' });
  // Keys and buttons are about the visible company (product 10.2).
  useLayoutEffect(() => {
    model.selection.suspend(true);
    return () => model.selection.suspend(false);
  }, [model]);
  const isOver = shown === 0 || row === null;
  return (
    <section className={classes.mode} aria-label="Focus mode" data-letters="decide">
      <header className={classes.head}>
        <span>{positionText(model.shown.rules, place, counts, stream)}</span>
        {counts.left !== null && <span>{formatCount(counts.left)} undecided</span>}
        <span className={classes.space} />
        <KeyTip id="list.focusMode" label="Back to list">
          <ActionIcon aria-label="Back to list" onClick={onClose}>
            <IconX size={17} stroke={1.7} />
          </ActionIcon>
        </KeyTip>
      </header>
      {isOver ? empty : <OneCompany key={row.id} model={model} row={row} filters={filters} />}
    </section>
  );
}

/** Nothing is requested while the user passes through many companies. */
function RestedNotes({ company }: { readonly company: Company }): ReactNode {
  return useRests(company.id) && <Notes company={company} />;
}

function OneCompany({
  model,
  row,
  filters,
}: {
  readonly model: ListModel;
  readonly row: CompanyRow;
  readonly filters: FilterSet;
}): ReactNode {
  const announcePlace = useAnnouncePlace();
  const list = useSyncExternalStore(model.triage.subscribe, () => model.listOf(row));
  useEffect(() => announcePlace(row.company.name), [announcePlace, row]);
  return (
    <div className={classes.company}>
      <CompanyDetails
        company={row.company}
        found={foundPatterns(filters.include.textSearch)}
        layout="page"
        actions={<TriageBar list={list} onDecide={(to) => decideInList(model, to)} />}
        after={<RestedNotes company={row.company} />}
      />
    </div>
  );
}
