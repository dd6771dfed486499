import { Button, Checkbox } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { formatCount } from '#shared/domain/formats.ts';
import { mentionsIn, type SaidMention } from '#shared/domain/mentions.ts';
import { mostNoteCharacters, noteLabel, noteProblem, noteText } from '#shared/domain/notes.ts';
import type { Person, TeamMember } from '#shared/domain/team.ts';
import type { Triage } from '../../decide/triage.ts';
import { useSession } from '../../data/bridgeValues.ts';
import { draftOf, dropDraft, keepDraft } from '../../data/noteDrafts.ts';
import { isTeam, useTeam, type TeamView } from '../../data/team.ts';
import { useCommands, useKeysFirst } from '../../keyboard/CommandProvider.tsx';
import { KeyCaps, KeyTip } from '../../keyboard/Keys.tsx';
import { useFocusBack } from '../../ui/useFocusBack.ts';
import { useStore } from '../../ui/store.ts';
import { isolated } from '../../ui/title.ts';
import { showUndo } from '../../ui/toasts.tsx';
import { mentionable, NoteField } from './NoteField.tsx';
import field from './NoteField.module.css';
import { Strip } from './Strip.tsx';
import { useNoteQuestion, useTriage, type NoteQuestion } from './TriageProvider.tsx';
import classes from './ReasonStrip.module.css';

export type AskNote = (question: NoteQuestion) => void;

/** Opens the note of a company for writing. What was typed before and not saved is there again. */
export function useAskNote(): AskNote {
  const writing = useNoteQuestion();
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
  /** The colleagues whom it names. */
  readonly named?: readonly string[];
}

/** Changes a note, says so, and offers to take it back. Resolves to whether it was saved. */
export async function changeNote(triage: Triage, note: NoteChange): Promise<boolean> {
  const { named = [], ...said } = note;
  const change = { ...said, name: note.name.slice(0, 500) };
  const turn = await triage.writeNote(change);
  if (turn === null) return false;
  const { forTeam, wasForTeam } = note;
  const whose = forTeam === undefined || wasForTeam === undefined ? {} : { forTeam: wasForTeam, wasForTeam: forTeam };
  const takeBack = (): void => {
    if (triage.lastTurn === turn) triage.undo();
    // Something was decided since, which stays.
    else void triage.writeNote({ ...change, from: note.to, to: note.from, ...whose });
  };
  const told = named.length === 0 || note.to === '' ? '' : ` ${toldText(named.map(isolated), forTeam === true)}`;
  showUndo(`${noteLabel(isolated(note.name), note.from, note.to)}.${told}`, takeBack, { replaces: 'note' });
  return true;
}

/** Whether those whom a note names hear of it. */
function toldText(names: readonly string[], forTeam: boolean): string {
  const all = inWords(names);
  if (forTeam) return `${all} will see this.`;
  return `Only you can read it: ${all} ${names.length === 1 ? 'is' : 'are'} not told.`;
}

