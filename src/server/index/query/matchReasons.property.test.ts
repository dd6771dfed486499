import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { bookmarkLists } from '#shared/domain/choices.ts';
import type { Company } from '#shared/domain/company.ts';
import { emptyFilters, type FilterSet } from '#shared/domain/filters.ts';
import { filtersToQuery } from '#shared/domain/filterQuery.ts';
import { matchReasons } from '#shared/domain/matchReasons.ts';
import { isActiveText, readSearchText, topParts, writeSearchText, type SearchPart } from '#shared/domain/searchText.ts';
import { phraseForm, wordsOf } from '#shared/domain/words.ts';
import { filterFieldNames, filterFields, wireValues } from '#shared/fields/filterFields.ts';
import { noNames } from '#shared/fields/filterRows.ts';
import { longer } from '../../testing/propertyRuns.ts';
import { textMatcher } from '../words/textMatcher.ts';
import { readTextQuery } from '../words/textQuery.ts';
import { openCompanyReader, openCompanyWriter } from '../open.ts';
import { someRecord, someWords } from '../testing/records.ts';
import { someFilters } from '../testing/someFilters.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'winnow-reasons-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Searches of many words and signs, each of which companies have somewhere. */
const someText = fc
  .array(
    fc.constantFrom(
      ...someWords,
      '"',
      '-',
      '(',
      ')',
      '|',
      'OR',
      'so*',
      'c*',
      '"bio data"',
      '"人工智能"',
      'a.b',
      'R&D',
      'b',
      '𐌰',
      'ﬁnances',
      'x'.repeat(50),
    ),
    { maxLength: 9 },
  )
  .map((words) => words.join(' '));
const someMembers = fc.record({
  bookmarkList: fc.subarray(bookmarkLists.map(({ value }) => value)),
  collections: fc.subarray(['1', '2']),
  noteWords: fc.subarray(['met', '"call in May"']),
  known: fc.subarray(['any', 'Affinity']),
});
const noMembers = { bookmarkList: [], collections: [], noteWords: [], known: [] };
const asked: fc.Arbitrary<FilterSet> = fc
  .tuple(
    someFilters,
    fc.option(someText, { nil: null, freq: 2 }),
    fc.option(someText, { nil: null }),
    fc.tuple(fc.boolean(), someMembers, someMembers),
    fc.boolean(),
  )
  .map(([filters, text, without, [isOfMembers, some, others], isOnlyText]) => {
    const { include, exclude } = isOnlyText ? emptyFilters() : filters;
    return {
      include: { ...include, ...(isOfMembers ? some : noMembers), ...(text === null ? {} : { textSearch: text }) },
      exclude: {
        ...exclude,
        ...(isOfMembers ? others : noMembers),
        ...(without === null ? {} : { textSearch: without }),
      },
    };
  });

/** The words and phrases of a part of which some, in brackets, are enough. */
function saidIn(part: SearchPart): string[] {
  if (part.kind === 'word' || part.kind === 'phrase') {
    const words = wordsOf(part.text, 'query');
    return words.length === 0 ? [] : [part.kind === 'phrase' ? part.text : writeSearchText(part)];
  }
  return part.kind === 'not' ? [] : part.parts.flatMap(saidIn);
}

/** Whether anything is asked for: a text that leaves out what no company can have asks for nothing. */
function isAsked(filters: FilterSet): boolean {
  const { text_search: text, exclude_text_search: without, ...others } = filtersToQuery(filters);
  const out = without !== undefined && isActiveText(without) && readTextQuery(without)?.groups[0]?.length !== 0;
  return out || Object.keys(others).length > 0 || (text !== undefined && isActiveText(text));
}

function expectExplained(filters: FilterSet, company: Company): void {
  const reasons = matchReasons(filters)(company);
  const about = `${JSON.stringify(filtersToQuery(filters))} of ${JSON.stringify(company)}: ${reasons.join(' · ')}`;
  if (isAsked(filters)) expect(reasons, about).not.toEqual([]);
  // Of each filter one value at least, and of a text each of its parts.
  for (const field of filterFieldNames) {
    if (field === 'textSearch') continue;
    const chips = wireValues(filters.include[field]).map((value) => filterFields[field].chip(value, noNames));
    if (chips.length > 0)
      expect(
        reasons.some((reason) => chips.some((chip) => reason.includes(chip))),
        about,
      ).toBe(true);
  }
  const { textSearch: text } = filters.include;
  const parts = isActiveText(text) ? topParts(readSearchText(text)) : [];
  for (const part of parts.filter(({ kind }) => kind !== 'not')) {
    const said = saidIn(part);
    const isNamed = said.some((each) => reasons.some((reason) => reason.startsWith(`“${each}” in the `)));
    const isOfAbsence =
      part.kind === 'any' && part.parts.some((each) => each.kind !== 'word' && each.kind !== 'phrase');
    if (said.length > 0 && !isOfAbsence) expect(isNamed, `“${said.join('”, “')}”, ${about}`).toBe(true);
  }
  expectTrue(reasons, company);
}

/** What is said to be somewhere is there. */
function expectTrue(
  reasons: readonly string[],
  { name, former_names: formerly, location, description }: Company,
): void {
  const places = {
    name: [name],
    'former name': formerly,
    city: [location.city],
    description: Object.values(description),
  };
  for (const reason of reasons) {
    const [, said, place] = /^“(.*)” in the (name|former name|city|description)$/s.exec(reason) ?? [];
    if (said === undefined) continue;
    const texts = places[place as keyof typeof places];
    const isThere =
      [said, `"${said}"`].some((text) => texts.some(textMatcher(text))) ||
      texts.some((text) => phraseForm(text).includes(phraseForm(said)));
    expect(isThere, `${reason} of ${name}`).toBe(true);
  }
}

test(
  '“Not explained”: whatever is asked for, every company that is found says why, in all that was asked for',
  async () => {
    let runs = 0;
    let hits = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(someRecord, { minLength: 1, maxLength: 40 }),
        fc.array(asked, { minLength: 10, maxLength: 10 }),
        async (records, searches) => {
          const place = join(folder, String(runs++));
          const writer = openCompanyWriter(place, { segmentDocuments: 15 });
          const reader = openCompanyReader(place, { now: () => new Date('2026-11-20T12:00:00') });
          const batch = writer.begin('import');
          const ids = new Set(records.map((record) => batch.add(record)));
          await batch.commit();
          await writer.release('2026-W47', new Date('2026-11-16T06:00:00Z'));
          for (const filters of searches) {
            // Whose lists companies are in the index is told by their ids.
            const query = { filters, sortBy: 'best_match', onlyIds: ids, withoutIds: null } as const;
            const { items } = await reader.search(query, 0, 100);
            hits += items.length;
            for (const company of items) expectExplained(filters, company);
          }
          reader.close();
          writer.close();
        },
      ),
      { numRuns: longer(60) },
    );
    expect(hits).toBeGreaterThan(100);
  },
  longer(60_000),
);
