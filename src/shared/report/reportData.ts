import { z } from 'zod';
import { companySchema } from '../domain/companySchema.ts';
import { listNameSchema } from '../domain/listName.ts';
import { filtersToQuery } from '../domain/filterQuery.ts';
import { filterSetSchema } from '../domain/filters.ts';
import { sectorDataSchema } from '../domain/sector.ts';
import { assertNever } from '../errors.ts';
import { counted, formatCount, formatDay } from '../domain/formats.ts';

const count = z.number().int().nonnegative();

/**
 * What the user has decided and written about a company of a report: the list that it is in (None if undecided), since
 * when (ISO 8601), why, and the notes, newest first.
 */
export const reportRemarkSchema = z.object({
  companyId: z.number().int().positive(),
  list: listNameSchema,
  decidedAt: z.string(),
  reason: z.string(),
  notes: z.array(z.object({ createdAt: z.string(), text: z.string() })),
});
export type ReportRemark = z.infer<typeof reportRemarkSchema>;

/**
 * The data of a sector report. `query` says in English which companies it counts; `week` and `date` (its Monday,
 * `YYYY-MM-DD`) are the newest digest; `scope` is the part in brackets in its file's name (product 9), in words;
 * `companies` are the best of those counted, those first that have the searched words in their name if `namesFirst`;
 * `company` is the one that the sector is applied to.
 */
export const sectorReportSchema = z.object({
  kind: z.enum(['company', 'smartList', 'collection', 'search']),
  query: z.string(),
  week: z.string(),
  date: z.string(),
  scope: z.object({ regions: z.array(z.string()), countries: z.array(z.string()), stages: z.array(z.string()) }),
  sector: sectorDataSchema,
  /** All companies in the workspace or on the server. */
  allCompanies: count,
  /** How many of those counted are invented samples; an older server has nothing to say of it. */
  sampleCompanies: count.default(0),
  /** How many of those counted the user has decided on, by list; an older server has nothing to say of it. */
  decided: z
    .object({ watchlist: count, opportunities: count, archive: count })
    .default({ watchlist: 0, opportunities: 0, archive: 0 }),
  company: companySchema.nullable(),
  companies: z.array(companySchema),
  /** Whether a searched text comes before the score; an older server has nothing to say of it. */
  namesFirst: z.boolean().default(false),
  /** About the companies named here, where that was asked for; only of those that there is something to say of. */
  remarks: z.array(reportRemarkSchema).default([]),
});
export type SectorReport = z.infer<typeof sectorReportSchema>;

/** The title of a report, which its file name begins with (product 9). */
export function reportTitle({ sector: { sector } }: Pick<SectorReport, 'sector'>): string {
  return `Sector Report on ${sector}`;
}

/** Region, country and stages of a report, as in the brackets of its file's name; empty if none narrows it. */
export function scopeText({ scope: { regions, countries, stages } }: Pick<SectorReport, 'scope'>): string {
  return [...regions, ...countries, ...stages].join(', ');
}

/** How many of the companies that a report counts are invented; `''` if none is. */
export function samplesText({
  sampleCompanies: samples,
  sector: { figures },
}: Pick<SectorReport, 'sampleCompanies' | 'sector'>): string {
  if (samples === 0) return '';
  if (samples >= figures.companies) return 'All companies in this report are invented samples.';
  return `Of these, ${counted(samples, 'is an invented sample', 'are invented samples')}.`;
}

/** What the user has decided on a report's companies: `12 in Watchlist, 80 in Archive`; `''` if nothing. */
export function decidedText({ decided }: Pick<SectorReport, 'decided'>): string {
  const parts = [
    [decided.watchlist, 'Watchlist'],
    [decided.opportunities, 'Opportunities'],
    [decided.archive, 'Archive'],
  ] as const;
  return parts
    .filter(([companies]) => companies > 0)
    .map(([companies, list]) => `${formatCount(companies)} in ${list}`)
    .join(', ');
}

/** What a user has decided about a company, in one line: `Watchlist since 3 Nov 2026 · Team`; `''` if nothing. */
export function remarkText({ list, decidedAt, reason }: Omit<ReportRemark, 'companyId' | 'notes'>): string {
  if (list === 'None') return '';
  return `${list} since ${formatDay(decidedAt)}${reason === '' ? '' : ` · ${reason}`}`;
}

/** A company's name, or a stand-in if it has none. */
export function nameOf(name: string): string {
  return name.trim() === '' ? 'this company' : name.trim();
}

/** File name without extension: “Sector Report on FinTech (Europe, Germany, Seed)” (product 9). */
export function reportFileName(report: Pick<SectorReport, 'sector' | 'scope'>): string {
  const scope = scopeText(report);
  return scope === '' ? reportTitle(report) : `${reportTitle(report)} (${scope})`;
}

const id = z.number().int().positive();
/** Only companies in the user's Watchlist and Opportunities. */
const kept = z.boolean().default(false);
/** With what the user has decided and written about each company; without it, as reports are handed around. */
const remarks = z.boolean().optional();

/** What a report is about (product 15.4): the sector of a company, or the companies of a list or of a search. */
export const reportSubjectSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('company'), id, remarks }),
  z.strictObject({ kind: z.literal('smartList'), id, kept, remarks }),
  z.strictObject({ kind: z.literal('collection'), id, kept, remarks }),
  z.strictObject({ kind: z.literal('search'), filters: filterSetSchema, kept, remarks }),
]);
export type ReportSubject = z.infer<typeof reportSubjectSchema>;

/** A subject as the query of `getSectorReport`. */
export function subjectQuery(subject: ReportSubject): Record<string, string | number> {
  switch (subject.kind) {
    case 'company':
      return { company_id: subject.id, ...optionsOf(subject) };
    case 'smartList':
      return { user_smart_list_id: subject.id, ...optionsOf(subject) };
    case 'collection':
      return { collection_id: subject.id, ...optionsOf(subject) };
    case 'search':
      return { ...filtersToQuery(subject.filters), ...optionsOf(subject) };
    default:
      return assertNever(subject);
  }
}

/** What a report has besides its subject, as parameters. */
export function optionsOf(subject: ReportSubject): { readonly kept?: 'true'; readonly remarks?: 'true' } {
  return {
    ...(subject.kind !== 'company' && subject.kept ? { kept: 'true' } : {}),
    ...(subject.remarks === true ? { remarks: 'true' } : {}),
  };
}
