/**
 * Every command of Winnow in one table (product 13). The palette, menus, tooltips, the `?` sheet and Settings read it;
 * each screen registers what a command does there. Keys are written `j`, `Shift+f`, `Mod+k` (⌘ on a Mac, Ctrl
 * elsewhere), `ArrowDown`, `g d` (first g, then d).
 */

export const commandGroups = ['Go to', 'Move in a list', 'Decide', 'Company', 'List', 'Winnow'] as const;
type CommandGroup = (typeof commandGroups)[number];

/** Where a command makes sense. The help shows it; whether the command runs depends on whether a screen handles it. */
type CommandPlace = 'anywhere' | 'list' | 'company';

/**
 * One command. `repeats`: holding the key down runs it again and again. `opensDialog`: whatever is typed next is meant
 * for the dialog, even just before it opens. `asks`: the next key answers what it asks, about the last decision or the
 * current row. `everywhere`: its key works wherever nothing is typed, if it is no letter. The keys of the group Decide
 * work only where keys decide (product 14.4).
 */
export interface Command {
  readonly id: string;
  readonly title: string;
  readonly group: CommandGroup;
  readonly keys: readonly string[];
  readonly where: CommandPlace;
  readonly repeats?: true;
  readonly opensDialog?: true;
  readonly asks?: 'decision' | 'row';
  readonly everywhere?: true;
  /** It is about colleagues, and there is nothing of it without a team. */
  readonly needsTeam?: true;
}

