import type { ColDef, ColumnState } from 'ag-grid-community';
import { bestMatchOrder, type SortOption } from '#shared/domain/choices.ts';
import { scoreMeaning, shortPlaceText, type ListField } from '#shared/domain/company.ts';
import { formatDay } from '#shared/domain/formats.ts';
import { generalFields, generalText, ownPrefix, raisedText, type GeneralField } from '#shared/domain/generalFields.ts';
import { laterText } from '#shared/domain/later.ts';
import type { ListName } from '#shared/domain/listName.ts';
import { orderKindOf, type ListOrder } from '#shared/domain/listOrder.ts';
import type { ListField as FilterListField } from '#shared/fields/filterFields.ts';
import { ownTitle, ownValueText } from '#shared/fields/ownValues.ts';
import { ChipsCell, ListCell, NameCell, ScoreCell } from './cells/cells.ts';
import { changesText } from '#shared/domain/companyChange.ts';
import { marksText } from '#shared/domain/knownText.ts';
import { marksOfKnown } from '../ui/knownMarks.ts';
import { changesOf } from '../ui/lastChanges.ts';
import * as texts from './cells/cellTexts.ts';
import type { CompanyRow } from './cells/companyRow.ts';

/** One column of the grid. `text` is the cell as plain text, for the clipboard and screen readers. */
export interface Column {
  readonly id: string;
  readonly title: string;
  readonly width: number;
  readonly minWidth?: number;
  /** Takes the remaining width. */
  readonly grows?: true;
  readonly pinned?: 'left' | 'right';
  /** Hidden until the user chooses it. */
  readonly isHidden?: true;
  readonly alignRight?: true;
  readonly renderer?: new () => NameCell | ScoreCell | ChipsCell | ListCell;
  /** The sort that a click on the header asks for in a search (product 3 `Sort options`). */
  readonly sort?: Exclude<SortOption, 'best_match'>;
  readonly direction?: 'asc' | 'desc';
  /** What a click on the header puts any other list in order by (`ListOrder`). */
  readonly order?: string;
  /** The list column's text depends on pending moves, so it is not here. */
  readonly text?: (row: CompanyRow) => string;
  /** The company's field that it shows, if it is hidden in a list where that is blank in every company. */
  readonly field?: ListField;
  /** The filters on what it shows. */
  readonly filters?: readonly FilterListField[];
  /** What its header says when the pointer is on it. */
  readonly tip?: string;
  /** Keys of the export columns with the same content; an export does not tell lists apart. */
  readonly exported: readonly string[];
}

/** Minimum width of the long text's column, in pixels. */
export const leastText = 300;

/** Width of the name's column, in pixels; with room to spare it is wider (pinning.ts). */
export const nameWidth = 190;

const textColumnId = 'text';

/** The field that has a column by default, unlike others without a place of their own. */
const raisedColumn = 'funding_total';

/** The column of the reasons that were given for decisions. */
export const reasonColumn = 'reason';

/** The column of what the last import has changed. */
export const changedColumn = 'changed';

/** The column of what is known from elsewhere. */
export const knownColumn = 'known';

/** The filters on fields without a place of their own. */
const generalFilters: Readonly<Record<string, readonly FilterListField[]>> = {
  status: ['status'],
  employee_growth: ['employeeGrowth'],
  from_files: ['fromFiles'],
  values_on: ['valuesOf'],
  last_round_amount: ['lastRoundAmount'],
  funding_rounds: ['fundingRounds'],
  investor_count: ['investorCount'],
  founder_count: ['founderCount'],
};

/**
 * The columns of product 12, in their default order: what decides first. Fields without a place of their own can be
 * chosen.
 */
