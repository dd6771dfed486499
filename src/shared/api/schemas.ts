import { z } from 'zod';
import { changeCountsSchema, companyChangeSchema } from '../domain/companyChange.ts';
import {
  columnMappingSchema,
  companyPairSchema,
  fileReadingSchema,
  importPreviewSchema,
  ratesSchema,
  workspaceStatusSchema,
} from '../bridge/workspace.ts';
import { sortOptions } from '../domain/choices.ts';
import { companySchema } from '../domain/companySchema.ts';
import { filterParameters } from '../domain/filterQuery.ts';
import { filterSetSchema } from '../domain/filters.ts';
import { knownParts, knownSourceSchema } from '../domain/known.ts';
import { handoverPresets } from '../domain/handover.ts';
import { backCountsSchema, laterSchema } from '../domain/later.ts';
import { likelyChoicesSchema } from '../domain/likelyRows.ts';
import { isEntryOrder, parseOrder } from '../domain/listOrder.ts';
import { collectionDescriptionSchema, collectionNameSchema, smartListNameSchema } from '../domain/names.ts';
import { sectorDataSchema } from '../domain/sector.ts';
import { mostReasons } from '../domain/reasons.ts';
import { decisionTallySchema, isTimeZone } from '../domain/decisionRecord.ts';
import { feedbackSchema, smartListSchema } from '../domain/smartList.ts';
import type { FilterParameter } from '../fields/filterFields.ts';
import { idSchema, pageQuery, wholeNumber } from './endpoint.ts';
import { idsInQuery } from './teamSchemas.ts';

/** A parameter as it arrives over the wire: once, or repeated. */
const parameter = z.union([z.string(), z.array(z.string())]).optional();

/** The filter parameters of a search, not yet parsed: `filtersFromQuery` turns them into a filter set. */
const filterQueryShape = Object.fromEntries(filterParameters.map((name) => [name, parameter])) as Record<
  FilterParameter,
  typeof parameter
>;

const sortBy = z.enum(sortOptions.map((option) => option.value)).default('best_match');

export const searchQuery = z.object({
  ...filterQueryShape,
  ...pageQuery.shape,
  sort_by: sortBy,
  exclude_smartlist: idSchema.optional(),
});

const count = z.number().int().nonnegative();

/**
 * On the first page of a list: fields of the company (docs/api.md 4) that are blank in all of it. An older server does
 * not say.
 */
export const blankShape = { blank: z.array(z.string()).optional() };

/** `count` all matches, `newCount` those newly added, `items` one page of them (product 7). */
export const searchResultSchema = z.object({ count, newCount: count, ...blankShape, items: z.array(companySchema) });

/** Where a score stands among the `of` companies that have one: 1 is the best, equal ones share it; null without. */
export const scoreRankSchema = z.object({ rank: count.nullable(), of: count });

/** Live counts beside the values in the filter panel: parameter name → wire value → companies (docs/api.md). */
export const facetsSchema = z.object({
  count,
  facets: z.record(z.string(), z.record(z.string(), count)),
  /** How many have something in a field of the company, if `filled=true` asks; an older server does not say. */
  filled: z.record(z.string(), count).optional(),
});
export type Facets = z.infer<typeof facetsSchema>;

const booleanParameter = z
  .enum(['true', 'false', 'True', 'False', '1', '0'])
  .transform((value) => value.toLowerCase() === 'true' || value === '1')
  .optional();

/** A search, and whether to count as well how many matches have something in a field. */
export const facetsQuery = searchQuery.extend({ filled: booleanParameter });

/** A search, the name of a column of imported files, and what its values should have in them, if anything. */
export const ownValuesQuery = searchQuery.extend({
  column: z.string().min(1).max(200),
  text: z.string().max(300).default(''),
});

/**
 * The values of a column of imported files that matches have, those that most have first, each with how many companies
 * would match with it alone; and how many values there are in all (docs/api.md 3).
 */
