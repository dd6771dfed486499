import type { SessionState } from '#shared/bridge/session.ts';
import { exportAddon } from '#shared/domain/account.ts';

/** Why the user cannot export, naming the add-on that is missing (product 6, 17.3); `''` if they can. */
export function whyNoExport({ user, config }: Pick<SessionState, 'user' | 'config'>): string {
  const addon = config?.addons['export'] ?? exportAddon;
  if (user?.addons.includes(addon) === true) return '';
  return `Export needs the add-on “${addon}”, which is not part of your plan.`;
}
