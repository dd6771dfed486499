import type { GridApi } from 'ag-grid-community';
import type { CompanyRow } from './cells/companyRow.ts';

/** What is hidden in each grid because it is blank in the whole list, and which of that the user would see. */
const blankIn = new WeakMap<GridApi<CompanyRow>, { readonly blank: ReadonlySet<string>; readonly ours: Set<string> }>();

/** Hides the columns that are blank in the whole list, and shows those again that were and no longer are. */
export function hideBlank(api: GridApi<CompanyRow>, blank: ReadonlySet<string>): void {
  const before = blankIn.get(api)?.ours ?? new Set();
  const shown = [...before].filter((id) => !blank.has(id));
  const hidden = [...blank].filter((id) => !before.has(id) && api.getColumn(id)?.isVisible() === true);
  blankIn.set(api, { blank, ours: new Set([...before].filter((id) => blank.has(id)).concat(hidden)) });
  if (shown.length > 0) api.setColumnsVisible(shown, true);
  if (hidden.length > 0) api.setColumnsVisible(hidden, false);
}

/** Hides them again, after the grid was given the user's own columns. */
export function hideAgain(api: GridApi<CompanyRow>): void {
  const { blank } = blankIn.get(api) ?? {};
  blankIn.delete(api);
  if (blank !== undefined) hideBlank(api, blank);
}

/** Whether a column is hidden only because it is blank. */
export function isOnlyBlank(api: GridApi<CompanyRow>, id: string): boolean {
  return blankIn.get(api)?.ours.has(id) === true;
}
