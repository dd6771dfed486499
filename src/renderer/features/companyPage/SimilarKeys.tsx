import type { ReactNode } from 'react';
import { useCommands } from '../../keyboard/CommandProvider.tsx';
import { useConfirm } from '../../ui/useConfirm.tsx';
import type { ListModel } from '../../lists/list.ts';
import { useCollect } from '../../lists/tools/useCollect.tsx';
import { useListCommands } from '../../lists/tools/useListCommands.ts';
import { useListTools } from '../../lists/tools/useListTools.ts';

/** The keys of the similar companies, above those of the page for as long as their table has the focus. */
export function SimilarKeys({ model, title }: { readonly model: ListModel; readonly title: string }): ReactNode {
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
