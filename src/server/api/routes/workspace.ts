import { mayManageCompanies } from '#shared/domain/account.ts';
import type { Guard, Guards, Handlers } from './handler.ts';
import { refused } from './team.ts';

const leadsAndStaff: Guard = async (_id, { user }) => {
  if (mayManageCompanies({ is_staff: user.role === 'staff', role: user.role })) return;
  throw refused('Only leads and staff can see and change the companies of this server.');
};

export const workspaceHandlers: Pick<Handlers, WorkspaceCalls> = {
  getWorkspace: (_request, { deps }) => deps.team.status(),

  sendFile: ({ query: { name, changed }, body }, { deps, user }) =>
    deps.team.keep(user.id, { ...body, name, changed: changed === undefined ? null : new Date(changed) }),

  inspectFile: async ({ body: { token, sheets, reading } }, { deps, user }) => ({
    previews: await deps.team.inspect(user.id, token, sheets, reading),
  }),

  importFiles: ({ body: { files, dry_run: dryRun, likely } }, { deps, user }) =>
    deps.team.importFiles(user.id, files, { dryRun, likely }),

  listDuplicates: (_request, { deps }) => deps.team.duplicates(),
  previewMerge: ({ body: { ids } }, { deps }) => deps.team.previewMerge(ids),
  async setApart({ body: { ids, is_apart } }, { deps }) {
    await deps.team.setApart(ids, is_apart);
    return { is_apart };
  },
  mergeCompanies: ({ body: { ids, name } }, { deps, user }) => deps.team.merge(user.id, ids, name),
  undoImport: (_request, { deps, user }) => deps.team.undoImport(user.id),
  refreshWorkspace: (_request, { deps, user }) => deps.team.refresh(user.id),
  cancelJob: (_request, { deps, user }) => deps.team.cancel(user.id),
};

export const workspaceGuards = {
  getWorkspace: leadsAndStaff,
  sendFile: leadsAndStaff,
  inspectFile: leadsAndStaff,
  importFiles: leadsAndStaff,
  listDuplicates: leadsAndStaff,
  previewMerge: leadsAndStaff,
  setApart: leadsAndStaff,
  mergeCompanies: leadsAndStaff,
  undoImport: leadsAndStaff,
  refreshWorkspace: leadsAndStaff,
  cancelJob: leadsAndStaff,
} as const satisfies Guards;

/** Each of these calls has a guard. */
type WorkspaceCalls = keyof typeof workspaceGuards;
