/** The tabs of the profile menu (product 2). */
export const profileTabs = [
  { id: 'profile', label: 'Profile' },
  { id: 'account', label: 'Account' },
  { id: 'team', label: 'Team' },
  { id: 'plan', label: 'Plan' },
  { id: 'billing', label: 'Billing' },
] as const;
export type ProfileTab = (typeof profileTabs)[number]['id'];

/** Whether a part of a route names a tab. */
export function isProfileTab(value: string | undefined): value is ProfileTab {
  return profileTabs.some(({ id }) => id === value);
}
