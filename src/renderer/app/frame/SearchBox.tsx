import { CloseButton, Combobox, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconBuilding, IconFilter, IconHistory, IconSearch } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useLayoutEffect, useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { maxSearchLength, minSearchLength } from '#shared/domain/choices.ts';
import { filtersToQuery, withoutText } from '#shared/domain/filterQuery.ts';
import { isActiveText } from '#shared/domain/searchText.ts';
import { formatCount } from '#shared/domain/formats.ts';
import { useSession } from '../../data/bridgeValues.ts';
import { readRecentSearches, rememberSearch } from '../../data/recentSearches.ts';
import { searchPath } from '../../data/searchAddress.ts';
import { useSearch, useSearchText, useSearchStore } from '../../data/searchState.tsx';
import { useApiQuery } from '../../data/useApi.ts';
import { useOpenSearch, useSearchBase } from '../../data/useSearchAddress.ts';
import { including, withChoice } from '../../features/filters/filterEdits.ts';
import { filterOffers, type FilterOffer } from '../../features/filters/filterOffers.ts';
import { Keys } from '../../keyboard/Keys.tsx';
import { searchSigns } from '../../ui/searchSigns.ts';
import classes from './SearchBox.module.css';

/** Something that the box offers. */
type Offer =
  | { readonly kind: 'recent'; readonly text: string }
  | { readonly kind: 'filter'; readonly filter: FilterOffer }
  | { readonly kind: 'company'; readonly id: number; readonly name: string };

/**
 * The search box of the top bar (product 2, 5): searches only on Enter, and only with at least three characters. Below
 * it are filters and companies that are called like what is typed, and under the empty box the last searches. On other
 * screens than the search it begins empty.
 */
export function SearchBox({ inputRef }: { readonly inputRef: RefObject<HTMLInputElement | null> }): ReactNode {
  const [isFocused, setFocused] = useState(false);
  const { text, setText, restore, isUnsent } = useBoxText(isFocused);
  const [isShort, setShort] = useState(false);
  const list = useCombobox();
  const offers = useOffers(text, isFocused);
  const leave = (): void => {
    list.closeDropdown();
    inputRef.current?.blur();
  };
  const { searchFor, take } = useSearching(restore, leave);

  const change = (typed: string): void => {
    setShort(false);
    setText(typed);
    list.resetSelectedOption();
    list.openDropdown();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') {
      event.preventDefault();
      restore();
      leave();
    }
    // What is marked in the list is taken by it.
    const isMarked = list.dropdownOpened && list.getSelectedOptionIndex() !== -1;
    if (event.key === 'Enter' && !isMarked) setShort(searchFor(text) === 'too short');
  };

  return (
    <search className={classes.search}>
      <Combobox store={list} onOptionSubmit={(value) => take(offers[Number(value)])} offset={4} shadow="md">
        <Combobox.Target withExpandedAttribute>
          <TextInput
            ref={inputRef}
            aria-label="Search companies"
            placeholder="Search companies"
            title={
              'Searches names and descriptions. Press Enter to search. ' +
              'The search screen keeps its filters. From elsewhere a search starts without those of the last one.'
            }
            leftSection={<IconSearch size={15} stroke={1.8} aria-hidden />}
            rightSection={<BoxEnd text={text} onClear={() => change('')} input={inputRef} />}
            rightSectionPointerEvents={text === '' ? 'none' : 'all'}
            value={text}
            maxLength={maxSearchLength}
            onChange={(event) => change(event.currentTarget.value)}
            onFocus={() => {
              setFocused(true);
              list.openDropdown();
            }}
            onBlur={() => {
              setFocused(false);
              setShort(false);
              list.closeDropdown();
            }}
            onKeyDown={onKeyDown}
            autoComplete="off"
            spellCheck={false}
            enterKeyHint="search"
            aria-describedby={isShort ? 'search-hint' : undefined}
            data-keeps="Escape"
            data-unsent={isUnsent}
          />
        </Combobox.Target>
        <Offers offers={offers} isShort={isShort} />
      </Combobox>
    </search>
  );
}

/** At the end of the box: its key, or what empties it. */
function BoxEnd({
  text,
  onClear,
  input,
}: {
  readonly text: string;
  readonly onClear: () => void;
  readonly input: RefObject<HTMLInputElement | null>;
}): ReactNode {
  if (text === '') return <Keys id="app.search" />;
  const clear = (): void => {
    onClear();
    input.current?.focus();
  };
  return <CloseButton size="sm" aria-label="Clear search" onClick={clear} />;
}

/** What Enter and the list do. `restore` is for the box's text, `leave` takes the focus from it. */
function useSearching(
  restore: () => void,
  leave: () => void,
): {
  readonly searchFor: (text: string) => 'too short' | 'done';
  readonly take: (offer: Offer | undefined) => void;
} {
  const { base, how } = useSearchBase();
  const { account } = useSession();
  const navigate = useNavigate();
  const store = useSearchStore();
  const openSearch = useOpenSearch();
  const onSearch = how === undefined;

  const searchFor = (text: string): 'too short' | 'done' => {
    const wanted = text.trim();
    if (!isActiveText(wanted) && (wanted !== '' || !onSearch)) {
      // It is kept, and what is on the screen stays.
      store.setSearchText(text);
      return wanted === '' ? 'done' : 'too short';
    }
    if (wanted !== '') rememberSearch(account, wanted);
    leave();
    void openSearch({ ...base, filters: including(base.filters, { textSearch: wanted }) }, how);
    return 'done';
  };
  const take = (offer: Offer | undefined): void => {
    if (offer === undefined) return;
    if (offer.kind === 'recent') {
      searchFor(offer.text);
      return;
    }
    leave();
    restore();
    if (offer.kind === 'company') {
      void navigate(`/company/${offer.id}`);
      return;
    }
    // The typed text became the filter.
    const { field, value } = offer.filter;
    if (onSearch) store.restoreSearchText();
    void openSearch({ ...base, filters: withChoice(base.filters, field, value, 'in') }, how);
  };
  return { searchFor, take };
}