export const columns: readonly Column[] = [
  {
    id: 'name',
    order: 'name',
    title: 'Company',
    exported: ['name', 'sample'],
    width: nameWidth,
    minWidth: 120,
    pinned: 'left',
    renderer: NameCell,
    sort: 'company_name',
    direction: 'asc',
    text: ({ company }) => company.name,
  },
  {
    id: textColumnId,
    title: 'What it does',
    field: 'description',
    exported: ['description'],
    width: 300,
    minWidth: leastText,
    grows: true,
    text: (row) => texts.shortTextOf(row.company),
  },
  {
    id: changedColumn,
    title: 'Changed',
    exported: ['changed'],
    width: 168,
    tip: 'What the last import has changed',
    text: ({ company }) => changesText(changesOf(company.id)),
  },
  {
    id: 'later',
    title: 'Waits',
    exported: ['later'],
    width: 168,
    tip: 'Until when it is put off',
    text: ({ later }) => (later === null || later === undefined ? '' : laterText(later)),
  },
  {
    id: 'decided',
    title: 'Decided on',
    order: 'decided_at',
    exported: ['decided_on'],
    width: 108,
    alignRight: true,
    tip: 'When it was put into this list',
    text: ({ decidedAt = '' }) => formatDay(decidedAt),
  },
  {
    id: 'from',
    title: 'From',
    order: 'smart_list',
    exported: ['decided_in'],
    width: 132,
    tip: 'The smart list it was decided in',
    text: ({ smartList = '' }) => smartList,
  },
  {
    id: reasonColumn,
    title: 'Reason',
    order: 'reason',
    exported: ['reason'],
    width: 118,
    tip: 'Why it was put into its list',
    text: ({ decision }) => decision?.reason ?? '',
  },
  {
    id: 'notes',
    title: 'Notes',
    exported: ['notes'],
    width: 220,
    tip: 'Your newest note',
    isHidden: true,
    text: ({ note = '' }) => note.replaceAll(/\s+/g, ' '),
  },
  {
    id: knownColumn,
    title: 'Known',
    exported: ['known_status'],
    width: 190,
    isHidden: true,
    filters: ['known'],
    tip: 'What your CRM or portfolio says',
    text: ({ company }) => marksText(marksOfKnown(company.id)),
  },
  {
    id: 'stages',
    order: 'stages',
    title: 'Stage',
    field: 'stages',
    filters: ['stages'],
    exported: ['stages'],
    width: 78,
    text: (row) => texts.stagesText(row.company),
  },
  {
    id: 'place',
    order: 'location',
    title: 'Location',
    field: 'location',
    filters: ['countries', 'regions'],
    exported: ['city', 'country'],
    width: 132,
    text: ({ company }) => shortPlaceText(company),
  },
  {
    id: 'founded',
    order: 'founded',
    title: 'Founded',
    field: 'founded',
    filters: ['incorporatedYears'],
    exported: ['founded'],
    width: 72,
    alignRight: true,
    sort: 'incorporated_year',
    direction: 'desc',
    text: ({ company }) => (company.founded === null ? '' : String(company.founded)),
  },
  {
    id: 'size',
    order: 'size',
    title: 'Size',
    field: 'size',
    filters: ['employeeCount'],
    exported: ['size'],
    width: 72,
    alignRight: true,
    text: (row) => texts.sizeText(row.company),
  },
  {
    id: raisedColumn,
    order: 'funding_total',
    title: 'Raised',
    field: 'funding_total',
    filters: ['amountRaised'],
    exported: ['funding_total', 'funding_total_original'],
    width: 74,
    alignRight: true,
    text: ({ company }) => raisedText(company),
  },
  {
    id: 'score',
    order: 'score',
    title: 'Score',
    field: 'score',
    tip: `${scoreMeaning}. Best match: ${bestMatchOrder}.`,
    exported: ['score'],
    width: 80,
    renderer: ScoreCell,
    text: (row) => texts.scoreText(row.company.score),
  },
  {
    id: 'highlights',
    order: 'tags',
    title: 'Highlights',
    field: 'tags',
    filters: ['companyHighlights'],
    exported: ['highlights'],
    width: 300,
    renderer: ChipsCell,
    text: (row) => texts.highlightLabels(row.company).join(', '),
  },
  {
    id: 'industries',
    order: 'industry',
    title: 'Industries',
    field: 'industry',
    filters: ['industries', 'industryGroups'],
    exported: ['industry'],
    width: 190,
    text: (row) => texts.industriesText(row.company),
  },
  {
    id: 'funded',
    order: 'funded',
    title: 'Funded',
    field: 'funded',
    filters: ['fundedTags'],
    exported: ['funded'],
    width: 122,
    text: (row) => texts.fundedText(row.company),
  },
  {
    id: 'discovered',
    order: 'discovered_date',
    title: 'Discovered',
    filters: ['digestWeek'],
    exported: ['discovered_date'],
    width: 108,
    alignRight: true,
    sort: 'digest_qualified_date',
    direction: 'desc',
    text: (row) => texts.discoveredText(row.company),
  },
  // An amount in its currency stands in the column of the same amount in dollars.
  ...generalFields.filter(({ wire, measure }) => wire !== raisedColumn && measure !== 'money').map(generalColumn),
  { id: 'list', title: 'List', exported: ['list'], width: 118, pinned: 'right', renderer: ListCell },
];

