/** For a spec of what only the browser shell has: its own server, tabs, calls over HTTP that are tampered with. */
export const browserShellOnly = { tag: '@browserShell' } as const;

/** Which shell the specs drive: `npm run test:e2e -- --shell electron` says so, the browser shell otherwise. */
export function shellName(): 'browser' | 'electron' | 'standin' {
  const name = process.env['WINNOW_E2E_SHELL'];
  return name === 'electron' || name === 'standin' ? name : 'browser';
}
