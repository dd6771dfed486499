import { canExclude, filterFieldNames, rowOf, wireValues, type FilterField } from '../fields/filterFields.ts';
import { noNames, type FilterNames, type Phrase } from '../fields/filterRows.ts';
import { anyOf } from '../fields/sentenceWords.ts';
import { labelOf, stages } from './choices.ts';
import type { FilterSet } from './filters.ts';
import { isActiveText } from './searchText.ts';

/**
 * A filter in one plain English sentence, as the filter panel and the lists show it: “Seed or Pre-Seed companies in
 * Europe, not in France, founded in 2024 or 2025.” Every active field is mentioned; long lists are shortened. `names`
 * are those of the user's own lists.
 */
export function filterSentence(filters: FilterSet, names: FilterNames = noNames): string {
  const parts = filterPhrases(filters, names);
  const companies = stagesOf(filters, 'companies');
  if (parts.length === 0 && filters.include.stages.length === 0) return 'All companies.';
  return `${capitalised(joined(companies, parts))}.`;
}

/** The stages before a noun: `Seed or Pre-Seed companies`. */
export function stagesOf({ include }: FilterSet, noun: string): string {
  const labels = include.stages.map((stage) => labelOf(stages, stage));
  return [anyOf(labels), noun].filter((word) => word !== '').join(' ');
}

/** A noun and the phrases after it: `companies in Europe, not in France`. */
export function joined(noun: string, [first, ...others]: readonly string[]): string {
  return [first === undefined ? noun : `${noun} ${first}`, ...others].join(', ');
}

/** A text with its first letter in upper case. */
export function capitalised(text: string): string {
  const [first = ''] = text;
  return `${first.toLocaleUpperCase('en')}${text.slice(first.length)}`;
}

/** What a filter asks for besides the stage, each phrase as it follows “companies”. */
export function filterPhrases(filters: FilterSet, names: FilterNames = noNames): string[] {
  return runsOfSections()
    .flatMap((fields) => [
      // The stages come before the noun.
      ...fields
        .filter((field) => field !== 'stages')
        .flatMap((field) => phrasesOf(field, filters.include[field], names)),
      ...merged(fields.filter(canExclude).flatMap((field) => phrasesOf(field, filters.exclude[field], names))).map(
        (phrase) => ({ ...phrase, one: `not ${phrase.one}`.trim(), several: `not ${phrase.several}`.trim() }),
      ),
    ])
    .map(phraseText);
}

/** The filters of the sentence; those of one section that follow each other say first what they include. */
function runsOfSections(): FilterField[][] {
  const runs: FilterField[][] = [];
  for (const field of filterFieldNames) {
    const last = runs.at(-1);
    if (last !== undefined && rowOf(last[0]!).section === rowOf(field).section) last.push(field);
    else runs.push([field]);
  }
  return runs;
}

function phrasesOf(
  field: FilterField,
  value: FilterSet['include'][FilterField],
  names: FilterNames,
): readonly Phrase[] {
  const filter = rowOf(field);
  const values = wireValues(value);
  const isSaid = filter.kind === 'text' ? isActiveText(values.join('')) : values.length > 0;
  return isSaid ? filter.phrases(values, names) : [];
}

/** Phrases that begin alike become one: neither in A nor in B is `not in A or B`. */
function merged(phrases: readonly Phrase[]): readonly Phrase[] {
  const byWords = Map.groupBy(phrases, ({ one }) => one);
  return [...byWords.values()].map((alike) => ({ ...alike[0]!, values: alike.flatMap(({ values }) => values) }));
}

function phraseText({ one, several, values, after = '' }: Phrase): string {
  const before = values.length === 1 ? one : several;
  return [before, anyOf(values), after].filter((part) => part !== '').join(' ');
}
