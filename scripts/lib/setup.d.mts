/** Whether a command needs a shell on that system, this one by default. */
export function needsShell(command: string, platform?: NodeJS.Platform): boolean;