export const ownValuesSchema = z.object({
  distinct: count,
  values: z.array(z.object({ value: z.string(), count })),
});
export type OwnValues = z.infer<typeof ownValuesSchema>;

const offeredText = z.object({ word: z.string(), count, text_search: z.string() });

/**
 * Other texts for a search (docs/api.md 3): where longer words match, too, with how many companies more; and where
 * nothing matches, with a part less or any of the parts. Only those that find something.
 */
export const searchWordsSchema = z.object({
  count,
  longer: z.array(offeredText),
  without: z.array(offeredText),
  any: offeredText.omit({ word: true }).nullable(),
});
export type SearchWords = z.infer<typeof searchWordsSchema>;

/** A search, and the smart list that its text belongs to, if any. */
export const thesisQuery = searchQuery.extend({ user_smart_list_id: idSchema.optional() });

/**
 * A search text word by word (docs/api.md 3). Of each group of which any word is enough: how many companies each word
 * finds in its place alone, and how many would be lost without it; null where the group has no other, or beyond the
 * first words of a long text. `suggestions` are words that the companies in `of` have more often than others, with how
 * many more companies the text finds with it; these are `kept` by the user, or else the first `results`.
 */
export const thesisSchema = z.object({
  count,
  groups: z.array(
    z.object({ words: z.array(z.object({ word: z.string(), count: count.nullable(), adds: count.nullable() })) }),
  ),
  of: count,
  from: z.enum(['kept', 'results']),
  suggestions: z.array(z.object({ word: z.string(), among: count, adds: count, text_search: z.string() })),
});
export type ThesisCounts = z.infer<typeof thesisSchema>;

/** The beginning of a name, and how many companies are wanted. */
export const namesQuery = z.object({
  text: z.string().max(1000),
  page_size: wholeNumber(z.number().int().min(1).max(25).default(5)),
});
export const namesSchema = z.object({ results: z.array(companySchema) });

const ids = z.array(z.number().int().positive());
export const idListSchema = z.object({ count, ids });

/** How many companies are in each special list; each counts once. */
export const decidedCountsSchema = z.object({
  watchlist: count,
  opportunities: count,
  archive: count,
  // Other servers may not send it.
  later: count.default(0),
});

/** From when on decisions are counted. */
export const decidedSinceQuery = z.object({ since: z.iso.datetime({ offset: true }) });

/**
 * What was decided since a moment and still is: companies in all, each once, and entries by smart list. `kept`: in
 * Watchlist or Opportunities.
 */
export const decidedSinceSchema = z.object({
  decided: count,
  kept: count,
  smart_lists: z.array(z.object({ user_smart_list_id: z.number().int().positive(), decided: count, kept: count })),
});

/** Whose decisions are counted from a moment on, by the days of a time zone (an IANA name). */
export const decisionRecordQuery = decidedSinceQuery.extend({
  zone: z.string().max(60).refine(isTimeZone, 'There is no such time zone.').default('UTC'),
});

export const decisionRecordSchema = z.object({ results: z.array(decisionTallySchema) });

/** What a bulk move needs to know about each entry, and what was decided about it, as an entry has it. */
export const entryIdsSchema = z.object({
  count,
  entries: z.array(
    z.object({
      id: z.number().int().positive(),
      company_id: z.number().int().positive(),
      siblings: ids,
      doubles: ids.default([]),
      decided_at: z.string().default(''),
      reason: z.string().default(''),
    }),
  ),
});

/** The order of a list (docs/api.md 5), `-` in front for descending; without it the list has its own. */
const ordering = z
  .string()
  .max(120)
  .refine((text) => parseOrder(text) !== undefined, 'No list can be put in this order.')
  .optional();

/** The same where there are companies and no entries. */
const companyOrdering = ordering.refine(
  (text) => text === undefined || !isEntryOrder(parseOrder(text)?.by ?? ''),
  'Only entries can be put in this order.',
);

/** A page of a collection's companies. */
export const collectionCompaniesQuery = pageQuery.extend({ ordering: companyOrdering });

