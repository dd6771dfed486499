import { useDebouncedValue } from '@mantine/hooks';
import { Spotlight, spotlight } from '@mantine/spotlight';
import { IconColumns3, IconFilter, IconFolder, IconInbox, IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router-dom';
import type { ColumnSet } from '#shared/bridge/preferences.ts';
import { commandGroups, commands, otherNames } from '#shared/commands.ts';
import { maxSearchLength } from '#shared/domain/choices.ts';
import { placeText, type Company } from '#shared/domain/company.ts';
import type { CollectionPreview } from '#shared/domain/collection.ts';
import { filtersToQuery, withoutText } from '#shared/domain/filterQuery.ts';
import { isActiveText, inQuotes } from '#shared/domain/searchText.ts';
import type { SmartListOverview } from '#shared/domain/smartList.ts';
import { counted, formatCount } from '#shared/domain/formats.ts';
import { collectionsInput } from '../../data/filterNames.ts';
import { useSession } from '../../data/bridgeValues.ts';
import { rememberSearch } from '../../data/recentSearches.ts';
import { useSmartLists } from '../../data/smartLists.ts';
import { useApiQuery } from '../../data/useApi.ts';
import { useOpenSearch, useSearchBase } from '../../data/useSearchAddress.ts';
import { keepCompany } from '../../features/company/insight.ts';
import { including, withChoice } from '../../features/filters/filterEdits.ts';
import { filterOffers, type FilterOffer } from '../../features/filters/filterOffers.ts';
import { useAskAssign } from '../../features/moves/AssignStrip.tsx';
import { useUnrated } from '../../features/moves/TriageProvider.tsx';
import { useLiveCommands, useOffers, useRunCommand, type OfferedCommand } from '../../keyboard/CommandProvider.tsx';
import { Keys } from '../../keyboard/Keys.tsx';
import { columnSetTarget, useKeptColumnSets } from '../../lists/columnSets.ts';
import { CompanyLogo } from '../../ui/CompanyLogo.tsx';
import { KeyboardHold } from '../../ui/Dialog.tsx';
import { useStore } from '../../ui/store.ts';

/**
 * The command palette: every command that works here and now, by what it is called and what else people call it, the
 * lists, companies by name, values to filter by, and a search for what was typed.
 */
export function Palette(): ReactNode {
  const [query, setQuery] = useState('');
  const [opened, setOpened] = useState(false);
  return (
    <Spotlight.Root
      query={query}
      onQueryChange={setQuery}
      shortcut={null}
      scrollable
      // Its top stays in place as the results get fewer.
      centered={false}
      maxHeight={420}
      onSpotlightOpen={() => setOpened(true)}
      onSpotlightClose={() => setOpened(false)}
      attributes={{ content: { 'aria-label': 'Command palette' } }}
      overlayProps={{ backgroundOpacity: 0.45, blur: 0 }}
      // No transition: users who know the command keep typing.
      transitionProps={{ duration: 0 }}
      returnFocus={false}
      lockScroll={false}
    >
      <Spotlight.Search
        placeholder="Type a command, a list, a company, a filter or a search"
        aria-label="Command"
        maxLength={maxSearchLength}
        leftSection={<IconSearch size={17} stroke={1.6} aria-hidden />}
      />
      <Spotlight.ActionsList>{opened && <Choices query={query} />}</Spotlight.ActionsList>
      <KeyboardHold />
    </Spotlight.Root>
  );
}

/** The most lists of one kind to show. */
const mostShown = 8;

function Choices({ query }: { readonly query: string }): ReactNode {
  const live = useLiveCommands();
  const { status } = useSession();
  const enabled = status === 'signedIn';
  const lists = useSmartLists(enabled) ?? [];
  const collections = useApiQuery('listCollectionPreviews', collectionsInput, { enabled }).data?.results;
  const { companies, filters } = useFound(query, enabled);
  const canAssign = useAskAssign() !== null;
  const there = commands.filter(
    ({ id }) => live.has(id) && id !== 'app.palette' && (canAssign || id !== 'company.assign'),
  );
  const shown = commandsFor(query, there);
  // The best match comes first, with its group.
  const groups = query.trim() === '' ? commandGroups : [...new Set(shown.map(({ group }) => group))];
  const offers = useOffers();
  const shownOffers = query.trim() === '' ? [] : namedBy(query, offers, ({ title }) => title).slice(0, mostShown);
  const shownLists = namedBy(query, lists, ({ name }) => name);
  // All of them would come between the lists, which people open the palette for, and the commands.
  const shownCollections = query.trim() === '' ? [] : namedBy(query, collections ?? [], ({ name }) => name);
  return (
    <>
      {shownLists.length > 0 && <SmartLists lists={shownLists.slice(0, mostShown)} />}
      {shownCollections.length > 0 && <Collections collections={shownCollections.slice(0, mostShown)} />}
      {groups.map((group) => (
        <CommandGroup key={group} label={group} commands={shown.filter((command) => command.group === group)} />
      ))}
      {shownOffers.length > 0 && <Offered offers={shownOffers} />}
      <ColumnSets query={query} />
      {isActiveText(query) && <SearchFor text={query} />}
      {/* They arrive last, one after the other, and nothing above them moves under the keys. */}
      {companies.length > 0 && <Companies companies={companies} />}
      {filters.length > 0 && <Filters filters={filters} />}
      {[shown, shownOffers, shownLists, shownCollections, filters, companies].every(({ length }) => length === 0) &&
        !isActiveText(query) && <Spotlight.Empty>No match.</Spotlight.Empty>}
    </>
  );
}

/** Commands that are called so, before those that are also called so. */
function commandsFor(query: string, there: readonly (typeof commands)[number][]): (typeof commands)[number][] {
  const titled = namedBy(query, there, ({ title }) => title);
  if (query.trim() === '') return titled;
  const meant = namedBy(query, there, ({ id }) => otherNames[id] ?? '');
  return [...new Set([...titled, ...meant])];
}

function SmartLists({ lists }: { readonly lists: readonly SmartListOverview[] }): ReactNode {
  const navigate = useNavigate();
  const unratedOf = useUnrated();
  return (
    <Spotlight.ActionsGroup label="Smart lists">
      {lists.map((list) => (
        <Spotlight.Action
          key={list.id}
          label={list.name}
          leftSection={<IconInbox size={17} stroke={1.6} />}
          rightSection={unratedOf(list) > 0 ? `${formatCount(unratedOf(list))} undecided` : undefined}
          onClick={() => void navigate(`/list/smart/${list.id}`)}
        />
      ))}
    </Spotlight.ActionsGroup>
  );
}

function Collections({ collections }: { readonly collections: readonly CollectionPreview[] }): ReactNode {
  const navigate = useNavigate();
  return (
    <Spotlight.ActionsGroup label="Collections">
      {collections.map((collection) => (
        <Spotlight.Action
          key={collection.id}
          label={collection.name}
          leftSection={<IconFolder size={17} stroke={1.6} />}
          rightSection={counted(collection.collection_items_count, 'company', 'companies')}
          onClick={() => void navigate(`/collections/${collection.id}`)}
        />
      ))}
    </Spotlight.ActionsGroup>
  );
}

/** How long typing rests before companies are asked for, in milliseconds. */
const askDelay = 120;
/** Shorter texts begin too many names to be of use among commands. */
const shortestName = 2;

/** The companies and filter values that the server finds for a query. */
interface Found {
  readonly companies: readonly Company[];
  readonly filters: readonly FilterOffer[];
}

const nothingFound: Found = { companies: [], filters: [] };

/** The companies whose names begin as the query does, and the values that a search can be filtered by. */
function useFound(query: string, isSignedIn: boolean): Found {
  const [text] = useDebouncedValue(query.trim(), askDelay);
  const enabled = isSignedIn && text.length >= shortestName;
  const { filters } = useSearchBase().base;
  const names = useApiQuery(
    'findCompanyNames',
    { query: { text } },
    { enabled, replaces: 'paletteNames', placeholderData: keepPreviousData },
  );
  const counts = useApiQuery('getFacets', { query: filtersToQuery(withoutText(filters)) }, { enabled });
  if (!enabled || query.trim() === '' || names.isPending) return nothingFound;
  return {
    companies: names.data?.results ?? [],
    filters: filterOffers(text, filters, counts.data?.facets),
  };
}

/** Values called so: choosing one searches for the companies that have it. */
function Filters({ filters }: { readonly filters: readonly FilterOffer[] }): ReactNode {
  const { base, how } = useSearchBase();
  const openSearch = useOpenSearch();
  return (
    <Spotlight.ActionsGroup label="Filters">
      {filters.map(({ field, value, title, label, count }) => (
        <Spotlight.Action
          key={`${field} ${value}`}
          label={`${title}: ${label}`}
          leftSection={<IconFilter size={17} stroke={1.6} />}
          rightSection={counted(count, 'company', 'companies')}
          onClick={() => void openSearch({ ...base, filters: withChoice(base.filters, field, value, 'in') }, how)}
        />
      ))}
    </Spotlight.ActionsGroup>
  );
}

function Companies({ companies }: { readonly companies: readonly Company[] }): ReactNode {
  const navigate = useNavigate();
  const client = useQueryClient();
  return (
    <Spotlight.ActionsGroup label="Companies">
      {companies.map((company) => (
        <Spotlight.Action
          key={company.id}
          label={company.name}
          leftSection={<CompanyLogo name={company.name} logo={company.logo} />}
          rightSection={placeText(company)}
          onClick={() => {
            keepCompany(client, company);
            void navigate(`/company/${company.id}`);
          }}
        />
      ))}
    </Spotlight.ActionsGroup>
  );
}

/** The named sets of columns, where a list is shown: choosing one is a command. */
function ColumnSets({ query }: { readonly query: string }): ReactNode {
  const apply = useStore(columnSetTarget);
  const { sets } = useKeptColumnSets();
  const found = apply === null ? [] : namedBy(query, sets, nameOfColumnSet);
  if (apply === null || found.length === 0) return null;
  return (
    <Spotlight.ActionsGroup label="Column sets">
      {found.map((set) => (
        <Spotlight.Action
          key={set.name}
          label={nameOfColumnSet(set)}
          leftSection={<IconColumns3 size={17} stroke={1.6} />}
          onClick={() => apply(set)}
        />
      ))}
    </Spotlight.ActionsGroup>
  );
}

/** What the palette calls a set of columns. */
function nameOfColumnSet({ name }: ColumnSet): string {
  return `Columns: ${name}`;
}

function CommandGroup({
  label,
  commands: ofGroup,
}: {
  readonly label: string;
  readonly commands: readonly (typeof commands)[number][];
}): ReactNode {
  const run = useRunCommand();
  if (ofGroup.length === 0) return null;
  return (
    <Spotlight.ActionsGroup label={label}>
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
}

/** What commands can do with the current row, by name. */
function Offered({ offers }: { readonly offers: readonly OfferedCommand[] }): ReactNode {
  return (
    <Spotlight.ActionsGroup label="Current row">
      {offers.map(({ id, title, run }) => (
        <Spotlight.Action
          key={title}
          label={title}
          rightSection={<Keys id={id} />}
          closeSpotlightOnTrigger={false}
          onClick={afterClose(run)}
        />
      ))}
    </Spotlight.ActionsGroup>
  );
}

function SearchFor({ text }: { readonly text: string }): ReactNode {
  const { base, how } = useSearchBase();
  const { account } = useSession();
  const openSearch = useOpenSearch();
  return (
    <Spotlight.Action
      label={`Search companies for ${inQuotes(text)}`}
      leftSection={<IconSearch size={17} stroke={1.6} />}
      onClick={() => {
        rememberSearch(account, text.trim());
        void openSearch({ ...base, filters: including(base.filters, { textSearch: text.trim() }) }, how);
      }}
    />
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

/** What may precede a word. */
const wordStart = /[\s\p{P}\p{S}]/u;

/**
 * The `items` that a query names: first those with a word that begins with it, then those that contain it elsewhere,
 * each in their order. `arch` finds the Archive before the search.
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
