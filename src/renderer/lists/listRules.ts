import { listNames, type ListName } from '#shared/domain/listName.ts';
import type { CompanyRow } from '../grid/cells/companyRow.ts';
import { isOnItsWay, type Overlay } from '../decide/overlay.ts';
import type { Standing } from './stream.ts';

/** What kind of list this is. */
export interface ListRules {
  /** Whether a row that shows this list still belongs here (SPEC 4 `Main inbox view`). */
  belongs(list: ListName): boolean;
  /** After a decision the focus goes to the next row that is still undecided, else simply to the next. */
  readonly skipsDecided: boolean;
}

/** Whether companies leave the list by being decided: one that shows those too never loses one. */
export function losesSome({ belongs }: Pick<ListRules, 'belongs'>): boolean {
  return !listNames.every((list) => belongs(list));
}

/** The list that rows are of, and what it shows of them. */
export interface ListShown {
  readonly rules: Pick<ListRules, 'belongs'>;
  readonly triage: { readonly overlay: Overlay };
  listOf(row: CompanyRow): ListName;
}

/** How many rows stand in the list on the server, as they show and with the moves that are on their way. */
export function standingOf(rows: readonly CompanyRow[], list: ListShown): Standing {
  const { rules, triage } = list;
  const here = rows.filter((row) => rules.belongs(list.listOf(row)));
  if (!losesSome(rules)) return { least: here.length, most: here.length };
  const isMoving = (row: CompanyRow): boolean => isOnItsWay(triage.overlay, row.entryId, row.company.id);
  const moving = rows.filter((row) => isMoving(row));
  const movingHere = here.filter((row) => isMoving(row)).length;
  return { least: here.length - movingHere, most: here.length + moving.length - movingHere };
}
