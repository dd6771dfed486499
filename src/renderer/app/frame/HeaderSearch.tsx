import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { maxSearchLength, minSearchLength } from '#shared/domain/choices.ts';
import { isActiveText } from '#shared/domain/filters.ts';
import { useSearchState, useSearchStore } from '../../data/searchState.tsx';
import { Keys } from '../../keyboard/Keys.tsx';
import classes from './HeaderSearch.module.css';

const searchPath = '/list/search';

/** The search box of the top bar: it searches only on Enter, and only from three characters on (product 2, 5). */
export function HeaderSearch({ inputRef }: { readonly inputRef: RefObject<HTMLInputElement | null> }): ReactNode {
  const { text } = useSearchState();
  const store = useSearchStore();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [hint, setHint] = useState(false);

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    store.submitSearchText();
    const isLongEnough = isActiveText(text);
    setHint(!isLongEnough && text.trim() !== '');
    if (!isLongEnough) return;
    event.currentTarget.blur();
    // From one search to the next there is one step back, not one for each.
    void navigate(searchPath, { replace: pathname === searchPath });
  };

  return (
    <search className={classes.search}>
      <TextInput
        ref={inputRef}
        aria-label="Search companies"
        placeholder="Search companies"
        title="Words to look for in names and descriptions. Press Enter to search; the filters of the search screen stay."
        leftSection={<IconSearch size={15} stroke={1.8} aria-hidden />}
        rightSection={
          text === '' ? (
            <Keys id="app.search" />
          ) : (
            <CloseButton
              size="sm"
              aria-label="Clear the search text"
              onClick={() => {
                store.setSearchText('');
                inputRef.current?.focus();
              }}
            />
          )
        }
        rightSectionPointerEvents={text === '' ? 'none' : 'all'}
        value={text}
        maxLength={maxSearchLength}
        onChange={(event) => {
          setHint(false);
          store.setSearchText(event.currentTarget.value);
        }}
        onKeyDown={onKeyDown}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
        aria-describedby={hint ? 'search-hint' : undefined}
      />
      {hint && (
        <output id="search-hint" className={classes.hint}>
          Type at least {minSearchLength} characters.
        </output>
      )}
    </search>
  );
}
