import { listNames, type ListName } from '#shared/domain/listName.ts';

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
