import { useState, type ReactNode } from 'react';
import type { Company } from '#shared/domain/company.ts';
import { formatCount, formatDay, formatFullMoment } from '#shared/domain/formats.ts';
import { AppError } from '#shared/errors.ts';
import { useNotes, type ShownNote } from '../../data/notes.ts';
import { Keys } from '../../keyboard/Keys.tsx';
import { changeNote, useAskNote } from '../moves/NoteStrip.tsx';
import { useTriage } from '../moves/TriageProvider.tsx';
import details from './CompanyDetails.module.css';
import classes from './Notes.module.css';

/** How many notes are shown at first beside a list. */
const shownFirst = 3;

/**
 * What the user has written about a company, newest first. `layout`: a page offers to write the first one, and shows
 * all of them.
 */
export function Notes({
  company,
  layout = 'page',
  heading: Heading = 'h2',
}: {
  readonly company: Company;
  readonly layout?: 'pane' | 'page';
  readonly heading?: 'h2' | 'h3';
}): ReactNode {
  const { notes, query } = useNotes(company.id);
  const ask = useAskNote();
  const [isWhole, setWhole] = useState(layout === 'page');
  // A server that keeps no notes has none to show.
  const isFailed = query.isError && query.data === undefined && AppError.from(query.error).code !== 'not_found';
  if (notes.length === 0 && !isFailed && layout === 'pane') return null;
  const shown = isWhole ? notes : notes.slice(0, shownFirst);
  return (
    <section aria-label="Notes" aria-busy={query.isPending}>
      <Heading className={details.title}>Notes</Heading>
      {isFailed && (
        <p className={details.missing} role="alert">
          Couldn’t load the notes. {query.error.message}{' '}
          <button type="button" className={details.inlineButton} onClick={() => void query.refetch()}>
            Retry
          </button>
        </p>
      )}
      {shown.length > 0 && (
        <ol className={classes.notes}>
          {shown.map((note) => (
            <OneNote key={note.id} note={note} company={company} />
          ))}
        </ol>
      )}
      <div className={classes.foot}>
        {notes.length > shown.length && (
          <button type="button" className={details.inlineButton} onClick={() => setWhole(true)}>
            Show all {formatCount(notes.length)}
          </button>
        )}
        <button
          type="button"
          className={details.inlineButton}
          onClick={() => ask({ companyId: company.id, name: company.name, noteId: null, text: '' })}
        >
          Write a note <Keys id="company.note" />
        </button>
      </div>
    </section>
  );
}

function OneNote({ note, company }: { readonly note: ShownNote; readonly company: Company }): ReactNode {
  const triage = useTriage();
  const ask = useAskNote();
  const [hasHistory, showHistory] = useState(false);
  const { id, text, history } = note;
  const about = { companyId: company.id, name: company.name, noteId: id };
  return (
    <li className={classes.note}>
      <p className={classes.text} dir="auto">
        {text}
      </p>
      <div className={classes.line}>
        <span title={note.changed_at === '' ? undefined : formatFullMoment(note.changed_at)}>{whenText(note)}</span>
        {note.for_team && note.author === null && <span className={classes.shared}>For the team</span>}
        <span className={classes.actions}>
          {history.length > 0 && (
            <button
              type="button"
              className={classes.button}
              aria-expanded={hasHistory}
              onClick={() => showHistory(!hasHistory)}
            >
              History
            </button>
          )}
          {note.author === null && (
            <>
              <button
                type="button"
                className={classes.button}
                onClick={() => ask({ ...about, text, forTeam: note.for_team })}
              >
                Edit
              </button>
              <button
                type="button"
                className={classes.button}
                onClick={() => void changeNote(triage, { ...about, from: text, to: '' })}
              >
                Delete
              </button>
            </>
          )}
        </span>
      </div>
      {note.problem !== '' && (
        <p className={classes.problem} role="alert">
          Not saved: {note.problem}
        </p>
      )}
      {hasHistory && (
        <ol className={classes.history} aria-label="Earlier texts">
          {history.map((earlier) => (
            <li key={`${earlier.at} ${earlier.text}`}>
              <span className={classes.day} title={formatFullMoment(earlier.at)}>
                {formatDay(earlier.at)}
              </span>
              <span className={classes.text} dir="auto">
                {earlier.text === '' ? 'Deleted' : earlier.text}
              </span>
            </li>
          ))}
        </ol>
      )}
    </li>
  );
}

/** Who wrote a note and when: `You, 3 Nov 2026 · edited 5 Nov 2026`, or only `edited` on the same day. */
export function whenText({
  text,
  history,
  created_at: created,
  changed_at: changed,
  isUnsaved,
  author,
}: Pick<ShownNote, 'text' | 'history' | 'created_at' | 'changed_at' | 'isUnsaved' | 'author'>): string {
  const who = author?.name ?? 'You';
  const written = created === '' ? who : `${who}, ${formatDay(created)}`;
  if (isUnsaved) return `${written} · not saved yet`;
  // One that was only deleted and restored is as it was.
  if (history.every((earlier) => earlier.text === '' || earlier.text === text)) return written;
  const day = formatDay(changed);
  return day === formatDay(created) ? `${written} · edited` : `${written} · edited ${day}`;
}
