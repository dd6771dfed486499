import { Spotlight, spotlight } from '@mantine/spotlight';
import { IconFolder, IconInbox, IconSearch } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router-dom';
import { commandGroups, commands } from '#shared/commands.ts';
import { maxSearchLength } from '#shared/domain/choices.ts';
import { isActiveText } from '#shared/domain/filters.ts';
import { inQuotes } from '#shared/domain/searchTerms.ts';
import { useSession } from '../../data/bridgeValues.ts';
import { useSearchStore } from '../../data/searchState.tsx';
import { useSmartLists } from '../../data/smartLists.ts';
import { useApiQuery } from '../../data/useApi.ts';
import { useUnrated } from '../../features/moves/TriageProvider.tsx';
import { useLiveCommands, useRunCommand } from '../../keyboard/CommandProvider.tsx';
import { Keys } from '../../keyboard/Keys.tsx';
import { KeyboardHold } from '../../ui/Dialog.tsx';
import { counted, formatCount } from '../../ui/numbers.ts';

/** What stands before a word. */
const wordStart = /[\s\p{P}\p{S}]/u;

/**
 * What of `items` a query names: those of which a word begins with it, then those that have it elsewhere, each in their
 * order. `arch` is the Archive before the search.
 */
export function namedBy<T>(query: string, items: readonly T[], nameOf: (item: T) => string): T[] {
  const asked = query.trim().toLowerCase();
  const places = items.map((item) => placeOf(asked, nameOf(item).toLowerCase()));
  return (['begins', 'inside'] as const).flatMap((place) => items.filter((_, index) => places[index] === place));
}

function placeOf(asked: string, name: string): 'begins' | 'inside' | null {
  if (!name.includes(asked)) return null;
  for (let at = name.indexOf(asked); at !== -1; at = name.indexOf(asked, at + 1)) {
    if (at === 0 || wordStart.test(name[at - 1] ?? '')) return 'begins';
    if (asked === '') break;
  }
  return 'inside';
}

/** Lists of a kind that are shown. */
const mostShown = 8;

/** The command palette: everything that works here and now, the lists, and a search for what was typed. */
export function Palette(): ReactNode {
  const [query, setQuery] = useState('');
  const [opened, setOpened] = useState(false);
  return (
    <Spotlight.Root
      query={query}
      onQueryChange={setQuery}
      shortcut={null}
      scrollable
      // Its top stays where it is while what it finds gets fewer.
      centered={false}
      maxHeight={420}
      onSpotlightOpen={() => setOpened(true)}
      onSpotlightClose={() => setOpened(false)}
      attributes={{ content: { 'aria-label': 'Command palette' } }}
      overlayProps={{ backgroundOpacity: 0.45, blur: 0 }}
      // At once: whoever knows the command types on without waiting.
      transitionProps={{ duration: 0 }}
      returnFocus={false}
    >
      <Spotlight.Search
        placeholder="Type a command, a list or words to search for"
        aria-label="Command"
        maxLength={maxSearchLength}
        leftSection={<IconSearch size={17} stroke={1.6} aria-hidden />}
      />
      <Spotlight.ActionsList>{opened && <Choices query={query} />}</Spotlight.ActionsList>
      <KeyboardHold />
    </Spotlight.Root>
  );
}

/**
 * Commands act on the screen behind: they run once the palette is gone and the screen has the keyboard again, but
 * before the next key, which may be meant for a dialog that the command opens.
 */
function afterClose(action: () => void): () => void {
  return () => {
    flushSync(() => spotlight.close());
    queueMicrotask(action);
  };
}

function Choices({ query }: { readonly query: string }): ReactNode {
  const live = useLiveCommands();
  const run = useRunCommand();
  const navigate = useNavigate();
  const search = useSearchStore();
  const { status } = useSession();
  const enabled = status === 'signedIn';
  const lists = useSmartLists(enabled) ?? [];
  const unratedOf = useUnrated();
  const collections = useApiQuery('listCollectionPreviews', { query: { page_size: 500 } }, { enabled }).data?.results;
  const there = commands.filter((command) => live.has(command.id) && command.id !== 'app.palette');
  const shown = namedBy(query, there, ({ title }) => title);
  // What fits best comes first, with its group.
  const groups = query.trim() === '' ? commandGroups : [...new Set(shown.map(({ group }) => group))];
  const shownLists = namedBy(query, lists, ({ name }) => name);
  // All of them would stand between the lists, which one comes for, and the commands.
  const shownCollections = query.trim() === '' ? [] : namedBy(query, collections ?? [], ({ name }) => name);
  return (
    <>
      {shownLists.length > 0 && (
        <Spotlight.ActionsGroup label="Smart lists">
          {shownLists.slice(0, mostShown).map((list) => (
            <Spotlight.Action
              key={list.id}
              label={list.name}
              leftSection={<IconInbox size={17} stroke={1.6} />}
              rightSection={unratedOf(list) > 0 ? `${formatCount(unratedOf(list))} unrated` : undefined}
              onClick={() => void navigate(`/list/smart/${list.id}`)}
            />
          ))}
        </Spotlight.ActionsGroup>
      )}
      {shownCollections.length > 0 && (
        <Spotlight.ActionsGroup label="Collections">
          {shownCollections.slice(0, mostShown).map((collection) => (
            <Spotlight.Action
              key={collection.id}
              label={collection.name}
              leftSection={<IconFolder size={17} stroke={1.6} />}
              rightSection={counted(collection.collection_items_count, 'company', 'companies')}
              onClick={() => void navigate(`/collections/${collection.id}`)}
            />
          ))}
        </Spotlight.ActionsGroup>
      )}
      {groups.map((group) => {
        const ofGroup = shown.filter((command) => command.group === group);
        if (ofGroup.length === 0) return null;
        return (
          <Spotlight.ActionsGroup key={group} label={group}>
            {ofGroup.map((command) => (
              <Spotlight.Action
                key={command.id}
                label={command.title}
                rightSection={<Keys id={command.id} />}
                closeSpotlightOnTrigger={false}
                onClick={afterClose(() => run(command.id))}
              />
            ))}
          </Spotlight.ActionsGroup>
        );
      })}
      {isActiveText(query) && (
        <Spotlight.Action
          label={`Search companies for ${inQuotes(query)}`}
          leftSection={<IconSearch size={17} stroke={1.6} />}
          onClick={() => {
            search.setSearchText(query.trim());
            search.submitSearchText();
            void navigate('/list/search');
          }}
        />
      )}
      {shown.length + shownLists.length + shownCollections.length === 0 && !isActiveText(query) && (
        <Spotlight.Empty>Nothing here has that name.</Spotlight.Empty>
      )}
    </>
  );
}
