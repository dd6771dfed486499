import { z } from 'zod';
import { formatCount } from './formats.ts';
import { personSchema } from './team.ts';

/** Most characters of a note. */
export const mostNoteCharacters = 2000;

/** The id of a note: whoever writes it chooses it, so that sending it twice makes one note. */
export const noteIdSchema = z.uuid().toLowerCase();

/** A note as it is kept: line ends are `\n`, with nothing blank around it. */
export function noteText(typed: string): string {
  return typed.replaceAll(/\r\n?/g, '\n').trim();
}

/** What is wrong with the text of a note, in a sentence; `''` if nothing is. */
export function noteProblem(text: string): string {
  if (text === '') return 'Write something, or delete the note.';
  if (text.length <= mostNoteCharacters) return '';
  return `A note has at most ${formatCount(mostNoteCharacters)} characters; this one has ${formatCount(text.length)}.`;
}

/** What was done to a note, for undo and toasts: `Wrote a note about Acme`. */
export function noteLabel(name: string, from: string, to: string): string {
  if (to === '') return `Deleted the note about ${name}`;
  return from === '' ? `Wrote a note about ${name}` : `Changed the note about ${name}`;
}

/**
 * A note about a company, with its earlier texts, newest first: `''` where it was deleted and restored later. Times are
 * ISO 8601 in UTC; `at` says when a text was written.
 */
export const noteSchema = z.object({
  id: z.string(),
  text: z.string(),
  created_at: z.string(),
  changed_at: z.string(),
  history: z.array(z.object({ at: z.string(), text: z.string() })),
  // Other servers may not send the rest.
  /** Whose it is; null for the user's own. */
  author: personSchema.nullable().default(null),
  for_team: z.boolean().default(false),
});
export type Note = z.infer<typeof noteSchema>;

/** All notes that the user has about a company, newest first. */
export const notesSchema = z.object({ results: z.array(noteSchema) });
export type Notes = z.infer<typeof notesSchema>;

/** The companies that somebody may read a note about. */
export const notedCompaniesSchema = z.object({ company_ids: z.array(z.number()) });