/** `Bob`, `Bob and Ann`, `Bob, Ann and Lea`. */
function inWords(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`;
}

interface NoteWriting {
  readonly question: NoteQuestion | null;
  readonly close: () => void;
}

/** The note that is being written. A key outside of it closes it and does what it always does; the text is kept. */
export function useNoteStrip(): NoteWriting {
  const writing = useNoteQuestion();
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
  /** What it says after each `@`, and who can be named. */
  readonly mentions: Mentions;
  readonly save: () => void;
  readonly discard: () => void;
}

/** The draft of a note: text that was typed and neither saved nor discarded. */
function useDraft({ noteId, companyId, text }: NoteQuestion): {
  readonly read: () => string;
  readonly keep: (typed: string) => void;
  readonly drop: () => void;
} {
  const { account } = useSession();
  const note = noteId ?? `new ${companyId}`;
  const drop = (): void => dropDraft(account, note);
  return {
    read: () => draftOf(account, note) ?? text,
    keep: (typed) => {
      if (typed.trim() === '' || typed === text) drop();
      else keepDraft(account, note, typed);
    },
    drop,
  };
}

function useTyped(question: NoteQuestion, close: () => void): Typed {
  const triage = useTriage();
  const draft = useDraft(question);
  const [text, setText] = useState(draft.read);
  const team = useTeam();
  const hasTeam = isTeam(team);
  const { companyId, name, noteId, text: before, forTeam: wasForTeam = false } = question;
  const [wantsTeam, setWantsTeam] = useState(noteId === null ? lastForTeam : wasForTeam);
  const [isTakenBack, setTakenBack] = useState(false);
  const written = noteText(text);
  const mentions = mentionsOf(written, team);
  const isForNamed = mentions.named.length > 0 && !isTakenBack;
  const forTeam = hasTeam ? wantsTeam || isForNamed : null;
  const setForTeam = (wants: boolean): void => {
    // What is only so because of a name says nothing about the next note.
    if (noteId === null && (wants || wantsTeam)) lastForTeam = wants;
    setWantsTeam(wants);
    setTakenBack(!wants);
  };
  const isForOthers = noteId !== null && forTeam !== null && forTeam !== wasForTeam;
  const problem = written.length > mostNoteCharacters ? noteProblem(written) : '';
  const type = (typed: string): void => {
    setText(typed);
    draft.keep(typed);
  };
  const discard = (): void => {
    draft.drop();
    close();
  };
  const save = (): void => {
    if (problem !== '' || written === '') return;
    discard();
    if (written === before && !isForOthers) return;
    const whose = forTeam === null ? {} : { forTeam, ...(noteId === null ? {} : { wasForTeam }) };
    const named = mentions.named.map(({ name: called }) => called);
    const about = { noteId: noteId ?? crypto.randomUUID(), companyId, name, named };
    const change = { ...about, from: before, to: written, ...whose };
    void changeNote(triage, change).then((isSaved) => {
      if (!isSaved) draft.keep(text);
      return undefined;
    });
  };
  return { text, written, problem, type, save, discard, forTeam, setForTeam, mentions };
}

interface Mentions {
  /** The colleagues who can be named. */
  readonly people: readonly TeamMember[];
  /** Those who are. */
  readonly named: readonly Person[];
  /** What stands after an `@` and is nobody’s name. */
  readonly unknown: readonly string[];
}

/** Whom a text names, and what of it is not understood. */
function mentionsOf(text: string, team: TeamView): Mentions {
  if (!isTeam(team)) return { people: [], named: [], unknown: [] };
  const there = team.members.filter(({ closed }) => !closed);
  const said = mentionsIn(text, there);
  const named = new Map(said.flatMap(({ people }) => people.map((person) => [person.id, person])));
  const people = there.filter(({ id }) => id !== team.me);
  // At the end it may be a name that is still being typed.
  const isBegun = ({ start, end }: SaidMention): boolean =>
    end === text.length && mentionable(text.slice(start + 1), people).length > 0;
  const unknown = said
    .filter((each) => each.people.length === 0 && !isBegun(each))
    .map(({ start, end }) => text.slice(start, end));
  return {
    people,
    named: [...named.values()].filter(({ id }) => id !== team.me),
    unknown: [...new Set(unknown)],
  };
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
  const { forTeam, setForTeam } = typed;
  useCommands({ 'note.forTeam': () => setForTeam(forTeam !== true) }, { layer: 'pane', enabled: forTeam !== null });
  return (
    <Strip label={`${title} ${name}`} onEscape={close}>
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
        <NoteField
          text={text}
          isInvalid={problem !== ''}
          people={typed.mentions.people}
          onText={typed.type}
          onSave={typed.save}
        />
        {problem !== '' && (
          <p role="alert" className={classes.problem}>
            {problem}
          </p>
        )}
        <Told typed={typed} />
        <Foot typed={typed} isChanged={written !== question.text && written !== ''} />
      </fieldset>
    </Strip>
  );
}

/** Whom the note names, and who will hear of it; what is nobody's name. */
function Told({ typed: { mentions, forTeam } }: { readonly typed: Typed }): ReactNode {
  const { named, unknown } = mentions;
  if (named.length + unknown.length === 0) return null;
  const who = inWords(named.map(({ name }) => isolated(name)));
  const verb = named.length === 1 ? 'is' : 'are';
  return (
    <output className={field.told}>
      {named.map(({ id, name }) => (
        <span key={id} className={field.chip} data-known="true" dir="auto">
          {name}
        </span>
      ))}
      {unknown.map((said) => (
        <span key={said} className={field.chip} data-known="false">
          {said}: nobody is called that
        </span>
      ))}
      {named.length > 0 && (
        <span>
          {forTeam === true ? `For the team, because it mentions ${who}.` : `Only for you: ${who} ${verb} not told.`}
        </span>
      )}
    </output>
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
        <KeyTip id="note.forTeam" label="Your colleagues read it, too. @name tells somebody of it.">
          <span>
            <Checkbox
              size="xs"
              label="For the team"
              checked={forTeam}
              onChange={(event) => setForTeam(event.currentTarget.checked)}
            />
          </span>
        </KeyTip>
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