/**
 * Entries of a smart list, or of a special list by its flag (product 7). Flags also narrow a smart list: all three
 * false asks for its undecided entries only, which is what the zero-inbox view pages through (product 4); a single
 * false flag leaves out the entries in that list. `company_id` alone asks for every entry of one company, which is how
 * the company page knows which lists it is in. In a smart list, `newly_added` asks for the companies of the newest
 * digest only, or for all others.
 */
export const entriesQuery = z.object({
  user_smart_list_id: idSchema.optional(),
  company_id: idSchema.optional(),
  tag_watchlist: booleanParameter,
  tag_opportunities: booleanParameter,
  tag_archive: booleanParameter,
  tag_later: booleanParameter,
  newly_added: booleanParameter,
  ordering,
});

/** Any subset of the three flags, at most one of them true; a missing one is false (docs/api.md). */
export const moveBody = z
  .object({
    tag_watchlist: z.boolean().default(false),
    tag_opportunities: z.boolean().default(false),
    tag_archive: z.boolean().default(false),
    /** The id of a reason, or the one that the company last had in this list, for an undo. */
    reason: z.union([z.number().int().min(0).max(mostReasons), z.literal('before')]).default(0),
    /** Puts it off; `before` as it was put off last, for an undo. */
    later: z.union([laterSchema, z.literal('before')]).optional(),
    /** Undecided as it was before it was decided, for an undo: back, if it was. */
    back: z.literal('before').optional(),
    /** The number of a colleague's decision that this one is made in knowledge of (docs/api.md 11). */
    seen: z.number().int().nonnegative().default(0),
  })
  .superRefine((flags, context) => {
    const asked = new Set(['later', 'back']);
    const wanted = Object.entries(flags).filter(([name, value]) => value === true || (asked.has(name) && value));
    if (wanted.length <= 1) return;
    for (const [name] of wanted) {
      context.addIssue({ code: 'custom', path: [name], message: 'At most one list may be named.' });
    }
  });

/** Most rows in one export response (product 9.12). */
export const exportPageSize = 50_000;

/** What to export: exactly one source; `columns` are column keys, comma-joined (docs/api.md 6). */
export const exportQuery = z.object({
  ids: parameter,
  tag: z.enum(['watchlist', 'opportunities', 'archive', 'later']).optional(),
  user_smart_list_id: idSchema.optional(),
  collection_id: idSchema.optional(),
  columns: parameter,
  page: wholeNumber(z.number().int().min(0).default(0)),
  /** On every page after the first: `X-Export` of the first, so that all pages are of one generation (I12). */
  export: z.string().max(60).optional(),
  sort_by: sortBy,
  ordering,
  exclude_smartlist: idSchema.optional(),
  ...filterQueryShape,
});

const exportSources = exportQuery.omit({ columns: true, page: true, export: true });

/** What to hand over, and for which product. */
export const handoverQuery = exportSources.extend({
  preset: z.enum(handoverPresets),
  /** Only what came into Opportunities since they were handed over for this product; `tag` is `opportunities`. */
  since_last: booleanParameter,
});

const handoverFileSchema = z.object({ header: z.string(), rows: count, csv: z.string() });

/**
 * The files of a hand-over: their headers, and their rows as CSV. `up_to` is where the ledger was if these are the
 * Opportunities, for `recordExport`; otherwise 0.
 */
export const handoverSchema = z.object({
  total: count,
  up_to: count,
  files: z.object({ companies: handoverFileSchema, people: handoverFileSchema, notes: handoverFileSchema }),
});

const exportNoteShape = {
  /** Chosen by who exports, so that sending it twice keeps it once. */
  id: z.uuid().toLowerCase(),
  what: z.string().min(1).max(500),
  preset: z.enum(['', ...handoverPresets]),
  columns: z.array(z.string().max(200)).max(100),
  rows: count,
};

/** An export or a hand-over that is finished. */
export const exportNoteBody = z.object({ ...exportNoteShape, up_to: count });

/**
 * The user's exports, newest first; how many Opportunities there are; and for each product when they were handed over
 * last (`''` if never), and how many came since.
 */
