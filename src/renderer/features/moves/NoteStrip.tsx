import { Button, Checkbox, Textarea } from '@mantine/core';
import { useState, type KeyboardEvent, type ReactNode } from 'react';
import { formatCount } from '#shared/domain/formats.ts';
import { mostNoteCharacters, noteLabel, noteProblem, noteText } from '#shared/domain/notes.ts';
import type { Triage } from '../../decide/triage.ts';
import { useHasTeam } from '../../data/team.ts';
import { useKeysFirst } from '../../keyboard/CommandProvider.tsx';
import { KeyCaps } from '../../keyboard/Keys.tsx';
import { useFocusBack } from '../../ui/useFocusBack.ts';
import { useStore } from '../../ui/store.ts';
import { isolated } from '../../ui/title.ts';
import { showUndo } from '../../ui/toasts.tsx';
import { useNoteQuestion, useTriage, type NoteQuestion } from './TriageProvider.tsx';
import classes from './ReasonStrip.module.css';

export type AskNote = (question: NoteQuestion) => void;

/** Opens the note of a company for writing. What was typed before and not saved is there again. */
export function useAskNote(): AskNote {
  const { writing } = useNoteQuestion();
  return (question) => writing.set(question);
}

/** A change of a note: its texts before and after, `''` where there is none. */
interface NoteChange {
  readonly noteId: string;
  readonly companyId: number;
  readonly name: string;
  readonly from: string;
  readonly to: string;
  /** Whether the whole team is to read it, and did before; without them, that stays as it is. */
  readonly forTeam?: boolean;
  readonly wasForTeam?: boolean;
}

/** Changes a note, says so, and offers to take it back. Resolves to whether it was saved. */
export async function changeNote(triage: Triage, note: NoteChange): Promise<boolean> {
  const change = { ...note, name: note.name.slice(0, 500) };
  const turn = await triage.writeNote(change);
  if (turn === null) return false;
  const { forTeam, wasForTeam } = note;
  const whose = forTeam === undefined || wasForTeam === undefined ? {} : { forTeam: wasForTeam, wasForTeam: forTeam };
  const takeBack = (): void => {
    if (triage.lastTurn === turn) triage.undo();
    // Something was decided since, which stays.
    else void triage.writeNote({ ...change, from: note.to, to: note.from, ...whose });
  };
  showUndo(`${noteLabel(isolated(note.name), note.from, note.to)}.`, takeBack, { replaces: 'note' });
  return true;
}

interface NoteWriting {
  readonly question: NoteQuestion | null;
  readonly close: () => void;
}

/** The note that is being written. A key outside of it closes it and does what it always does; the text is kept. */
export function useNoteStrip(): NoteWriting {
  const { writing } = useNoteQuestion();
  const question = useStore(writing);
  const close = (): void => writing.set(null);
  useKeysFirst(
    (notation) => {
      close();
      return notation === 'Escape';
    },
    { enabled: question !== null },
  );
  return { question, close };
}

/** How near to the limit the count is shown. */
const countedFrom = mostNoteCharacters - 200;

/** Whether the last note was for the team: the next one begins like it, for as long as the window is open. */
let lastForTeam = false;

/** What is typed for a note, and what can be done with it. */
interface Typed {
  readonly text: string;
  /** As it would be saved. */
  readonly written: string;
  readonly problem: string;
  readonly type: (text: string) => void;
  /** Whether the whole team is to read it; null where there is no team. */
  readonly forTeam: boolean | null;
  readonly setForTeam: (forTeam: boolean) => void;
  readonly save: () => void;
  readonly discard: () => void;
}

