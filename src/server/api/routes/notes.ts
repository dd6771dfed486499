import type { Company } from '#shared/domain/company.ts';
import { noteProblem, noteText, type Notes } from '#shared/domain/notes.ts';
import { AppError, assertNever } from '#shared/errors.ts';
import { identityOf } from '../../lists/entrySeeds.ts';
import type { NoteAudience, NoteOutcome } from '../../state/port.ts';
import { found, notFound } from '../http/answers.ts';
import { idempotencyOf, keyReused } from './idempotency.ts';
import type { Guards, Handlers, SignedInContext } from './handler.ts';
import { namedBy, peopleOf } from './team.ts';

type NoteCalls = 'listNotes' | 'listNotedCompanies' | 'writeNote' | 'deleteNote';

/** What the user writes about companies. */
export const noteHandlers: Pick<Handlers, NoteCalls> = {
  async listNotes({ params }, context) {
    return notesOf((await shownAs(params.id, context)).id, context);
  },

  async listNotedCompanies(_, { deps, user }) {
    return { company_ids: await deps.state.notes.companyIds(user.id, true) };
  },

  async writeNote({ params: { id, note_id: noteId }, body }, context) {
    const text = noteText(body.text);
    const problem = noteProblem(text);
    if (problem !== '') throw new AppError('unprocessable', problem, { fields: { text: problem } });
    const named = body.for_team === false ? [] : await namedBy(text, context);
    const note = { id: noteId, text, named, ...(body.for_team === undefined ? {} : { isForTeam: body.for_team }) };
    return notesOf(await write(id, note, context), context);
  },

  async deleteNote({ params: { id, note_id: noteId } }, context) {
    await write(id, { id: noteId, text: '' }, context);
    return null;
  },
};

const anyCompany = async (id: number, context: SignedInContext): Promise<void> => {
  await shownAs(id, context);
};

export const noteGuards: Pick<Guards, NoteCalls> = {
  listNotes: anyCompany,
  writeNote: anyCompany,
  deleteNote: anyCompany,
};

/** Returns the company that the note is shown with. */
async function write(
  id: number,
  note: { id: string; text: string } & NoteAudience,
  context: SignedInContext,
): Promise<number> {
  const { deps, user, headers } = context;
  const company = await shownAs(id, context);
  const companyId = company.id;
  const idempotency = idempotencyOf(headers, `${id} note ${note.id} ${audienceOf(note)}${note.text}`);
  const outcome: NoteOutcome = await deps.state.notes.write(
    user.id,
    companyId,
    note,
    deps.now().toISOString(),
    idempotency,
    identityOf(company),
  );
  switch (outcome.kind) {
    case 'done':
    case 'repeated':
      return companyId;
    case 'missing':
      throw notFound('note');
    case 'key_reused':
      throw keyReused();
    default:
      return assertNever(outcome);
  }
}

/** What a key means besides the text; one without a word about who reads the note means what it always has. */
function audienceOf({ isForTeam }: NoteAudience): string {
  return isForTeam === undefined ? '' : isForTeam ? 'for the team ' : 'for me ';
}

async function notesOf(companyId: number, context: SignedInContext): Promise<Notes> {
  const { deps, user } = context;
  const people = await peopleOf(context);
  const notes = await deps.state.notes.ofCompany(user.id, companyId);
  return {
    results: notes.map(({ id, text, createdAt, changedAt, history, userId, isForTeam }) => ({
      id,
      text,
      created_at: createdAt,
      changed_at: changedAt,
      history: [...history],
      author: userId === user.id ? null : people(userId),
      for_team: isForTeam,
    })),
  };
}

/**
 * A company, or the one that it was merged into: a note may be sent long after it was written. Throws if there is
 * neither.
 */
async function shownAs(id: number, { deps }: SignedInContext): Promise<Company> {
  const company = await deps.companies.get(id);
  if (company !== undefined) return company;
  const merges = new Map((await deps.state.merges.notes()).map(({ gone, kept }) => [gone, kept]));
  const seen = new Set<number>();
  let at = merges.get(id);
  while (at !== undefined && merges.has(at) && !seen.has(at)) {
    seen.add(at);
    at = merges.get(at);
  }
  return found(at === undefined ? undefined : await deps.companies.get(at), 'company');
}
