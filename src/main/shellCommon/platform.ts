import type { ShellInfo } from '#shared/bridge/contract.ts';

/** The system as the renderer knows it; any other Unix is like Linux. */
export function platformName(platform: NodeJS.Platform): ShellInfo['platform'] {
  if (platform === 'darwin') return 'mac';
  return platform === 'win32' ? 'windows' : 'linux';
}