function useTyped(question: NoteQuestion, close: () => void): Typed {
  const triage = useTriage();
  const { drafts } = useNoteQuestion();
  const [text, setText] = useState(() => drafts.of(question));
  const hasTeam = useHasTeam();
  const { companyId, name, noteId, text: before, forTeam: wasForTeam = false } = question;
  const [wantsTeam, setWantsTeam] = useState(noteId === null ? lastForTeam : wasForTeam);
  const setForTeam = (wants: boolean): void => {
    if (noteId === null) lastForTeam = wants;
    setWantsTeam(wants);
  };
  const written = noteText(text);
  const forTeam = hasTeam ? wantsTeam : null;
  const isForOthers = noteId !== null && forTeam !== null && forTeam !== wasForTeam;
  const problem = written.length > mostNoteCharacters ? noteProblem(written) : '';
  const type = (typed: string): void => {
    setText(typed);
    drafts.keep(question, typed);
  };
  const discard = (): void => {
    drafts.drop(question);
    close();
  };
  const save = (): void => {
    if (problem !== '' || written === '') return;
    discard();
    if (written === before && !isForOthers) return;
    const whose = forTeam === null ? {} : { forTeam, ...(noteId === null ? {} : { wasForTeam }) };
    const change = { noteId: noteId ?? crypto.randomUUID(), companyId, name, from: before, to: written, ...whose };
    void changeNote(triage, change).then((isSaved) => {
      if (!isSaved) drafts.keep(question, text);
      return undefined;
    });
  };
  return { text, written, problem, type, save, discard, forTeam, setForTeam };
}

/** A field for a note. Enter saves, Shift+Enter begins a line, Esc closes it and keeps what was typed. */
export function NoteStrip({
  question,
  close,
}: {
  readonly question: NoteQuestion;
  readonly close: () => void;
}): ReactNode {
  const typed = useTyped(question, close);
  useFocusBack();
  const { text, written, problem } = typed;
  const { name, noteId } = question;
  const title = noteId === null ? 'Note about' : 'Change the note about';
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') close();
    if (event.key !== 'Enter' || event.shiftKey || event.altKey) return;
    event.preventDefault();
    typed.save();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it stands in the panel, and is not modal
    <div role="dialog" aria-label={`${title} ${name}`}>
      <fieldset className={classes.note}>
        <div className={classes.noteHead}>
          <p className={classes.title}>
            {title} <strong>{isolated(name)}</strong>
          </p>
          {written.length >= countedFrom && (
            <span className={classes.hint}>
              {formatCount(written.length)} of {formatCount(mostNoteCharacters)}
            </span>
          )}
        </div>
        <Textarea
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the key that opened it asks for a text
          autoFocus
          autosize
          minRows={3}
          maxRows={12}
          aria-label="Note"
          aria-invalid={problem !== ''}
          data-keeps="Escape Enter"
          value={text}
          onFocus={({ currentTarget: field }) => field.setSelectionRange(field.value.length, field.value.length)}
          onChange={(event) => typed.type(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        {problem !== '' && (
          <p role="alert" className={classes.problem}>
            {problem}
          </p>
        )}
        <Foot typed={typed} isChanged={written !== question.text && written !== ''} />
      </fieldset>
    </div>
  );
}

function Foot({ typed, isChanged }: { readonly typed: Typed; readonly isChanged: boolean }): ReactNode {
  const { written, problem, save, discard, forTeam, setForTeam } = typed;
  return (
    <div className={classes.noteFoot}>
      {forTeam === null ? (
        <span className={classes.hint}>
          <KeyCaps keys="Shift+Enter" /> new line
        </span>
      ) : (
        <Checkbox
          size="xs"
          label="For the team"
          title="Your colleagues read it, too. @name tells somebody of it."
          checked={forTeam}
          onChange={(event) => setForTeam(event.currentTarget.checked)}
        />
      )}
      <span className={classes.hint}>
        <KeyCaps keys="Escape" /> keep as draft
      </span>
      <span className={classes.space} />
      {isChanged && (
        <Button size="compact-xs" variant="default" onClick={discard}>
          Discard
        </Button>
      )}
      <Button
        size="compact-xs"
        variant="filled"
        disabled={problem !== '' || written === ''}
        rightSection={<KeyCaps keys="Enter" />}
        onClick={save}
      >
        Save
      </Button>
    </div>
  );
}
