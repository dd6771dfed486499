import { z } from 'zod';

/** Where the reports opened last are kept: prefixed with the product's name (product 9). */
const storageKey = 'winnow.recentReports';

/** Reports that are remembered. */
const most = 8;

const recentSchema = z.object({ path: z.string(), title: z.string(), query: z.string(), at: z.string() });
const keptSchema = z.object({ account: z.string(), reports: z.array(recentSchema) });

/** A report that was opened: its route, title and query, and when (ISO 8601). */
export type RecentReport = z.infer<typeof recentSchema>;

/** The reports an account has opened, the last one first; another account's are none of its business. */
export function readRecentReports(account: string): readonly RecentReport[] {
  try {
    const kept = keptSchema.safeParse(JSON.parse(localStorage.getItem(storageKey) ?? 'null'));
    return kept.success && kept.data.account === account ? kept.data.reports : [];
  } catch {
    return [];
  }
}

/** Forgets them all: on logout. */
export function clearRecentReports(): void {
  localStorage.removeItem(storageKey);
}

/** Remembers a report. Storage that is full or forbidden loses nothing but this convenience. */
export function rememberReport(account: string, report: RecentReport): void {
  const others = readRecentReports(account).filter(({ path }) => path !== report.path);
  try {
    localStorage.setItem(storageKey, JSON.stringify({ account, reports: [report, ...others].slice(0, most) }));
  } catch {
    localStorage.removeItem(storageKey);
  }
}
