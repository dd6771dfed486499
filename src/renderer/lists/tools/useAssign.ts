import { useAskAssign, type AskAssign } from '../../features/moves/AssignStrip.tsx';
import { useCommands } from '../../keyboard/CommandProvider.tsx';
import { hasSelection } from '../commands.ts';
import type { ListModel } from '../list.ts';
import { selectedCompanies } from './useCollect.tsx';

/** Assigns the companies in hand, fixed at the key press: the selection, otherwise the current row. */
export function useAssign(model: ListModel): void {
  const ask = useAskAssign();
  useCommands(
    {
      'company.assign': () => {
        if (ask === null) return false;
        model.cursor.whenThere(() => assign(model, ask), { meansNext: !hasSelection(model) });
        return true;
      },
    },
    { enabled: ask !== null },
  );
}

function assign(model: ListModel, ask: AskAssign): void {
  const { row } = model.cursor.focus.get();
  const selected = hasSelection(model) ? selectedCompanies(model) : null;
  if (selected !== null) ask({ what: selected.label, companyIds: selected.ids });
  else if (row !== null) ask({ what: row.company.name, companyIds: [row.company.id] });
}
