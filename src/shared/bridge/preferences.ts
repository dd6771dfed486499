import { z } from 'zod';

/** A grid's saved column set: AG Grid's column state, kept opaque but bounded. */
const columnStateSchema = z.array(z.record(z.string(), z.unknown())).max(200);

/** A named set of columns: which are shown, their order, widths and pins, and what the list is sorted by. */
const columnSetSchema = z.strictObject({
  name: z.string().min(1).max(80),
  columns: columnStateSchema,
  /** By which column, by its id; null for the list's own order. */
  sort: z.strictObject({ column: z.string().max(120), isDescending: z.boolean() }).nullable(),
});
export type ColumnSet = z.infer<typeof columnSetSchema>;

/** The most sets of columns that an account keeps. */
export const mostColumnSets = 50;

const fields = {
  theme: z.enum(['dark', 'light', 'system']),
  density: z.enum(['compact', 'comfortable']),
  motion: z.enum(['system', 'reduced']),
  startsAt: z.enum(['dashboard', 'inbox', 'last']),
  autoAdvance: z.boolean(),
  zeroInbox: z.record(z.string(), z.boolean()),
  sidebarCollapsed: z.boolean(),
  readingPane: z.enum(['hidden', 'right', 'bottom']),
  readingPaneSize: z.number().min(0).max(4000),
  filterPanelOpen: z.boolean(),
  columns: z.record(z.string(), columnStateSchema),
  chosenColumns: z.record(z.string(), z.array(z.string().max(120)).max(200)),
  columnSets: z.record(z.string(), z.array(columnSetSchema).max(mostColumnSets)),
  pinnedColumns: z.record(z.string(), z.array(z.string().max(300)).max(100)),
  sharedSeen: z.record(z.string(), z.array(z.string().max(40)).max(2000)),
  orders: z.record(z.string(), z.string().max(120)),
  listPlaces: z.record(z.string(), z.array(z.number().int()).max(1000)),
  shortcuts: z.record(z.string(), z.array(z.string().max(40)).max(6)),
  singleKeyShortcuts: z.boolean(),
  notifications: z.boolean(),
  quietHours: z.object({ from: z.string(), to: z.string() }).nullable(),
  refreshDay: z.number().int().min(0).max(6),
  refreshHour: z.number().int().min(0).max(23),
  csvByteOrderMark: z.boolean(),
  webSearch: z.boolean(),
  hints: z.boolean(),
  firstRunDone: z.boolean(),
  serverUrl: z.string().max(2000),
  updates: z.boolean(),
};

/**
 * What the user has set, kept in a settings file. `theme` and `motion` `system` follow the system. `density` is the
 * height of rows. `startsAt`: what a new window shows. `autoAdvance`: a company's page goes on to the next one after a
 * decision. `zeroInbox` is kept per account (docs/api.md). `chosenColumns` has, by the kind of list as `columns`, those
 * that the user wants to see also where they say the same in every row. `columnSets` has, by account, named sets of
 * columns. `pinnedColumns` has, by account, the own columns of imported files that stand among a company's facts.
 * `sharedSeen` has, by account, what of others' lists and collections the user has been told of. `orders` has, by
 * account and list, the order of a list that is not in its own (`orderText`). `listPlaces` has, by account, the ids of
 * smart lists in the user's own order; others come after them.
 * `shortcuts` maps a command id to its keys, replacing the registry's. `refreshDay` counts from Sunday 0;
 * `refreshHour` is local time. `webSearch`: a company without any known page may be searched for in the web. `hints`:
 * lists name the keys of decisions until some were made. `updates`: check for newer versions automatically.
 */
export const preferencesSchema = z.object(fields);
export type Preferences = z.infer<typeof preferencesSchema>;

/** A change to some preferences; the others stay. */
export const preferencesPatchSchema = z.strictObject(fields).partial();
export type PreferencesPatch = z.infer<typeof preferencesPatchSchema>;

/** The defaults: the system's theme, or dark if it has none (product 2, 9), refresh on Monday 06:00 (product 17.7). */
export const defaultPreferences: Preferences = {
  theme: 'system',
  density: 'compact',
  motion: 'system',
  startsAt: 'dashboard',
  autoAdvance: true,
  zeroInbox: {},
  sidebarCollapsed: false,
  readingPane: 'hidden',
  readingPaneSize: 420,
  filterPanelOpen: true,
  columns: {},
  chosenColumns: {},
  columnSets: {},
  pinnedColumns: {},
  sharedSeen: {},
  orders: {},
  listPlaces: {},
  shortcuts: {},
  singleKeyShortcuts: true,
  notifications: true,
  quietHours: null,
  refreshDay: 1,
  refreshHour: 6,
  csvByteOrderMark: true,
  webSearch: false,
  hints: true,
  firstRunDone: false,
  serverUrl: '',
  updates: false,
};

/** Whether decided rows are hidden in inboxes for this account; on unless switched off (docs/api.md). */
export function zeroInboxOf(preferences: Preferences, account: string): boolean {
  return Object.hasOwn(preferences.zeroInbox, account) ? (preferences.zeroInbox[account] ?? true) : true;
}
