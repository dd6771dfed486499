import { Button } from '@mantine/core';
import { IconFolderPlus, IconFolders } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { counted } from '#shared/domain/formats.ts';
import { collectionsInput } from '../../data/filterNames.ts';
import { useApiQuery } from '../../data/useApi.ts';
import { useCommands } from '../../keyboard/CommandProvider.tsx';
import { Keys } from '../../keyboard/Keys.tsx';
import { EmptyFace, LoadingFace } from '../../ui/Faces.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { CollectionDialog, CollectionMenu } from './CollectionMenu.tsx';
import classes from './Collections.module.css';

/** All collections (product 3). */
export function CollectionsScreen(): ReactNode {
  const query = useApiQuery('listCollectionPreviews', collectionsInput);
  const [creating, setCreating] = useState(false);
  useCommands({ 'list.create': () => setCreating(true) });
  const collections = query.data?.results ?? [];
  return (
    <Screen
      title="Collections"
      intro="Companies you collected yourself, across searches and smart lists."
      actions={
        <Button
          leftSection={<IconFolderPlus size={15} aria-hidden />}
          rightSection={<Keys id="list.create" />}
          onClick={() => setCreating(true)}
        >
          New collection
        </Button>
      }
    >
      {query.isPending && <LoadingFace label="Loading collections" />}
      {!query.isPending && collections.length === 0 && (
        <EmptyFace
          icon={IconFolders}
          title="No collections yet"
          text={
            <>
              Create one here, or press <Keys id="company.collect" /> on any company.
            </>
          }
        />
      )}
      <ul className={classes.list}>
        {collections.map((collection) => (
          <li key={collection.id} className={classes.item}>
            <div className={classes.itemText}>
              <Link to={`/collections/${collection.id}`} className={classes.name}>
                {collection.name}
              </Link>
              {collection.description !== '' && (
                <p className={classes.description} title={collection.description}>
                  {collection.description}
                </p>
              )}
            </div>
            <span className={classes.count}>{counted(collection.collection_items_count, 'company', 'companies')}</span>
            <CollectionMenu collection={collection} />
          </li>
        ))}
      </ul>
      {creating && <CollectionDialog onClose={() => setCreating(false)} />}
    </Screen>
  );
}
