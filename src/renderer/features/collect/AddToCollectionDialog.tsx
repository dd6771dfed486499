import { Combobox, TextInput, useCombobox } from '@mantine/core';
import { IconFolder, IconFolderPlus, IconSearch } from '@tabler/icons-react';
import { useEffect, useState, type ReactNode } from 'react';
import type { CollectionPreview } from '#shared/domain/collection.ts';
import { collectionNameSchema } from '#shared/domain/names.ts';
import { fold } from '#shared/domain/text.ts';
import { counted } from '#shared/domain/formats.ts';
import { collectionsInput } from '../../data/filterNames.ts';
import { useApiQuery } from '../../data/useApi.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import classes from './AddToCollectionDialog.module.css';
import { useAddToCollection, type CompaniesToAdd } from './useAddToCollection.ts';

/** The value of the option that creates a collection with the typed name. */
const createValue = 'create';

/** Finds or creates a collection by typing, and adds companies to it. Arrows choose, Enter adds. */
export function AddToCollectionDialog({
  companies,
  onClose,
}: {
  readonly companies: CompaniesToAdd;
  readonly onClose: () => void;
}): ReactNode {
  const [typed, setTyped] = useState('');
  // Its options are always visible; "opened" is what lets Enter choose one.
  const list = useCombobox({ opened: true });
  const query = useApiQuery('listCollectionPreviews', collectionsInput);
  const words = fold(typed.trim());
  const all = query.data?.results ?? [];
  const add = useAddToCollection(onClose, async (anew) => {
    if (!anew && !query.isFetching) return all;
    const { data } = await query.refetch({ cancelRefetch: anew });
    return data?.results ?? all;
  });
  const found = all.filter(({ name }) => fold(name).includes(words));
  const isNew = collectionNameSchema.safeParse(typed).success && !all.some(({ name }) => fold(name) === words);
  const first = found[0]?.id ?? (isNew ? createValue : '');

  const submit = (value: string): void => {
    if (value === createValue) {
      add.addToNew(typed.trim(), companies);
      return;
    }
    const chosen = all.find(({ id }) => String(id) === value);
    if (chosen !== undefined) add.addTo(chosen, companies);
  };

  return (
    <Dialog onClose={onClose} title={`Add ${companies.label} to a collection`}>
      <Combobox store={list} onOptionSubmit={submit}>
        {/* Its options are not a drop-down that Esc would close first: Esc closes the dialog. */}
        <Combobox.EventsTarget data-mantine-stop-propagation="false">
          <TextInput
            aria-label="Collection"
            placeholder="Find or name a collection"
            leftSection={<IconSearch size={15} aria-hidden />}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            error={add.problem}
            disabled={add.isPending}
            maxLength={80}
            data-autofocus
          />
        </Combobox.EventsTarget>
        {/* A screen reader would announce an empty list of options as a broken one. */}
        {found.length === 0 && !isNew ? (
          <p className={classes.nothing}>
            {query.isPending ? 'Loading collections' : 'Type a name to create your first collection.'}
          </p>
        ) : (
          <Options collections={found} newName={isNew ? typed.trim() : ''} />
        )}
        <FirstMarked first={first} mark={list.selectFirstOption} />
      </Combobox>
    </Dialog>
  );
}

/** Collections to choose from, and last, one to create, unless `newName` is `''`. */
function Options({
  collections,
  newName,
}: {
  readonly collections: readonly CollectionPreview[];
  readonly newName: string;
}): ReactNode {
  return (
    <Combobox.Options className={classes.options ?? ''} aria-label="Collections">
      {collections.map((collection) => (
        <Combobox.Option key={collection.id} value={String(collection.id)} className={classes.option ?? ''}>
          <IconFolder size={15} aria-hidden />
          <span className={classes.name} title={collection.name} dir="auto">
            {collection.name}
          </span>
          <span className={classes.count}>{counted(collection.collection_items_count, 'company', 'companies')}</span>
        </Combobox.Option>
      ))}
      {newName !== '' && (
        <Combobox.Option value={createValue} className={classes.option ?? ''}>
          <IconFolderPlus size={15} aria-hidden />
          <span className={classes.name}>Create “{newName}”</span>
        </Combobox.Option>
      )}
    </Combobox.Options>
  );
}

/**
 * Marks the first option, which Enter takes, whenever the first option changes. Rendered after the options, because a
 * dialog renders its content later than itself.
 */
function FirstMarked({ first, mark }: { readonly first: number | string; readonly mark: () => unknown }): ReactNode {
  useEffect(() => {
    mark();
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a new first option is marked again
  }, [mark, first]);
  return null;
}
