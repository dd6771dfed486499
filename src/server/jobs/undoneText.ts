import type { Forgotten } from '../store/upkeep.ts';

/** What taking an import back has done, for the user. */
export function undoneText(batch: { readonly added: number; readonly replaced: number }, gone: Forgotten): string {
  const taken = `${counted(batch.added, 'company was', 'companies were')} taken out`;
  const restored = batch.replaced === 0 ? '' : `, ${counted(batch.replaced, 'is', 'are')} as before the import`;
  const entries = gone.entries === 0 ? '' : ` ${counted(gone.entries, 'inbox entry', 'inbox entries')} went with them`;
  const decided = gone.entries === 0 ? '' : `, ${counted(gone.decided, 'of them decided', 'of them decided')}.`;
  const items = gone.items === 0 ? '' : ` ${counted(gone.items, 'collection item', 'collection items')} went too.`;
  return `${taken}${restored}.${entries}${decided}${items}`;
}

function counted(count: number, one: string, many: string): string {
  return `${String(count)} ${count === 1 ? one : many}`;
}
