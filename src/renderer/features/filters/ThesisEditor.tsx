import { ActionIcon, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { useMemo, useState, type ReactNode } from 'react';
import type { ThesisCounts } from '#shared/api/schemas.ts';
import { maxSearchLength } from '#shared/domain/choices.ts';
import { filtersToQuery } from '#shared/domain/filterQuery.ts';
import type { FilterSet } from '#shared/domain/filters.ts';
import { counted, formatCount } from '#shared/domain/formats.ts';
import {
  thesisOf,
  thesisText,
  thesisWord,
  widestGroup,
  withoutExclusion,
  withoutWord,
  withWord,
  type Thesis,
} from '#shared/domain/thesis.ts';
import { useApiQuery } from '../../data/useApi.ts';
import classes from './ThesisEditor.module.css';

/** How long the filters rest before their words are counted, in milliseconds. */
const countDelay = 250;

/**
 * The words of a search one by one: groups that all have to match, in each any of its words, with what each finds and
 * adds; words are added and removed, and words that kept companies often have are suggested.
 */
export function ThesisEditor({
  filters,
  ownList,
  onText,
}: {
  readonly filters: FilterSet;
  /** The smart list that the text belongs to: words of what is kept of it are suggested. */
  readonly ownList: number | undefined;
  readonly onText: (text: string) => void;
}): ReactNode {
  const { textSearch } = filters.include;
  const thesis = useMemo(() => thesisOf(textSearch), [textSearch]);
  const counts = useThesisCounts(filters, ownList, thesis.groups.length > 0);
  if (thesis.groups.length === 0) return null;
  const change = (next: Thesis): void => {
    const text = thesisText(next);
    if (text.length <= maxSearchLength) onText(text);
  };
  return (
    <section className={classes.thesis} aria-label="Words">
      {thesis.groups.map((words, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a group is known by its place alone
        <div key={index}>
          {index > 0 && <p className={classes.and}>and</p>}
          <WordGroup
            words={words}
            counts={counts?.groups[index]?.words}
            onRemove={(word) => change(withoutWord(thesis, index, word))}
            onAdd={(word) => change(withWord(thesis, index, word))}
          />
        </div>
      ))}
      {thesis.without.map((words) => (
        <Word
          key={words}
          label={`not ${words}`}
          counts={undefined}
          onRemove={() => change(withoutExclusion(thesis, words))}
        />
      ))}
      {counts !== undefined && (
        <Suggestions counts={counts} onAdd={(word) => change(withWord(thesis, widestGroup(thesis), word))} />
      )}
    </section>
  );
}

function useThesisCounts(filters: FilterSet, ownList: number | undefined, enabled: boolean): ThesisCounts | undefined {
  const query = useMemo(
    () => ({ ...filtersToQuery(filters), ...(ownList === undefined ? {} : { user_smart_list_id: ownList }) }),
    [filters, ownList],
  );
  const [resting] = useDebouncedValue(query, countDelay);
  return useApiQuery(
    'getThesis',
    { query: resting },
    { replaces: 'thesis', enabled, placeholderData: keepPreviousData },
  ).data;
}

type WordCounts = ThesisCounts['groups'][number]['words'];

/** A group of words of which any is enough, and a field for one more. */
function WordGroup({
  words,
  counts,
  onRemove,
  onAdd,
}: {
  readonly words: readonly string[];
  readonly counts: WordCounts | undefined;
  readonly onRemove: (word: string) => void;
  readonly onAdd: (word: string) => void;
}): ReactNode {
  const [typed, setTyped] = useState('');
  const add = (): void => {
    const word = thesisWord(typed);
    if (word === '') return;
    setTyped('');
    onAdd(word);
  };
  return (
    <>
      <ul className={classes.words}>
        {words.map((word) => (
          <li key={word}>
            <Word label={word} counts={counts?.find((one) => one.word === word)} onRemove={() => onRemove(word)} />
          </li>
        ))}
      </ul>
      <TextInput
        size="xs"
        className={classes.add}
        aria-label={`Or, besides ${words.join(', ')}`}
        placeholder="or …"
        value={typed}
        maxLength={maxSearchLength}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={add}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) add();
        }}
        spellCheck={false}
        autoComplete="off"
      />
    </>
  );
}

/** One word: what it finds alone, and what would be lost without it. */
function Word({
  label,
  counts,
  onRemove,
}: {
  readonly label: string;
  readonly counts: WordCounts[number] | undefined;
  readonly onRemove: () => void;
}): ReactNode {
  const { count = null, adds = null } = counts ?? {};
  return (
    <div className={classes.word}>
      <span className={classes.label} title={label}>
        {label}
      </span>
      {count !== null && (
        <span className={classes.count}>
          {formatCount(count)}
          {adds !== null && `, adds ${formatCount(adds)}`}
        </span>
      )}
      <ActionIcon size="xs" aria-label={`Remove ${label}${wordCounts(count, adds)}`} onClick={onRemove}>
        <IconX size={12} stroke={2} aria-hidden />
      </ActionIcon>
    </div>
  );
}

/** The numbers for a screen reader, which goes from button to button. */
function wordCounts(count: number | null, adds: number | null): string {
  if (count === null) return '';
  return `, ${counted(count, 'match', 'matches')}${adds === null ? '' : `, adds ${formatCount(adds)}`}`;
}

/** Words that the kept companies, or else the first results, have more often than others. */
function Suggestions({
  counts: { suggestions, from, of },
  onAdd,
}: {
  readonly counts: ThesisCounts;
  readonly onAdd: (word: string) => void;
}): ReactNode {
  if (suggestions.length === 0) return null;
  const whose = from === 'kept' ? `the ${formatCount(of)} you keep` : `the first ${formatCount(of)} results`;
  return (
    <>
      <p className={classes.note}>Frequent in {whose}:</p>
      <div className={classes.suggestions}>
        {suggestions.map(({ word, among, adds }) => (
          <button
            key={word}
            type="button"
            className={classes.suggestion}
            aria-label={`Add ${word}: ${counted(adds, 'match', 'matches')}`}
            title={`In ${formatCount(among)} of ${whose}. Adds ${counted(adds, 'match', 'matches')}.`}
            onClick={() => onAdd(word)}
          >
            <IconPlus size={11} stroke={2} aria-hidden />
            {word} <span className={classes.count}>{formatCount(adds)}</span>
          </button>
        ))}
      </div>
    </>
  );
}