export const commands = [
  { id: 'go.dashboard', title: 'Dashboard', group: 'Go to', keys: ['g d'], where: 'anywhere' },
  { id: 'go.search', title: 'Search results', group: 'Go to', keys: ['g s'], where: 'anywhere' },
  { id: 'go.inbox', title: 'Inbox with the most to review', group: 'Go to', keys: ['g i'], where: 'anywhere' },
  { id: 'go.watchlist', title: 'Watchlist', group: 'Go to', keys: ['g w'], where: 'anywhere' },
  { id: 'go.opportunities', title: 'Opportunities', group: 'Go to', keys: ['g o'], where: 'anywhere' },
  { id: 'go.archive', title: 'Archive', group: 'Go to', keys: ['g a'], where: 'anywhere' },
  { id: 'go.oldest', title: 'Watchlist, oldest decision first', group: 'Go to', keys: [], where: 'anywhere' },
  { id: 'go.later', title: 'Later', group: 'Go to', keys: ['g l'], where: 'anywhere' },
  { id: 'go.mine', title: 'Mine', group: 'Go to', keys: ['g m'], where: 'anywhere', needsTeam: true },
  { id: 'go.collections', title: 'Collections', group: 'Go to', keys: ['g c'], where: 'anywhere' },
  { id: 'go.reports', title: 'Reports', group: 'Go to', keys: ['g r'], where: 'anywhere' },
  { id: 'go.workspace', title: 'Workspace', group: 'Go to', keys: [], where: 'anywhere' },
  { id: 'go.team', title: 'Team', group: 'Go to', keys: [], where: 'anywhere' },
  { id: 'go.settings', title: 'Settings', group: 'Go to', keys: ['Mod+,'], where: 'anywhere' },
  { id: 'go.help', title: 'Help', group: 'Go to', keys: ['F1'], where: 'anywhere' },
  { id: 'go.back', title: 'Back', group: 'Go to', keys: ['Escape', 'u'], where: 'anywhere' },

  { id: 'list.next', title: 'Next', group: 'Move in a list', keys: ['j', 'ArrowDown'], where: 'list', repeats: true },
  {
    id: 'list.previous',
    title: 'Previous',
    group: 'Move in a list',
    keys: ['k', 'ArrowUp'],
    where: 'list',
    repeats: true,
  },
  { id: 'list.first', title: 'First', group: 'Move in a list', keys: ['Home'], where: 'list' },
  { id: 'list.last', title: 'End of list', group: 'Move in a list', keys: ['End'], where: 'list' },
  {
    id: 'list.pageDown',
    title: 'Page down',
    group: 'Move in a list',
    keys: ['PageDown'],
    where: 'list',
    repeats: true,
  },
  { id: 'list.pageUp', title: 'Page up', group: 'Move in a list', keys: ['PageUp'], where: 'list', repeats: true },
  { id: 'list.open', title: 'Open company', group: 'Move in a list', keys: ['Enter'], where: 'list' },
  { id: 'list.nextInbox', title: 'Next inbox', group: 'Move in a list', keys: ['Shift+j', 'Tab'], where: 'list' },
  {
    id: 'list.previousInbox',
    title: 'Previous inbox',
    group: 'Move in a list',
    keys: ['Shift+k', 'Shift+Tab'],
    where: 'list',
  },
  { id: 'list.select', title: 'Select', group: 'Move in a list', keys: ['x'], where: 'list' },
  {
    id: 'list.extendDown',
    title: 'Extend selection down',
    group: 'Move in a list',
    keys: ['Shift+ArrowDown'],
    where: 'list',
    repeats: true,
  },
  {
    id: 'list.extendUp',
    title: 'Extend selection up',
    group: 'Move in a list',
    keys: ['Shift+ArrowUp'],
    where: 'list',
    repeats: true,
  },
  { id: 'list.selectAll', title: 'Select all matches', group: 'Move in a list', keys: ['Mod+a'], where: 'list' },
  {
    id: 'list.menu',
    title: 'Menu of the row',
    group: 'Move in a list',
    keys: ['ContextMenu', 'Shift+F10'],
    where: 'list',
  },

  {
    id: 'triage.watchlist',
    title: 'Move to Watchlist',
    group: 'Decide',
    keys: ['w', '1'],
    where: 'anywhere',
    repeats: true,
  },
  {
    id: 'triage.opportunities',
    title: 'Move to Opportunities',
    group: 'Decide',
    keys: ['o', '2'],
    where: 'anywhere',
    repeats: true,
  },
  {
    id: 'triage.archive',
    title: 'Move to Archive',
    group: 'Decide',
    keys: ['e', '3'],
    where: 'anywhere',
    repeats: true,
  },
  {
    id: 'triage.none',
    title: 'Back to undecided',
    group: 'Decide',
    keys: ['0', 'Backspace'],
    where: 'anywhere',
    repeats: true,
  },
  { id: 'triage.undo', title: 'Undo', group: 'Decide', keys: ['z', 'Mod+z'], where: 'anywhere', repeats: true },
  { id: 'triage.later', title: 'Put off until …', group: 'Decide', keys: ['h'], where: 'anywhere', asks: 'row' },
  {
    id: 'triage.reason',
    title: 'Reason for the last decision …',
    group: 'Decide',
    keys: ['r'],
    where: 'anywhere',
    asks: 'decision',
  },
  {
    id: 'triage.keepTheirs',
    title: 'Keep what a colleague has decided first',
    group: 'Decide',
    keys: ['Shift+t'],
    where: 'anywhere',
    needsTeam: true,
  },
  {
    id: 'triage.insist',
    title: 'Decide otherwise than a colleague',
    group: 'Decide',
    keys: ['Shift+y'],
    where: 'anywhere',
    needsTeam: true,
  },

  {
    id: 'company.collect',
    title: 'Add to collection',
    group: 'Company',
    keys: ['c'],
    where: 'company',
    opensDialog: true,
  },
  { id: 'company.note', title: 'Write a note', group: 'Company', keys: ['m'], where: 'company', opensDialog: true },
  {
    id: 'company.assign',
    title: 'Assign to a colleague',
    group: 'Company',
    keys: ['a'],
    where: 'company',
    opensDialog: true,
    needsTeam: true,
  },
  {
    id: 'company.done',
    title: 'Done with what was assigned',
    group: 'Company',
    keys: ['d'],
    where: 'company',
    needsTeam: true,
  },
  {
    id: 'note.forTeam',
    title: 'In a note: for the team, or private',
    group: 'Company',
    keys: ['Mod+.'],
    where: 'company',
    needsTeam: true,
  },
  { id: 'company.website', title: 'Open website', group: 'Company', keys: ['v'], where: 'company' },
  { id: 'company.linkedin', title: 'Open LinkedIn', group: 'Company', keys: ['l'], where: 'company' },
  { id: 'company.similar', title: 'Similar companies', group: 'Company', keys: ['s'], where: 'company' },
  { id: 'company.text', title: 'Next description', group: 'Company', keys: ['t'], where: 'company' },
  {
    id: 'company.ownWindow',
    title: 'Open in its own window',
    group: 'Company',
    keys: ['Shift+Enter'],
    where: 'company',
  },
  { id: 'company.report', title: 'Sector report', group: 'Company', keys: [], where: 'company' },
  {
    id: 'company.merge',
    title: 'Merge two companies',
    group: 'Company',
    keys: ['Shift+m'],
    where: 'list',
    opensDialog: true,
  },
  { id: 'company.copy', title: 'Copy rows', group: 'Company', keys: ['y'], where: 'company' },
  { id: 'company.copyName', title: 'Copy name', group: 'Company', keys: [], where: 'company' },
  { id: 'company.copyLink', title: 'Copy link', group: 'Company', keys: [], where: 'company' },
  { id: 'company.copyCsv', title: 'Copy as CSV', group: 'Company', keys: [], where: 'company' },
  { id: 'company.copyMarkdown', title: 'Copy as Markdown', group: 'Company', keys: [], where: 'company' },

  { id: 'list.readingPane', title: 'Reading pane', group: 'List', keys: ['Space'], where: 'list' },
  { id: 'list.paneSide', title: 'Reading pane right or bottom', group: 'List', keys: ['Shift+Space'], where: 'list' },
  { id: 'list.filters', title: 'Filters', group: 'List', keys: ['f'], where: 'list' },
  { id: 'list.onlyValue', title: 'Only this value …', group: 'List', keys: ['='], where: 'list', opensDialog: true },
  {
    id: 'list.withoutValue',
    title: 'Without this value …',
    group: 'List',
    keys: ['-'],
    where: 'list',
    opensDialog: true,
  },
  { id: 'list.onlyNew', title: 'Only new, or all', group: 'List', keys: ['Shift+n'], where: 'list' },
  { id: 'list.deal', title: 'Deal me 25 companies, or show all', group: 'List', keys: ['Shift+d'], where: 'list' },
  { id: 'list.share', title: 'Share this list', group: 'List', keys: [], where: 'list' },
  { id: 'list.decidedBefore', title: 'Show companies decided before', group: 'List', keys: [], where: 'list' },
  { id: 'list.sort', title: 'Sort', group: 'List', keys: ['Shift+s'], where: 'list', opensDialog: true },
  { id: 'list.focusMode', title: 'Focus mode', group: 'List', keys: ['Shift+f'], where: 'list' },
  { id: 'list.export', title: 'Export CSV', group: 'List', keys: ['Mod+e'], where: 'list' },
  { id: 'list.exportVisible', title: 'Export visible columns as CSV', group: 'List', keys: [], where: 'list' },
  {
    id: 'list.exportColumns',
    title: 'Choose columns to export',
    group: 'List',
    keys: [],
    where: 'list',
    opensDialog: true,
  },
  { id: 'list.exportAffinity', title: 'Export for Affinity', group: 'List', keys: [], where: 'list' },
  { id: 'list.exportAttio', title: 'Export for Attio', group: 'List', keys: [], where: 'list' },
  { id: 'list.exportHubspot', title: 'Export for HubSpot', group: 'List', keys: [], where: 'list' },
  { id: 'list.report', title: 'Sector report for this list', group: 'List', keys: [], where: 'list' },
  {
    id: 'list.saveSmartList',
    title: 'Save as smart list',
    group: 'List',
    keys: ['Mod+s'],
    where: 'list',
    opensDialog: true,
  },
  { id: 'list.longerWords', title: 'Also find longer words', group: 'List', keys: ['*'], where: 'list' },
  {
    id: 'list.earlierFilters',
    title: 'Apply the filters of the last search',
    group: 'List',
    keys: ['p'],
    where: 'list',
  },
  { id: 'list.rename', title: 'Rename', group: 'List', keys: ['F2'], where: 'list', opensDialog: true },
  { id: 'list.delete', title: 'Delete list', group: 'List', keys: [], where: 'list' },
  { id: 'list.moveUp', title: 'Move list up', group: 'List', keys: [], where: 'list' },
  { id: 'list.moveDown', title: 'Move list down', group: 'List', keys: [], where: 'list' },
  { id: 'list.create', title: 'New collection', group: 'List', keys: ['n'], where: 'list', opensDialog: true },

  { id: 'app.search', title: 'Search', group: 'Winnow', keys: ['/'], where: 'anywhere', everywhere: true },
  {
    id: 'app.palette',
    title: 'Command palette',
    group: 'Winnow',
    keys: ['Mod+k'],
    where: 'anywhere',
    opensDialog: true,
  },
  {
    id: 'app.shortcuts',
    title: 'All shortcuts',
    group: 'Winnow',
    keys: ['?'],
    where: 'anywhere',
    opensDialog: true,
    everywhere: true,
  },
  { id: 'app.sidebar', title: 'Sidebar', group: 'Winnow', keys: ['['], where: 'anywhere', everywhere: true },
  { id: 'app.nextRegion', title: 'Next region', group: 'Winnow', keys: ['F6'], where: 'anywhere' },
  { id: 'app.previousRegion', title: 'Previous region', group: 'Winnow', keys: ['Shift+F6'], where: 'anywhere' },
  { id: 'app.theme', title: 'Switch theme', group: 'Winnow', keys: [], where: 'anywhere' },
  { id: 'app.refresh', title: 'Refresh now', group: 'Winnow', keys: [], where: 'anywhere' },
  { id: 'app.exports', title: 'Exports', group: 'Winnow', keys: [], where: 'anywhere', opensDialog: true },
  {
    id: 'app.handOver',
    title: 'Hand over Opportunities',
    group: 'Winnow',
    keys: [],
    where: 'anywhere',
    opensDialog: true,
  },
  { id: 'app.import', title: 'Import companies', group: 'Winnow', keys: [], where: 'anywhere' },
  { id: 'app.logout', title: 'Log out', group: 'Winnow', keys: [], where: 'anywhere' },
] as const satisfies readonly Command[];

