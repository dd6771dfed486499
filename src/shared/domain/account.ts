import { z } from 'zod';
import { isAtLeast, roleSchema, type Role } from './team.ts';

/** The add-on that exporting needs, by the code in `Config.addons.export`. */
export const exportAddon = 'export';

/** Tabs of the profile, on the provider's page and in the app's menu (product 2). */
export const profileTabs = ['profile', 'account', 'team', 'plan', 'billing'] as const;
export type ProfileTab = (typeof profileTabs)[number];

/** What `GET /api/users/me/` returns (product 3: `is_staff`; the rest are additions for the profile page). */
export const userSchema = z.object({
  id: z.number().int().positive(),
  email: z.string(),
  name: z.string(),
  is_staff: z.boolean(),
  // Other servers may not send it.
  role: roleSchema.optional(),
  addons: z.array(z.string()),
});
export type User = z.infer<typeof userSchema>;

/**
 * Whether a user may import into the companies of a server, take an import back and release its digests (docs/api.md
 * 8). The server and the app both ask here and nowhere else.
 */
export function mayManageCompanies(user: Pick<User, 'is_staff' | 'role'>): boolean {
  return isAtLeast(roleOf(user), 'lead');
}

/** What a user may do; a server that does not say so has staff and others. */
export function roleOf({ is_staff: isStaff, role }: Pick<User, 'is_staff' | 'role'>): Role {
  return role ?? (isStaff ? 'staff' : 'analyst');
}

/**
 * What the app reads first (product 3 `Config`). `domain` is the membership provider's origin, or `''` in a local
 * workspace; `addons.export` is the code of the add-on that export needs.
 */
export const configSchema = z.object({
  allowExperiments: z.boolean(),
  domain: z.string(),
  planUid: z.string(),
  authenticationCallbackUrl: z.string(),
  addons: z.record(z.string(), z.string()),
});
export type Config = z.infer<typeof configSchema>;

/**
 * The state of the data: the newest released digest and how many companies are released. What counts as new was found
 * in `new_week`: the newest released week in which any company was, `''` if there is none. `today` is the server's day
 * (`YYYY-MM-DD`), from which windows of days count, and it ends in `today_ends_in` milliseconds; older servers send
 * none of these.
 */
export const digestStatusSchema = z.object({
  week: z.string(),
  date: z.string(),
  new_week: z.string().optional(),
  companies: z.number().int().nonnegative(),
  refreshed: z.string(),
  today: z.string().optional(),
  today_ends_in: z.number().nonnegative().optional(),
});
