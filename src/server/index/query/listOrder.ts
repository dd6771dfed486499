import { employeesOf, labelOf, stages, type Highlight } from '#shared/domain/choices.ts';
import { shortPlaceText, shownHighlights } from '#shared/domain/company.ts';
import { generalFields, ownPrefix, type GeneralField } from '#shared/domain/generalFields.ts';
import { isPlacedOrder, type ListOrder, type PlacedOrder } from '#shared/domain/listOrder.ts';
import { fold, withoutPlaceholder } from '#shared/domain/text.ts';
import { companyFields } from '#shared/fields/companyFields.ts';
import { countryByCode } from '#shared/reference/countries.ts';
import { storedJson } from '../../record/companyJson.ts';
import { recordValue, type RecordValue } from '../../record/companyRecord.ts';
import { daysOf, lastingHighlightsOf, type AsOf } from '../../record/toCompany.ts';
import { noFoundedYear } from '../analysis/recordAnalysis.ts';
import { hasBit, setBit, type Bitmap } from '../bits/bitmap.ts';
import { compareNames, compareText } from '../segment/segmentColumns.ts';
import type { ColumnName } from '../segment/segmentFormat.ts';
import type { SegmentView } from '../segment/segmentView.ts';

/** What a company is put in order by; null if it has nothing there. Numbers come before texts. */
export type SortKey = number | string | null;

/** Where the key of an order is read: in a column of the index, or in values of the stored company. */
type KeySource =
  | { readonly column: ColumnName; readonly key: (value: number, asOf: AsOf) => SortKey }
  | { readonly values: readonly RecordValue[]; readonly key: (values: unknown[], asOf: AsOf) => SortKey };

function inColumn(column: ColumnName, key: (value: number, asOf: AsOf) => SortKey): KeySource {
  return { column, key };
}

/** `V` are the types of these values, as they stand in a record. */
function inRecord<V extends unknown[]>(
  values: { readonly [I in keyof V]: RecordValue },
  key: (values: V, asOf: AsOf) => SortKey,
): KeySource {
  return { values, key: key as (values: unknown[], asOf: AsOf) => SortKey };
}

const at = recordValue;

/** Each order's keys. That of names is the order that all others begin with. */
const placed: Readonly<Record<Exclude<PlacedOrder, 'name'>, KeySource>> = {
  stages: inRecord<[string[]]>([at.stages], ([values]) => stageRank(values)),
  location: inRecord<[string, string]>([at.city, at.countryCode], ([city, code]) => place(city, code)),
  // Stored the other way round, so that the newest come first.
  founded: inColumn('founded', (value) => (value === noFoundedYear ? null : -value)),
  size: inRecord<[number | null, string]>([at.employeeCount, at.employeeBand], ([count, band]) =>
    employeesOf(count, band),
  ),
  score: inColumn('merit', (value) => (value < 0 ? null : value)),
  tags: inRecord<[Highlight[], number | null, string]>(
    [at.highlights, at.fundingTotal, at.discoveredDate],
    ([own, fundingTotal, day], asOf) => highlightCount({ highlights: own, fundingTotal }, day, asOf),
  ),
  industry: inRecord<[string[]]>([at.industries], ([values]) => textKey(values.join(', '))),
  funded: inColumn('funded', filledOnly),
  discovered_date: inColumn('discovered', filledOnly),
};

function filledOnly(value: number): SortKey {
  return value === 0 ? null : value;
}

/** The furthest stage. */
function stageRank(values: readonly string[]): SortKey {
  const rank = Math.max(-1, ...values.map((value) => stages.findIndex((stage) => stage.value === value)));
  return rank === -1 ? null : rank;
}

function place(city: string, code: string): SortKey {
  return textKey(shortPlaceText({ location: { city, country: { code, name: countryByCode(code)?.name ?? '' } } }));
}

