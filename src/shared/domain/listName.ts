import { z } from 'zod';

/**
 * The list an inbox entry is in (product 4). `None` is the inbox: not reviewed yet. `Later`: put off, until it comes
 * back to its inbox by itself (docs/api.md 5).
 */
export const listNames = ['None', 'Watchlist', 'Opportunities', 'Archive', 'Later'] as const;
export const listNameSchema = z.enum(listNames);
export type ListName = (typeof listNames)[number];

/** A list a decision puts a company into. */
export const decidedListSchema = listNameSchema.exclude(['None']);
export type DecidedList = z.infer<typeof decidedListSchema>;

/** The name a list has in routes, parameters and the background-updates panel (product 2). */
export const listSlugs = {
  None: 'inbox',
  Watchlist: 'watchlist',
  Opportunities: 'opportunities',
  Archive: 'archive',
  Later: 'later',
} as const satisfies Record<ListName, string>;

export const listFlagsSchema = z.object({
  tag_watchlist: z.boolean(),
  tag_opportunities: z.boolean(),
  tag_archive: z.boolean(),
});
/** How the server expresses a list: three flags, at most one true (product 3). */
export type ListFlags = z.infer<typeof listFlagsSchema>;

/** The list that three flags express, and what a company that is put off has besides. */
export function listOfFlags(flags: ListFlags & { readonly later?: unknown }): ListName {
  if (flags.later !== undefined && flags.later !== null) return 'Later';
  if (flags.tag_watchlist) return 'Watchlist';
  if (flags.tag_opportunities) return 'Opportunities';
  return flags.tag_archive ? 'Archive' : 'None';
}

/** The three flags that express a list; none of them is true for one that is put off. */
export function flagsOfList(list: ListName): ListFlags {
  return {
    tag_watchlist: list === 'Watchlist',
    tag_opportunities: list === 'Opportunities',
    tag_archive: list === 'Archive',
  };
}
