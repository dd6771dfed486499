import { readFileSync } from 'node:fs';
import type { Page } from 'playwright';
import { api } from '../../e2e/pages/bridge.ts';
import { go } from '../../e2e/pages/screens.ts';
import { gridBundle } from './barePage.ts';
import type { ScreenBench } from './screenBench.ts';

/** A row in a plain grid: text and figures. */
type PlainRow = Record<string, string | number | null>;

/** Rows returned by one call. */
const pageSize = 1000;

/** Where the app's own table is at this window size. */
const place = 'position:fixed;left:232px;top:93px;width:1048px;height:679px;z-index:1000;background:#fff';

/**
 * A table of the same companies and columns made with AG Grid in the plain way, in the same page: a decision removes
 * the row from the row data. It covers a quiet screen of the app.
 */
export class PlainGrid {
  readonly #page: Page;
  readonly #rows: readonly PlainRow[];

  private constructor(page: Page, rows: readonly PlainRow[]) {
    this.#page = page;
    this.#rows = rows;
  }

  static async load({ page, inbox }: ScreenBench): Promise<PlainGrid> {
    await page.evaluate(readFileSync(gridBundle(), 'utf8'));
    const rows: PlainRow[] = [];
    for (let number = 0; ; number++) {
      const query = { user_smart_list_id: inbox, page: number, page_size: pageSize };
      const { results } = await api(page, 'listEntries', { query });
      for (const { id, name, description, score, stages, industry, location, founded, size, ...entry } of results) {
        const { funded, tags, discovered } = entry;
        const [stage, industries] = [stages.join(', '), industry.join(', ')];
        const where = `${location.city}, ${location.country.name}`;
        const text = description.short;
        rows.push({ id, name, text, score, stage, industries, place: where, founded, size: size.label, funded, tags });
        Object.assign(rows.at(-1) ?? {}, { discovered, list: '' });
      }
      if (results.length < pageSize) return new PlainGrid(page, rows);
    }
  }

  /** Shows it with all its rows; `e` removes the current row, the arrows move. */
  async show(): Promise<void> {
    await go(this.#page, '/help');
    await this.#page.evaluate(showGrid, { rows: this.#rows, place });
    await this.#page.locator('#plain .ag-row').first().waitFor();
  }

  async hide(): Promise<void> {
    await this.#page.evaluate(() => {
      (globalThis as unknown as { plainGrid: { destroy(): void } }).plainGrid.destroy();
      document.querySelector('#plain')?.remove();
    });
  }
}

/** Runs in the page. */
function showGrid({ rows, place: style }: { rows: readonly PlainRow[]; place: string }): void {
  interface GridApi {
    setGridOption(name: 'rowData', rows: readonly PlainRow[]): void;
    ensureIndexVisible(index: number): void;
    setFocusedCell(index: number, column: string): void;
  }
  const { agGrid } = globalThis as unknown as {
    agGrid: {
      createGrid(host: HTMLElement, options: object): GridApi;
      themeQuartz: { withParams(parameters: object): object };
    };
  };
  const widths: Record<string, number> = { name: 208, text: 300, industries: 190, place: 168, tags: 300 };
  const host = document.createElement('div');
  host.id = 'plain';
  host.style.cssText = style;
  document.body.append(host);
  let left = rows;
  let index = 0;
  const grid = agGrid.createGrid(host, {
    theme: agGrid.themeQuartz.withParams({ rowHeight: 28, fontSize: 13, headerHeight: 30 }),
    styleNonce: document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce,
    getRowId: ({ data }: { data: PlainRow }) => String(data['id']),
    animateRows: false,
    rowSelection: { mode: 'multiRow' },
    rowData: rows,
    columnDefs: Object.keys(rows[0] ?? {})
      .filter((field) => field !== 'id')
      .map((field) => ({
        field,
        width: widths[field] ?? 100,
        ...(field === 'name' ? { pinned: 'left' } : field === 'list' ? { pinned: 'right' } : {}),
      })),
  });
  Object.assign(globalThis, { plainGrid: grid });
  grid.setFocusedCell(0, 'name');
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown') index += 1;
    if (event.key !== 'e') return;
    left = left.filter((_, place) => place !== index);
    grid.setGridOption('rowData', left);
    grid.ensureIndexVisible(index);
    grid.setFocusedCell(index, 'name');
    event.preventDefault();
    event.stopPropagation();
  };
  host.addEventListener('keydown', onKeyDown, true);
}

/**
 * Runs in the page, which has AG Grid's bundle: a plain grid over it that on Enter asks for the query in `plainQuery`
 * and shows its first page.
 */
export function showSearchGrid(): void {
  interface Item {
    readonly [field: string]: unknown;
    readonly description: { readonly short: string };
    readonly location: { readonly city: string; readonly country: { readonly name: string } };
    readonly size: { readonly label: string };
    readonly stages: readonly string[];
    readonly industry: readonly string[];
  }
  interface Page {
    readonly agGrid: {
      createGrid(host: HTMLElement, options: object): { setGridOption(name: 'rowData', rows: readonly object[]): void };
      themeQuartz: { withParams(parameters: object): object };
    };
    readonly winnow: {
      call(name: 'api.request', input: object): Promise<{ value: { value: { items: readonly Item[] } } }>;
    };
    readonly plainQuery: object;
  }
  const page = globalThis as unknown as Page;
  const host = document.createElement('div');
  host.id = 'plain';
  host.tabIndex = 0;
  host.style.cssText = 'position:fixed;left:232px;top:93px;width:1048px;height:779px;z-index:1000;background:#fff';
  document.body.append(host);
  const fields = ['name', 'text', 'stages', 'city', 'founded', 'size', 'funded', 'score', 'industry'];
  const grid = page.agGrid.createGrid(host, {
    theme: page.agGrid.themeQuartz.withParams({ rowHeight: 28, fontSize: 13, headerHeight: 30 }),
    styleNonce: document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce,
    animateRows: false,
    rowData: [],
    columnDefs: fields.map((field) => ({ field, width: field === 'text' ? 300 : 110 })),
  });
  const ask = async (): Promise<void> => {
    const input = { endpoint: 'searchCompanies', params: {}, query: page.plainQuery, body: null, replaces: '' };
    const { value } = await page.winnow.call('api.request', input);
    const rows = value.value.items.map(({ description, location, size, stages, industry, ...item }) => ({
      ...item,
      text: description.short,
      city: `${location.city}, ${location.country.name}`,
      size: size.label,
      stages: stages.join(', '),
      industry: industry.join(', '),
    }));
    grid.setGridOption('rowData', rows);
  };
  host.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return;
    event.stopPropagation();
    void ask();
  });
  Object.assign(globalThis, { plainSearch: grid });
  host.focus();
}

/** Runs in the page. */
export function hideSearchGrid(): void {
  (globalThis as unknown as { plainSearch: { destroy(): void } }).plainSearch.destroy();
  document.querySelector('#plain')?.remove();
}