/** How many highlights are shown. */
function highlightCount(record: Parameters<typeof lastingHighlightsOf>[0], day: string, asOf: AsOf): SortKey {
  const lasting = lastingHighlightsOf(record);
  const isNew = daysOf(asOf).weekOf(day) === asOf.newWeek;
  return shownHighlights([...lasting, ...(isNew ? ['newly_added'] : [])].join(',')).length || null;
}

function textKey(text: string): SortKey {
  const folded = fold(text).trim();
  return folded === '' ? null : folded;
}

/** The order of a field without a place of its own. */
function generalSource({ field, wire, kind, choices }: GeneralField): KeySource {
  if (wire === 'funded_on') return inColumn('funded', filledOnly);
  const id = companyFields[field].id as RecordValue;
  if (kind === 'number') return inRecord<[number | null]>([id], ([value]) => value);
  if (kind === 'list') return inRecord<[string[]]>([id], ([values]) => textKey(values.join(', ')));
  if (kind === 'flag') return inRecord<[number]>([id], ([value]) => (value === 1 ? 1 : null));
  return inRecord<[string]>([id], ([value]) =>
    textKey(choices === null ? withoutPlaceholder(value) : labelOf(choices, value)),
  );
}

/** The order of a column of imported files: what reads as a number by that. */
function ownSource(name: string): KeySource {
  return inRecord<[string[]]>([at.own], ([values]) => {
    const index = values.findIndex((text, position) => position % 2 === 0 && text === name);
    const value = index === -1 ? '' : (values[index + 1] ?? '').trim();
    return /^-?\d+(?:\.\d+)?$/.test(value) ? Number(value) : textKey(value);
  });
}

function sourceOf(by: string): KeySource {
  if (by.startsWith(ownPrefix)) return ownSource(by.slice(ownPrefix.length));
  if (isPlacedOrder(by) && by !== 'name') return placed[by];
  const field = generalFields.find(({ wire }) => wire === by);
  if (field === undefined) throw new Error(`No companies are put in order by "${by}".`);
  return generalSource(field);
}

/** A company to be put in order; those with the same name have the same `nameRank`, null without one. */
interface Item {
  readonly view: SegmentView;
  readonly document: number;
  readonly id: number;
  nameRank: number | null;
}

/** How many companies are looked at before another turn may come. */
const companiesBetween = 200;

/**
 * The companies with these ids that are shown, in an order: blanks last in both directions, what is equal by name and
 * then by id. Works in steps, so that other calls get their turn.
 */
export function* inListOrder(
  views: readonly SegmentView[],
  ids: readonly number[],
  { by, isDescending }: ListOrder,
): Generator<undefined, number[]> {
  const items = yield* inNameOrder(views, ids);
  const keys = by === 'name' ? items.map(({ nameRank }) => nameRank) : yield* keysOf(items, sourceOf(by));
  const places = [...items.keys()];
  // Sorting is stable, so what is equal stays in the order of names.
  places.sort((a, b) => compareKeys(keys[a]!, keys[b]!, isDescending));
  return places.map((index) => items[index]!.id);
}

/** Compares two keys; blanks come last in both directions. */
export function compareKeys(a: SortKey, b: SortKey, isDescending: boolean): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  const ascending = compareFilled(a, b);
  return isDescending ? -ascending : ascending;
}

function compareFilled(a: number | string, b: number | string): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a === 'string' && typeof b === 'string') return compareText(a, b);
  return typeof a === 'number' ? -1 : 1;
}

/** The companies by name and then by id, those without a name last. */
function* inNameOrder(views: readonly SegmentView[], ids: readonly number[]): Generator<undefined, Item[]> {
  const wanted = views.map((view) => ({ view, bits: new Uint32Array(Math.ceil(view.segment.size / 32)), count: 0 }));
  for (const [index, id] of ids.entries()) {
    if (index % companiesBetween === 0) yield;
    for (const part of wanted) {
      const document = part.view.segment.documentOf(id);
      if (!part.view.shows(document)) continue;
      setBit(part.bits, document);
      part.count += 1;
      break;
    }
  }
  let items: Item[] = [];
  for (const { view, bits, count } of wanted) {
    if (count === 0) continue;
    const found = yield* byNameIn(view, bits);
    items = items.length === 0 ? found : yield* mergedByName(items, found);
  }
  return items;
}

