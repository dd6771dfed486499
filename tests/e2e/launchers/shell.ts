/** For specs of what only the browser shell has: its own server, tabs, tampering with calls over HTTP. */
export const browserShellOnly = { tag: '@browserShell' } as const;

/** The shell that the specs drive: `npm run test:e2e -- --shell electron` sets it; the browser shell otherwise. */
export function shellName(): 'browser' | 'electron' | 'standin' {
  const name = process.env['WINNOW_E2E_SHELL'];
  return name === 'electron' || name === 'standin' ? name : 'browser';
}