/**
 * The columns of decisions: special lists have something in them, the last one only Later, and in inboxes what was
 * given a reason.
 */
const decidedColumns: readonly string[] = ['decided', 'from', reasonColumn, 'later'];

/** The columns of what is no field of the company, which a list hides until a row has something in them. */
export const rowColumns: readonly string[] = [...decidedColumns, changedColumn];

/** Those of them that are blank in a list. A row that has a reason, or was changed by an import, brings its column. */
export function blankRowColumns(list: ListName): readonly string[] {
  if (list === 'None') return rowColumns;
  return list === 'Later' ? [reasonColumn, changedColumn] : [reasonColumn, 'later', changedColumn];
}

/** Columns that a list hides if it has nothing in them, by id. The user's own choices are not among them. */
export const blankable: readonly string[] = columns.flatMap(({ id, field }) =>
  field === undefined && !rowColumns.includes(id) ? [] : [id],
);

/** Columns of facts about a company: one that says the same in nearly every row is hidden. */
export const sameable: readonly string[] = columns.flatMap(({ id, field, isHidden = false }) =>
  (field === undefined && id !== 'discovered') || id === textColumnId || isHidden ? [] : [id],
);

/** The columns that show these fields of the company. */
export function columnsOfFields(fields: readonly string[]): string[] {
  return columns.flatMap(({ id, field }) => (field !== undefined && fields.includes(field) ? [id] : []));
}

/** A field without a place of its own. */
export function generalColumn(field: GeneralField): Column {
  const { wire, label, kind } = field;
  return {
    id: wire,
    title: label,
    order: wire,
    exported: wire === 'last_round_amount' ? [wire, 'last_round_amount_original'] : [wire],
    width: kind === 'text' || kind === 'list' ? 168 : 108,
    isHidden: true,
    ...(Object.hasOwn(generalFilters, wire) ? { filters: generalFilters[wire] } : {}),
    ...(kind === 'number' || kind === 'day' ? { alignRight: true } : {}),
    text: ({ company }) => generalText(field, company),
  };
}

/** The id of the column for an own column of imported files, by its name. */
export function ownColumnId(name: string): string {
  return `${ownPrefix}${name}`;
}

/** Whether a column is one of imported files, by its id. */
export function isOwnColumn(id: string): boolean {
  return id.startsWith(ownPrefix);
}

/** A column by its id; those of imported files are made from theirs. */
export function columnOf(id: string): Column | undefined {
  if (!isOwnColumn(id)) return columns.find((column) => column.id === id);
  const name = id.slice(ownPrefix.length);
  return {
    id,
    title: ownTitle(name),
    order: id,
    exported: [id],
    width: 148,
    filters: ['ownValues', 'ownColumns'],
    text: ({ company }) => {
      const said = company.own.find((one) => one.name === name);
      return said === undefined ? '' : ownValueText(said);
    },
  };
}

/** All columns there are, and those of imported files that the user has chosen before, by the saved state. */
export function columnsWith(saved: readonly { readonly colId: string }[] | undefined): readonly Column[] {
  const own = (saved ?? []).filter(({ colId }) => isOwnColumn(colId));
  return own.length === 0 ? columns : [...columns, ...own.flatMap(({ colId }) => columnOf(colId) ?? [])];
}

/** Saved columns that still exist, without their sort, which belongs to the list. */
export function knownColumns(state: readonly ColumnState[]): ColumnState[] {
  return state
    .filter(({ colId }) => columnOf(colId) !== undefined || colId.startsWith('ag-Grid'))
    .map((column) => ({ ...column, sort: null }));
}