export const exportHistorySchema = z.object({
  results: z.array(z.object({ ...exportNoteShape, at: z.string() })),
  opportunities: count,
  handovers: z.array(z.object({ preset: z.enum(handoverPresets), at: z.string(), since: count })),
});
export type ExportHistoryRecord = z.infer<typeof exportHistorySchema>;

/** Most companies that a report names. */
export const maxReported = 1000;

/** What to report on: one source, or otherwise the filters of a search (product 15.4). */
export const reportQuery = z.object({
  company_id: idSchema.optional(),
  user_smart_list_id: idSchema.optional(),
  collection_id: idSchema.optional(),
  n_companies: wholeNumber(z.number().int().min(0).max(maxReported).default(50)),
  /** Of a list or a search: only companies in the user's Watchlist and Opportunities. */
  kept: booleanParameter,
  /** With what the user has decided and written about each company that is named. */
  remarks: booleanParameter,
  ...filterQueryShape,
});

export const createSmartListBody = z.object({
  name: smartListNameSchema,
  filters: filterSetSchema,
  feedback: feedbackSchema.optional(),
  /** False: only companies of later digests; true (the default): the best 1,000 matches at once (docs/api.md). */
  fill: z.boolean().default(true),
});

export const updateSmartListBody = z.object({
  name: smartListNameSchema.optional(),
  filters: filterSetSchema.optional(),
  feedback: feedbackSchema.optional(),
  /** Whether it also shows companies that were decided before they came into it. */
  shows_decided: z.boolean().optional(),
});

/** What imports did, newest first: counts of companies, and for the user how many of the changed ones they watch. */
export const importsSchema = z.object({
  results: z.array(
    z.object({
      id: z.number().int().positive(),
      at: z.string(),
      files: z.array(z.string()),
      added: z.number().int().nonnegative(),
      updated: z.number().int().nonnegative(),
      same: z.number().int().nonnegative(),
      repeated: z.number().int().nonnegative(),
      changed: changeCountsSchema,
      watchlist: z.number().int().nonnegative(),
      /** How many of the user's companies that were put off are back by it, by what they were put off for. */
      back: backCountsSchema.optional(),
      lists: z.array(z.object({ id: z.number().int().positive(), name: z.string(), now_match: z.number().int() })),
    }),
  ),
});

/** The companies that are asked about, if any. */
export const importChangesQuery = z.object({ company_ids: idsInQuery.optional() });

/** The newest import (0 for none), whether it has changed any company, and how it has changed those asked about. */
export const importChangesSchema = z.object({
  import: z.number().int().nonnegative(),
  has_changes: z.boolean(),
  results: z.array(companyChangeSchema),
});

/** A smart list's `arrival` when the user came to it: what had come by then is not new any more once they have left. */
export const leaveSmartListBody = z.object({ arrival: z.number().int().nonnegative() });

/**
 * A smart list with how many companies were just added to it, and how many it left out: those decided before, and those
 * that are known.
 */
export const filledListSchema = smartListSchema.extend({
  added: count.default(0),
  left_out: count.default(0),
  known: count.default(0),
});

/** Why the company of an entry is in its list: the id of a reason, 0 for none. */
export const reasonBody = z.object({ reason: z.number().int().min(0).max(mostReasons) });

/** The text of a note; its limit is checked by the handler, which says how long it is. */
export const noteBody = z.object({
  text: z.string(),
  /** Whether the whole team reads it; without it, that stays as it was. */
  for_team: z.boolean().optional(),
});

/** Other filters for a smart list, to be looked at before they are saved. */
export const smartListEditBody = z.object({ filters: filterSetSchema });

/**
 * What other filters would do to a smart list: how many undecided companies would be dropped, how many of them have
 * been in Watchlist or Opportunities, how many matches would be added, how many would be left out because they were
 * decided before or are known, and how many decided companies stay.
 */
