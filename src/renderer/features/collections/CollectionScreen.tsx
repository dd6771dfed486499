import { Button } from '@mantine/core';
import { IconFolderOff, IconFolders } from '@tabler/icons-react';
import { useEffect, useMemo, type ReactNode } from 'react';
import { Link, useNavigate, useParams } from 'react-router-dom';
import type { CollectionPreview } from '#shared/domain/collection.ts';
import { collectionsInput } from '../../data/filterNames.ts';
import { routeId } from '../../data/routeState.ts';
import { useApiMutation, useApiQuery } from '../../data/useApi.ts';
import { Keys } from '../../keyboard/Keys.tsx';
import { FilteredOut, ListResult } from '../../lists/ListFaces.tsx';
import { useListModel } from '../../lists/ListModels.tsx';
import { ListScreen } from '../../lists/ListScreen.tsx';
import type { ListModel } from '../../lists/list.ts';
import { showsAll } from '../../lists/shown.ts';
import { collectionSource } from '../../lists/sources.ts';
import { FilterButton } from '../../lists/tools/ListToolbar.tsx';
import { keyOfOrder, useListOrder } from '../../lists/tools/OrderMenu.tsx';
import { useQuickFilter } from '../../lists/tools/useQuickFilter.tsx';
import { useKnownEntries } from '../../lists/useKnownEntries.ts';
import { EmptyFace } from '../../ui/Faces.tsx';
import { isolated } from '../../ui/title.ts';
import { useStore } from '../../ui/store.ts';
import { showFailure, showUndo } from '../../ui/toasts.tsx';
import { CollectionMenu } from './CollectionMenu.tsx';
import classes from './Collections.module.css';

/** One collection: its companies in the usual list. */
export function CollectionScreen(): ReactNode {
  const id = routeId(useParams().id);
  const navigate = useNavigate();
  const model = useListModel(`collection ${id}`);
  useKnownEntries(model);
  const previews = useApiQuery('listCollectionPreviews', collectionsInput).data?.results;
  const collection = previews?.find((item) => item.id === id);
  const order = useListOrder(model.id);
  const source = useMemo(() => collectionSource(id, order.order), [id, order.order]);

  const quick = useQuickFilter(model);

  useEffect(() => {
    // Companies are added on other screens, which this list does not see.
    model.outdate();
    model.open(`${id} ${keyOfOrder(order)}`, source, { ...showsAll, skipsDecided: false });
    // `source` changes whenever the order does.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [model, id, source]);

  return (
    <ListScreen
      model={model}
      columnsKey="collection"
      order={order}
      title={collection?.name ?? 'Collection'}
      result={<ListResult model={model} isFiltered={quick.isActive} />}
      report={{ kind: 'collection', id, kept: false }}
      tools={
        <>
          {collection !== undefined && (
            <>
              <RemoveFromCollection model={model} collection={collection} />
              <CollectionMenu collection={collection} isScreen onDeleted={() => void navigate('/collections')} />
            </>
          )}
          <FilterButton isOpen={quick.isOpen} onToggle={quick.toggle} />
        </>
      }
      filters={quick.filters}
      panel={quick.panel}
      narrowed={quick.narrowed}
      chips={quick.chips}
      failed="Couldn’t load the collection."
      missing={
        <EmptyFace
          icon={IconFolderOff}
          title="This collection no longer exists"
          text="It was deleted, or it belongs to someone else."
        >
          <Button component={Link} to="/collections">
            All collections
          </Button>
        </EmptyFace>
      }
      empty={
        quick.isActive ? (
          <FilteredOut model={model} onClear={quick.clear} />
        ) : (
          <EmptyFace
            icon={IconFolders}
            title="No companies yet"
            text={
              <>
                Press <Keys id="company.collect" /> on a company in any list to add it.
              </>
            }
          />
        )
      }
    />
  );
}

/** Reports the outcome of a change, even if the screen has gone by then. */
function changed(changing: Promise<unknown>, whenDone: () => void = () => undefined): void {
  changing.then(whenDone, (error: unknown) => showFailure('Not changed', error));
}

/** Removes the focused company from its collection, with undo. */
export function RemoveFromCollection({
  model,
  collection,
}: {
  readonly model: ListModel;
  readonly collection: Pick<CollectionPreview, 'id' | 'name'>;
}): ReactNode {
  const { row } = useStore(model.cursor.focus);
  const remove = useApiMutation('deleteCollectionItem');
  const { mutateAsync: add } = useApiMutation('addCollectionItem');
  if (row === null || row.itemId === null) return null;
  const { company, itemId } = row;
  const putBack = (): void => changed(add({ body: { collection: collection.id, company_id: company.id } }));
  const takeOut = (): void =>
    changed(remove.mutateAsync({ params: { id: itemId } }), () =>
      showUndo(`Removed ${isolated(company.name)} from ${isolated(collection.name)}.`, putBack),
    );
  return (
    <Button variant="default" loading={remove.isPending} onClick={takeOut} title={`Remove ${isolated(company.name)}`}>
      <span className={classes.remove}>
        Remove <bdi>{company.name}</bdi>
      </span>
    </Button>
  );
}