/** The column that has the focus until the user moves sideways. */
export const nameColumn = 'name';
/** The column of the long text, which has the grid's own tooltip. */
export const textColumn = textColumnId;
/** The column of the highlights, which shows as many as fit. */
export const chipsColumn = 'highlights';
export const listColumn = 'list';

/** How a list can be sorted by its headers: like a search, in any order, or not at all. */
export type Sorting = 'search' | 'orders' | 'none';

/** The column by which a table is sorted, and which way. */
export interface SortedBy {
  readonly column: string;
  readonly isDescending: boolean;
}

type Direction = 'asc' | 'desc';

/** The directions that clicks on a column's header go through, after which the list is in its own order again. */
export function directionsOf({ order, sort, direction = 'asc' }: Column, sorting: Sorting): readonly Direction[] {
  if (sorting === 'search') return sort === undefined ? [] : [direction];
  if (sorting === 'none' || order === undefined) return [];
  const kind = orderKindOf(order) ?? 'text';
  return kind === 'text' ? ['asc', 'desc'] : ['desc', 'asc'];
}

/** AG Grid's column definitions. Rows arrive sorted, so even if a header sorts, the grid itself compares nothing. */
export function columnDefinitions(all: readonly Column[], sorting: Sorting): ColDef<CompanyRow>[] {
  return all.map((column): ColDef<CompanyRow> => {
    const { id, title, width, minWidth = 60, grows, pinned, alignRight, isHidden, renderer, text } = column;
    const directions = directionsOf(column, sorting);
    return {
      colId: id,
      headerName: title,
      width,
      minWidth,
      ...(grows === true ? { flex: 1 } : {}),
      ...(pinned === undefined ? {} : { pinned }),
      ...(isHidden === true ? { initialHide: true } : {}),
      ...(alignRight === true ? { type: 'rightAligned' } : {}),
      ...(renderer === undefined ? {} : { cellRenderer: renderer }),
      ...(id === nameColumn ? { lockVisible: true } : {}),
      ...(id === textColumn
        ? { tooltipValueGetter: ({ data }) => (data === undefined ? '' : texts.shortTextOf(data.company)) }
        : {}),
      valueGetter: ({ data }) => (data === undefined ? '' : (text?.(data) ?? '')),
      sortable: directions.length > 0,
      comparator: () => 0,
      sortingOrder: [...directions, null],
    };
  });
}

/** What a header says when the pointer is on it: what the column is, and if so that a click sorts nothing. */
export function headerTip(column: Column, sorting: Sorting): string {
  const { tip = '', order } = column;
  if (sorting === 'none' || directionsOf(column, sorting).length > 0) return tip;
  const where = sorting === 'search' && order !== undefined ? 'Search results' : 'Lists';
  return `${tip}${tip === '' ? '' : ' '}${where} cannot be sorted by this column.`;
}

/** The export columns that correspond to these grid columns, in their order. */
export function exportKeysOf(ids: readonly string[]): string[] {
  return ids.flatMap((id) => columnOf(id)?.exported ?? []);
}

/** The column by which a search's sort goes; null for best match. */
export function sortedByOf(sortBy: SortOption): SortedBy | null {
  const column = columns.find(({ sort }) => sort === sortBy);
  return column === undefined ? null : { column: column.id, isDescending: column.direction === 'desc' };
}

/** A search's sort by the column that was clicked. */
export function sortOf(sorted: SortedBy | null): SortOption {
  return columns.find(({ id }) => id === sorted?.column)?.sort ?? 'best_match';
}

/** The column that shows what a list is in order by, also one of imported files. */
export function columnOfOrder(by: string): Column | undefined {
  return columns.find(({ order }) => order === by) ?? (isOwnColumn(by) ? columnOf(by) : undefined);
}

/** An order by the column that was clicked; null for the list's own. */
export function orderOf(sorted: SortedBy | null): ListOrder | null {
  const by = sorted === null ? undefined : columnOf(sorted.column)?.order;
  return by === undefined ? null : { by, isDescending: sorted?.isDescending === true };
}
