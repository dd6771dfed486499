import type { ReactNode } from 'react';
import { smartListNameSchema } from '#shared/domain/names.ts';
import type { SmartList } from '#shared/domain/smartList.ts';
import { useApiMutation } from '../../data/useApi.ts';
import { NameDialog } from '../../ui/NameDialog.tsx';

/** Gives a smart list another name. */
export function RenameDialog({
  list,
  onClose,
}: {
  readonly list: Pick<SmartList, 'id' | 'name'>;
  readonly onClose: () => void;
}): ReactNode {
  const update = useApiMutation('updateSmartList');
  return (
    <NameDialog
      title="Rename smart list"
      size="sm"
      initial={list.name}
      schema={smartListNameSchema}
      submit="Rename"
      saving={update}
      onSave={(name) => update.mutate({ params: { id: list.id }, body: { name } }, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}
