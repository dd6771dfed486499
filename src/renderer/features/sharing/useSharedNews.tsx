import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useEffect, useMemo, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import type { CollectionPreview } from '#shared/domain/collection.ts';
import type { SmartListOverview } from '#shared/domain/smartList.ts';
import { usePreferences, useSession, useTurnPreferences } from '../../data/bridgeValues.ts';
import { collectionsInput } from '../../data/filterNames.ts';
import { useSmartLists } from '../../data/smartLists.ts';
import { useApiQuery } from '../../data/useApi.ts';
import { sharedNews, type SharedPlace } from './sharedText.ts';

/** How long it is told, in milliseconds: whoever reads something else meanwhile finds the mark in the sidebar. */
const newsTime = 15_000;

/** Says once of each list and collection that somebody shares with the user that it is there, and leads to it. */
export function useSharedNews(): void {
  const { account, place, status } = useSession();
  const isOnServer = status === 'signedIn' && place !== 'local';
  const lists = useSmartLists(isOnServer);
  const collections = useApiQuery('listCollectionPreviews', collectionsInput, { enabled: isOnServer }).data?.results;
  const { sharedSeen } = usePreferences();
  const turn = useTurnPreferences();
  const navigate = useNavigate();
  const latest = useRef({ turn, navigate });
  useEffect(() => {
    latest.current = { turn, navigate };
  });
  const shared = useMemo(
    () => (isOnServer && lists !== undefined && collections !== undefined ? placesOf(lists, collections) : null),
    [isOnServer, lists, collections],
  );
  const seen = sharedSeen[account];
  useEffect(() => {
    if (shared === null) return;
    const keys = shared.map(({ key }) => key);
    const before = new Set(seen);
    if (keys.length === before.size && keys.every((key) => before.has(key))) return;
    const { turn: change, navigate: goTo } = latest.current;
    // What was taken away and is shared again is news again.
    change((now) => ({ sharedSeen: { ...now.sharedSeen, [account]: keys } }));
    const fresh = shared.filter(({ key }) => !before.has(key));
    const [first] = fresh;
    if (first === undefined) return;
    const id = `shared ${first.key}`;
    notifications.show({
      id,
      autoClose: newsTime,
      message: (
        <Group justify="space-between" wrap="nowrap" gap="md">
          <span>{sharedNews(fresh)}</span>
          <Button
            variant="light"
            size="compact-sm"
            flex="none"
            onClick={() => {
              notifications.hide(id);
              void goTo(first.path);
            }}
          >
            Open
          </Button>
        </Group>
      ),
    });
  }, [shared, seen, account]);
}

/** What others share with the user. */
function placesOf(lists: readonly SmartListOverview[], collections: readonly CollectionPreview[]): SharedPlace[] {
  return [
    ...lists.map((list) => ({ ...list, kind: 'list', path: `/list/smart/${list.id}` })),
    ...collections.map((collection) => ({ ...collection, kind: 'collection', path: `/collections/${collection.id}` })),
  ].flatMap(({ kind, id, name, path, shared }) =>
    shared === null || shared.role === 'owner' ? [] : [{ key: `${kind} ${id}`, name, path, owner: shared.owner.name }],
  );
}
