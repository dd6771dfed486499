import { useEffect, useRef } from 'react';
import type { ListName } from '#shared/domain/listName.ts';
import { useCommands } from '../../keyboard/CommandProvider.tsx';
import { useAnnounce, useUndo } from '../../features/moves/TriageProvider.tsx';
import { formatCount } from '../../ui/numbers.ts';
import { showFailure } from '../../ui/toasts.tsx';
import * as actions from '../actions.ts';
import type { ListModel } from '../list.ts';
import type { ListEnd } from '../stream.ts';
import { isFocusFree, type KeyNeeds } from '../cursor.ts';

/** Decides what is in hand, and says what went wrong. */
export function decideInList(model: ListModel, to: ListName): void {
  actions.decide(model, to).then(
    (problem) => {
      if (problem !== '') showFailure('Not moved', problem);
      return undefined;
    },
    (error: unknown) => showFailure('Not moved', error),
  );
}

function tellOfKeysGivenUp(count: number): void {
  const title = count === 1 ? 'One key press was ignored' : `${formatCount(count)} key presses were ignored`;
  showFailure(title, 'The next companies took more than 10 seconds to load.');
}

/**
 * The keys of a list (UX `Triage`): moving, selecting, deciding, undoing. `goToInbox` is there where Tab goes to the next
 * inbox; after `Esc` Tab leaves the grid instead (WCAG: no keyboard trap).
 */
export function useListCommands(model: ListModel, goToInbox: ((step: 1 | -1) => boolean) | null): void {
  const announce = useAnnounce();
  const undo = useUndo();
  const isTabFree = useRef(false);
  useEffect(() => {
    const end = model.cursor.givenUp.subscribe(tellOfKeysGivenUp);
    return () => {
      end();
      model.cursor.forgetKeys();
    };
  }, [model]);
  const keepingTab = (step: () => void) => (): void => model.cursor.whenThere(step);
  const move = (step: () => void, needs: KeyNeeds = {}): void => {
    isTabFree.current = false;
    model.cursor.whenThere(step, needs);
  };
  const anywhere = (step: () => void) => (): void => move(step);
  // About the current row, which after a decision is the next one; with a selection, about that.
  const atRow = (step: () => void) => (): void => move(step, { meansNext: model.selection.isEmpty() });
  const toNextRow = (step: () => void) => (): void =>
    move(step, { meansNext: model.selection.isEmpty(), needsNext: true });
  const toEnd = (end: ListEnd) => (): void =>
    move(() => actions.moveToEnd(model, end), { needsLast: actions.loadEnd(model, end) });
  const decide = (to: ListName) => atRow(() => decideInList(model, to));
  const tab =
    (step: 1 | -1) =>
    (event: KeyboardEvent | null): boolean => {
      if (goToInbox === null) return false;
      const inGrid = model.driver?.hasFocus() === true || isFocusFree();
      if (event !== null && (isTabFree.current || !inGrid)) return false;
      return goToInbox(step);
    };
  useCommands({
    'list.next': toNextRow(() => actions.moveBy(model, 1)),
    'list.previous': anywhere(() => actions.moveBy(model, -1)),
    'list.pageDown': atRow(() => actions.moveByPage(model, 1)),
    'list.pageUp': anywhere(() => actions.moveByPage(model, -1)),
    'list.first': toEnd('first'),
    'list.last': toEnd('last'),
    'list.open': atRow(() => {
      const { row } = model.cursor.focus.get();
      if (row !== null) model.opened(row);
    }),
    'list.select': atRow(() => actions.toggleSelection(model)),
    'list.extendDown': toNextRow(() => actions.extendSelection(model, 1)),
    'list.extendUp': atRow(() => actions.extendSelection(model, -1)),
    'list.selectAll': keepingTab(() => {
      model.selection.selectAll();
      announce(`All ${formatCount(model.selection.state.get().count)} that match are selected.`);
    }),
    'list.nextInbox': tab(1),
    'list.previousInbox': tab(-1),
    'triage.watchlist': decide('Watchlist'),
    'triage.opportunities': decide('Opportunities'),
    'triage.archive': decide('Archive'),
    'triage.none': decide('None'),
    'triage.undo': anywhere(undo),
  });
  useCommands(
    {
      'go.back': (event) => {
        if (event?.key !== 'Escape') return false;
        if (!model.selection.isEmpty()) {
          model.selection.clear();
          return true;
        }
        if (goToInbox === null || isTabFree.current || model.driver?.hasFocus() !== true) return false;
        isTabFree.current = true;
        announce('Tab now leaves the table. Press Escape again to go back.');
        return true;
      },
    },
    { layer: 'pane' },
  );
}