export type CommandId = (typeof commands)[number]['id'];

const byId = new Map<string, Command>(commands.map((command) => [command.id, command]));

/** The command with this id. */
export function commandOf(id: CommandId): Command {
  const command = byId.get(id);
  if (command === undefined) throw new Error(`No command "${id}".`);
  return command;
}

/** Whether a text names a command, such as one sent by the application menu. */
export function isCommandId(id: string): id is CommandId {
  return byId.has(id);
}

/** What else people call a command: the palette finds it by these words, too. */
export const otherNames: Readonly<Partial<Record<CommandId, string>>> = {
  'go.dashboard': 'home overview start',
  'go.search': 'find companies all',
  'go.inbox': 'next list to review',
  'go.watchlist': 'bookmarks saved',
  'go.archive': 'rejected passed',
  'go.workspace': 'database backup storage data',
  'go.mine': 'go to mine assigned to me assignments tasks todo',
  'go.team': 'go to team people colleagues members roles audit conflicts',
  'go.settings': 'preferences options configuration',
  'go.help': 'manual documentation guide',
  'triage.watchlist': 'bookmark save follow',
  'triage.opportunities': 'shortlist star deal',
  'triage.archive': 'reject pass decline dismiss',
  'triage.none': 'undecide back inbox reset',
  'triage.undo': 'revert take back',
  'triage.reason': 'why because comment',
  'triage.later': 'snooze remind later postpone defer wait',
  'triage.keepTheirs': 'conflict agree',
  'triage.insist': 'conflict disagree override',
  'go.oldest': 'review revisit pass again',
  'go.later': 'snoozed waiting postponed reminders',
  'company.note': 'comment remark memo annotate',
  'company.assign': 'give hand over delegate colleague task ask',
  'company.done': 'finish complete assignment',
  'company.website': 'homepage browser',
  'company.copy': 'clipboard spreadsheet',
  'list.filters': 'narrow facets',
  'list.export': 'download save spreadsheet excel',
  'list.readingPane': 'preview details side',
  'list.report': 'pdf print sector',
  'app.shortcuts': 'keys keyboard hotkeys',
  'app.theme': 'appearance colours mode',
  'app.refresh': 'update week digest sync synchronise new companies',
  'app.import': 'upload csv excel file crunchbase',
  'app.logout': 'sign out',
  'app.exports': 'downloads history hand-overs',
  'app.handOver': 'crm affinity attio hubspot export new deals',
  'list.exportColumns': 'csv download founders collections why it matched',
  'list.exportAffinity': 'crm hand over',
  'list.exportAttio': 'crm hand over',
  'list.exportHubspot': 'crm hand over',
  'list.onlyValue': 'filter same stage country industry like this',
  'list.withoutValue': 'filter exclude not stage country industry',
  'list.moveUp': 'reorder sidebar order',
  'list.moveDown': 'reorder sidebar order',
  'list.onlyNew': 'unread fresh this week',
  'list.decidedBefore': 'hide left out already seen',
  'list.deal': 'hand my share lease next',
  'list.share': 'team colleagues members together',
  'list.saveSmartList': 'keep search as smart list alert',
};