/** The same in one segment, which stores the order of its names. */
function* byNameIn(view: SegmentView, bits: Bitmap): Generator<undefined, Item[]> {
  const { segment } = view;
  const items: Item[] = [];
  let run: Item[] = [];
  let runStart = 0;
  const endRun = (): void => {
    items.push(...run.toSorted((a, b) => a.id - b.id));
    run = [];
  };
  for (let position = 0; position < segment.size; position++) {
    if (position % 4096 === 0) yield;
    if (((segment.at('startName', position >>> 5) >>> (position & 31)) & 1) === 1) {
      endRun();
      runStart = position;
    }
    const document = segment.at('orderName', position);
    if (hasBit(bits, document)) run.push({ view, document, id: segment.idOf(document), nameRank: runStart });
  }
  endRun();
  // Those without a name are the last run.
  const last = items.at(-1);
  if (last !== undefined && segment.sortName(last.id) === '') {
    for (const item of items) if (item.nameRank === last.nameRank) item.nameRank = null;
  }
  return items;
}

/** A company with its name as it sorts. */
interface Named {
  readonly item: Item;
  readonly name: string;
}

function named(item: Item | undefined): Named | undefined {
  return item === undefined ? undefined : { item, name: item.view.segment.sortName(item.id) };
}

/** Two such lists as one, with ranks of its own. */
function* mergedByName(listA: readonly Item[], listB: readonly Item[]): Generator<undefined, Item[]> {
  const merged: Item[] = [];
  const [nextA, nextB] = [listA.values(), listB.values()];
  let [a, b] = [named(nextA.next().value), named(nextB.next().value)];
  let before: string | undefined;
  let rank = -1;
  for (let first = earlier(a, b); first !== undefined; first = earlier(a, b)) {
    if (merged.length % companiesBetween === 0) yield;
    const { item, name } = first;
    if (name !== before) rank += 1;
    before = name;
    merged.push({ ...item, nameRank: name === '' ? null : rank });
    if (first === a) a = named(nextA.next().value);
    else b = named(nextB.next().value);
  }
  return merged;
}

function earlier(a: Named | undefined, b: Named | undefined): Named | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return (compareNames(a.name, b.name) || a.item.id - b.item.id) < 0 ? a : b;
}

/** The key of each company. Records are read in the order of the file. */
function* keysOf(items: readonly Item[], source: KeySource): Generator<undefined, SortKey[]> {
  const keys: SortKey[] = items.map(() => null);
  if ('column' in source) {
    for (const [index, { view, document }] of items.entries()) {
      if (index % companiesBetween === 0) yield;
      keys[index] = source.key(view.segment.at(source.column, document), view.asOf);
    }
    return keys;
  }
  const known = new Map<string, SortKey>();
  for (const [view, indexes] of Map.groupBy(items.keys(), (index) => items[index]!.view)) {
    const inFile = indexes.toSorted((a, b) => items[a]!.document - items[b]!.document);
    for (let from = 0; from < inFile.length; from += companiesBetween) {
      yield;
      const part = inFile.slice(from, from + companiesBetween);
      const records = view.segment.encodedRecords(part.map((index) => items[index]!.document));
      for (const [place, index] of part.entries()) {
        const json = `[${storedJson(records[place]!, source.values).join(',')}]`;
        keys[index] = remembered(known, json, () => source.key(JSON.parse(json) as unknown[], view.asOf));
      }
    }
  }
  return keys;
}

/** Many companies have the same stage or place. */
function remembered(known: Map<string, SortKey>, json: string, work: () => SortKey): SortKey {
  const before = known.get(json);
  if (before !== undefined) return before;
  const key = work();
  if (known.size < mostRemembered) known.set(json, key);
  return key;
}

const mostRemembered = 20_000;