/**
 * The box shows the search's text on the search screen, and elsewhere only what was typed there. A text that was typed
 * and not sent never stands over the results of another search: it comes back when the box has the focus. A text that
 * is too short to be sent stays, dimmed.
 */
function useBoxText(isFocused: boolean): {
  readonly text: string;
  readonly setText: (text: string) => void;
  readonly restore: () => void;
  readonly isUnsent: boolean;
} {
  const typed = useSearchText();
  const { filters } = useSearch();
  const store = useSearchStore();
  const { pathname } = useLocation();
  const [elsewhere, setElsewhere] = useState({ pathname, text: '' });
  // A text goes with the screen it was typed on, unless it is still being typed: a screen may come meanwhile.
  const going = isFocused ? elsewhere.text : '';
  if (elsewhere.pathname !== pathname) setElsewhere({ pathname, text: going });
  const isOnSearch = pathname === searchPath;
  if (isOnSearch && going !== '' && going === typed) setElsewhere({ pathname, text: '' });
  useLayoutEffect(() => {
    if (isOnSearch && going !== '') store.setSearchText(going);
  }, [isOnSearch, going, store]);
  if (isOnSearch) {
    const sent = filters.include.textSearch;
    const isShort = typed.trim() !== '' && !isActiveText(typed);
    const text = isFocused || isShort ? typed : sent;
    const isUnsent = !isFocused && text !== sent;
    return { text, setText: store.setSearchText, restore: store.restoreSearchText, isUnsent };
  }
  const setText = (next: string): void => setElsewhere({ pathname, text: next });
  const text = elsewhere.pathname === pathname ? elsewhere.text : '';
  return { text, setText, restore: () => setText(''), isUnsent: false };
}

/** How long typing rests before names are asked for, in milliseconds. */
const askDelay = 80;

/** What is offered for a text, while the box has the focus. */
function useOffers(text: string, isFocused: boolean): readonly Offer[] {
  const { filters } = useSearchBase().base;
  const { account } = useSession();
  const [resting] = useDebouncedValue(text.trim(), askDelay);
  const enabled = isFocused && resting !== '';
  const found = useApiQuery(
    'findCompanyNames',
    { query: { text: resting } },
    { enabled, replaces: 'names', placeholderData: keepPreviousData },
  ).data;
  const facets = useApiQuery('getFacets', { query: filtersToQuery(withoutText(filters)) }, { enabled }).data;
  if (!isFocused) return [];
  if (text.trim() === '') return readRecentSearches(account).map((recent) => ({ kind: 'recent', text: recent }));
  const named = filterOffers(text, filters, facets?.facets);
  return [
    ...named.map((filter) => ({ kind: 'filter', filter }) as const),
    ...(found?.results ?? []).map(({ id, name }) => ({ kind: 'company', id, name }) as const),
  ];
}

/** What is offered, and what can be typed: in words as long as nothing is. */
function Offers({ offers, isShort }: { readonly offers: readonly Offer[]; readonly isShort: boolean }): ReactNode {
  const hasFilter = offers.some(({ kind }) => kind === 'filter');
  return (
    <Combobox.Dropdown className={classes.offers ?? ''}>
      {isShort && (
        <output id="search-hint" className={classes.hint}>
          <span>Type at least {minSearchLength} characters.</span>
          {hasFilter && <span> These filters match: choose one with ↓ and Enter.</span>}
        </output>
      )}
      {offers.length > 0 && (
        <Combobox.Options aria-label="Suggestions">
          {offers.map((offer, index) => (
            <Combobox.Option key={keyOf(offer)} value={String(index)} className={classes.offer ?? ''}>
              <OfferLine offer={offer} />
            </Combobox.Option>
          ))}
        </Combobox.Options>
      )}
      <dl className={classes.signs} aria-label="What you can type">
        {searchSigns.slice(1).map(({ typed, finds }) => (
          <div key={typed}>
            <dt>
              <kbd>{typed}</kbd>
            </dt>
            <dd>{finds}</dd>
          </div>
        ))}
      </dl>
    </Combobox.Dropdown>
  );
}

function keyOf(offer: Offer): string {
  if (offer.kind === 'recent') return `recent ${offer.text}`;
  return offer.kind === 'company' ? `company ${offer.id}` : `${offer.filter.field} ${offer.filter.value}`;
}

function OfferLine({ offer }: { readonly offer: Offer }): ReactNode {
  if (offer.kind === 'recent') {
    return (
      <>
        <IconHistory size={15} stroke={1.6} aria-hidden />
        <span className={classes.label} dir="auto">
          {offer.text}
        </span>
      </>
    );
  }
  if (offer.kind === 'company') {
    return (
      <>
        <IconBuilding size={15} stroke={1.6} aria-hidden />
        <span className={classes.label}>
          <span className={classes.kind}>Company:</span> <bdi>{offer.name}</bdi>
        </span>
      </>
    );
  }
  const { title, label, count } = offer.filter;
  return (
    <>
      <IconFilter size={15} stroke={1.6} aria-hidden />
      <span className={classes.label}>
        <span className={classes.kind}>{title}:</span> {label}{' '}
        <span className={classes.kind}>({formatCount(count)})</span>
      </span>
    </>
  );
}
