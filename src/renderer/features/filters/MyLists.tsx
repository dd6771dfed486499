import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { EndpointResponse } from '#shared/api/messages.ts';
import { changeKinds, changesValueText } from '#shared/domain/companyChange.ts';
import { bookmarkLists, colleagueChoices, noteChoices, type Choice } from '#shared/domain/choices.ts';
import type { FilterSet } from '#shared/domain/filters.ts';
import { inQuotes } from '#shared/domain/searchText.ts';
import { filterFields, type memberFields } from '#shared/fields/filterFields.ts';
import { collectionsInput } from '../../data/filterNames.ts';
import { useHasTeam } from '../../data/team.ts';
import { useSmartLists } from '../../data/smartLists.ts';
import { useApiQuery } from '../../data/useApi.ts';
import { Choices } from './Choices.tsx';
import { valuesOf, withChoice } from './filterEdits.ts';
import classes from './FilterPanel.module.css';

/** More names than these can be searched. */
const fewNames = 12;

/** What the user has put companies into: only what is in such a list, or what is in none of them. */
export function MyLists({
  filters,
  counts,
  ownList,
  onChange,
}: {
  readonly filters: FilterSet;
  readonly counts: Readonly<Record<string, Readonly<Record<string, number>>>> | undefined;
  /** The smart list whose filters they are: it does not count among its own. */
  readonly ownList: number | undefined;
  readonly onChange: (filters: FilterSet) => void;
}): ReactNode {
  const smartLists = useSmartLists() ?? [];
  const collections = useApiQuery('listCollectionPreviews', collectionsInput).data?.results ?? [];
  const reasons = useApiQuery('listReasons', {}).data?.reasons ?? [];
  const [lastImport] = useApiQuery('listImports').data?.results ?? [];
  const hasTeam = useHasTeam();
  const others = smartLists.filter(({ id }) => id !== ownList);
  const parts: readonly [(typeof memberFields)[number], string, string, readonly Choice[]][] = [
    ['bookmarkList', 'Decided', '', bookmarkLists],
    ['smartLists', 'Smart lists', 'Find a smart list', others.map(choiceOf)],
    ['collections', 'Collections', 'Find a collection', collections.map(choiceOf)],
    ['reasons', 'Reason', 'Find a reason', reasons.map(choiceOf)],
    ['notes', 'Notes', '', noteChoices],
    ['colleagues', 'Colleagues', '', hasTeam ? colleagueChoices : []],
    ['changes', 'Last import', '', changeChoices(lastImport)],
    ['noteWords', 'In my notes', '', wordChoices(filters)],
  ];
  return (
    <>
      <p className={classes.note}>Choose a list to see only what is in it; the minus leaves out what is in it.</p>
      {parts
        .filter(([, , , choices]) => choices.length > 0)
        .map(([field, title, search, choices]) => (
          <div key={field}>
            <h3 className={classes.fieldTitle}>{title}</h3>
            <Choices
              field={field}
              list={{ title, choices: () => choices, layout: 'rows', ...(choices.length > fewNames ? { search } : {}) }}
              filters={filters}
              counts={counts?.[filterFields[field].parameter]}
              onChange={onChange}
            />
          </div>
        ))}
      <NoteWords filters={filters} onChange={onChange} />
    </>
  );
}

/** Words that a note has to have: Enter adds them. */
function NoteWords({
  filters,
  onChange,
}: {
  readonly filters: FilterSet;
  readonly onChange: (filters: FilterSet) => void;
}): ReactNode {
  const [text, setText] = useState('');
  return (
    <TextInput
      size="xs"
      aria-label="Find in my notes"
      placeholder="Find in my notes"
      leftSection={<IconSearch size={13} stroke={1.8} aria-hidden />}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onKeyDown={(event) => {
        // In an address a comma separates values, and a minus in front excludes one.
        const words = text.replaceAll(/,|^[\s-]+/g, ' ').trim();
        if (event.key !== 'Enter' || event.nativeEvent.isComposing || words === '') return;
        event.preventDefault();
        onChange(withChoice(filters, 'noteWords', words, 'in'));
        setText('');
      }}
    />
  );
}

/** The words that are asked for. */
function wordChoices(filters: FilterSet): readonly Choice[] {
  const chosen = [...valuesOf(filters, 'include', 'noteWords'), ...valuesOf(filters, 'exclude', 'noteWords')];
  return chosen.map((value) => ({ value, label: inQuotes(value) }));
}

type LastRun = EndpointResponse<'listImports'>['results'][number];

/** What the last import did with companies, as far as it did anything. */
function changeChoices(run: LastRun | undefined): readonly Choice[] {
  if (run === undefined) return [];
  const { changed, added, back } = run;
  const kinds = changeKinds.filter((kind) => (changed[kind] ?? 0) > 0);
  const hasBack = Object.keys(back ?? {}).length > 0;
  const parts = [
    ...(added > 0 ? ['added'] : []),
    ...(hasBack ? ['back'] : []),
    ...(kinds.length > 0 ? ['changed'] : []),
    ...kinds,
  ];
  return parts.map((part) => ({ value: `last:${part}`, label: changesValueText(`last:${part}`) }));
}

function choiceOf({ id, name }: { readonly id: number; readonly name: string }): Choice {
  return { value: String(id), label: name };
}