export const smartListEditSchema = z.object({
  dropped: count,
  dropped_kept: count,
  added: count,
  left_out: count.default(0),
  known: count.default(0),
  decided: count,
});
export type SmartListEdit = z.infer<typeof smartListEditSchema>;

export const createCollectionBody = z.object({
  name: collectionNameSchema,
  description: collectionDescriptionSchema.default(''),
});

export const updateCollectionBody = z.object({
  name: collectionNameSchema.optional(),
  description: collectionDescriptionSchema.optional(),
});

/** Most ids in one call (docs/api.md 1). */
export const maxIdsPerCall = 500;

export const collectionItemBody = z.object({ collection: idSchema, company_id: idSchema });
export const collectionItemsBody = z.object({
  collection_id: idSchema,
  company_ids: z.array(idSchema).min(1).max(maxIdsPerCall),
});

export const companyInsightBody = z.object({
  company_id: idSchema,
  type: z.string().default('sector'),
  n_companies: wholeNumber(z.number().int().min(1).max(500).default(50)),
});

/** Sector data for type `sector`, otherwise similar companies (product 7). */
export const companyInsightSchema = z.union([
  z.object({ sector_data: sectorDataSchema }),
  z.object({ similar_companies: z.array(companySchema) }),
]);
export type CompanyInsight = z.infer<typeof companyInsightSchema>;

export const signUpBody = z.object({
  user_email: z.string().max(320),
  account_id: z.string().max(200),
  feedback: feedbackSchema,
  filters: filterSetSchema,
});

/** The companies of a server and its running or last job, without what is its machine's own (docs/api.md 8). */
export const serverWorkspaceSchema = workspaceStatusSchema.omit({ folder: true, copies: true });

/** Whether two companies are two. */
export const apartBody = companyPairSchema.extend({ is_apart: z.boolean() });
export const apartSchema = z.object({ is_apart: z.boolean() });

/** The largest file that a server takes, in bytes. */
export const largestSentFile = 2_000_000_000;

/** What a user calls a file: a name, never a path. */
const fileName = z
  .string()
  .min(1)
  .max(255)
  .refine(
    (name) => !/[/\\\p{Cc}]/u.test(name) && !/^\.+$/.test(name) && name.isWellFormed(),
    'This is not a file name.',
  );

/** The name of a file that is sent, and when it was changed last, which says of which day its values are. */
export const sentFileQuery = z.object({ name: fileName, changed: z.iso.datetime().optional() });

/** A file of known companies that a server keeps for its sender until it is imported, for an hour at most. */
export const sentKnownSchema = z.object({ token: z.string().max(60) });

export const knownSourcesSchema = z.object({ results: z.array(knownSourceSchema) });
export const knownRowsQuery = pageQuery.extend({ part: z.enum(knownParts).default('to_choose') });

const sheetNames = z.array(z.string().max(100)).max(1000);
const sentToken = z.string().max(60);
const previews = z.array(importPreviewSchema.omit({ token: true }));

/** A file that a server keeps for its sender until it is imported, for an hour at most, and how it would be read. */
export const sentFileSchema = z.object({ token: sentToken, previews });

/** Which sheets are looked at, and how the first rows are to be read as companies, where these are asked for. */
export const inspectFileBody = z.object({
  token: sentToken,
  sheets: sheetNames.default([]),
  reading: fileReadingSchema.optional(),
});
export const inspectedFileSchema = z.object({ previews });

/**
 * Files that were sent, with corrections to their columns, the sheets to read, the day that their values are of and
 * dollar rates of other currencies; a
 * file may be named several times with other sheets; and what the user says of rows that may be companies that are
 * here. `dry_run` only counts.
 */
export const importFilesBody = z.object({
  files: z
    .array(
      z.object({
        token: sentToken,
        mapping: columnMappingSchema.default({}),
        sheets: sheetNames.optional(),
        day: z.iso.date().optional(),
        rates: ratesSchema.optional(),
      }),
    )
    .min(1)
    .max(100),
  likely: likelyChoicesSchema.optional(),
  dry_run: z.boolean().default(false),
});
