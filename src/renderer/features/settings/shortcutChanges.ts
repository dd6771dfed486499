import { commandOf, type Command, type CommandId } from '#shared/commands.ts';

/** What the user has changed: command id → its keys. */
export type Shortcuts = Readonly<Record<string, readonly string[]>>;

/** Gives a command one key and takes that key from the commands that had it. */
export function withKey(
  shortcuts: Shortcuts,
  id: CommandId,
  key: string,
  conflicts: readonly Command[],
): Record<string, string[]> {
  const changed = copyOf(shortcuts);
  for (const other of conflicts) {
    const keys = shortcuts[other.id] ?? other.keys;
    changed[other.id] = keys.filter((item) => item !== key && !item.startsWith(`${key} `));
  }
  changed[id] = [key];
  return withoutDefaults(changed);
}

/** Takes all keys from a command; it stays in the palette. */
export function withoutKeys(shortcuts: Shortcuts, id: CommandId): Record<string, string[]> {
  return withoutDefaults({ ...copyOf(shortcuts), [id]: [] });
}

function copyOf(shortcuts: Shortcuts): Record<string, string[]> {
  return Object.fromEntries(Object.entries(shortcuts).map(([id, keys]) => [id, [...keys]]));
}

/** What is the same as in the table need not be kept. */
function withoutDefaults(shortcuts: Record<string, string[]>): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(shortcuts).filter(([id, keys]) => commandOf(id as CommandId).keys.join('\n') !== keys.join('\n')),
  );
}
