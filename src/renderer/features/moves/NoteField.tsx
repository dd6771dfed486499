import { Textarea } from '@mantine/core';
import { useId, useState, type KeyboardEvent, type ReactNode } from 'react';
import type { TeamMember } from '#shared/domain/team.ts';
import { typedInto } from '../../keyboard/typeAhead.ts';
import classes from './NoteField.module.css';

/** How many names are offered at once. */
const mostOffered = 6;

/** A name that is being written: where its `@` is, and what of it is there. */
interface Begun {
  readonly at: number;
  readonly typed: string;
}

/** The name that is being written before the cursor; null if none is. */
export function begunMention(before: string): Begun | null {
  const [all = '', typed = ''] = /@([^\n@]{0,80})$/u.exec(before) ?? [];
  const at = before.length - all.length;
  return all === '' || /[\p{L}\p{M}\p{N}]$/u.test(before.slice(0, at)) ? null : { at, typed };
}

/** Whom what was typed after an `@` may become: those with a word that begins so. Nobody once a name is complete. */
export function mentionable(typed: string, people: readonly TeamMember[]): readonly TeamMember[] {
  const begun = typed.toLowerCase();
  if (people.some(({ name }) => begun === `${name.toLowerCase()} `)) return [];
  const found = people.filter(({ name, email }) => {
    const lower = name.toLowerCase();
    return (
      lower.startsWith(begun) || [...lower.split(/\s+/u), email.toLowerCase()].some((word) => word.startsWith(begun))
    );
  });
  const [only] = found;
  return found.length === 1 && only?.name.toLowerCase() === begun ? [] : found.slice(0, mostOffered);
}

interface NoteFieldProps {
  readonly text: string;
  readonly isInvalid: boolean;
  /** Who can be named. */
  readonly people: readonly TeamMember[];
  readonly onText: (text: string) => void;
  readonly onSave: () => void;
}

/** The names that are offered for what is being typed, and what takes one. */
function useNames({ text, people, onText }: Pick<NoteFieldProps, 'text' | 'people' | 'onText'>) {
  const [caret, setCaret] = useState(text.length);
  /** The `@` whose list was closed. */
  const [closed, setClosed] = useState<number | null>(null);
  const [marked, setMarked] = useState(0);
  const begun = begunMention(text.slice(0, caret));
  const offered = begun === null || begun.at === closed ? [] : mentionable(begun.typed, people);
  const place = Math.min(marked, offered.length - 1);
  const close = (): void => setClosed(begun?.at ?? null);
  /** Puts a name into the text; returns where the cursor goes. */
  const take = (person: TeamMember | undefined): number => {
    if (person === undefined || begun === null) return caret;
    const written = `${text.slice(0, begun.at)}@${person.name} `;
    onText(written + text.slice(caret).replace(/^ /u, ''));
    setCaret(written.length);
    close();
    return written.length;
  };
  const moved = (at: number, typed: string): void => {
    setCaret(at);
    setMarked(0);
    if (begunMention(typed.slice(0, at))?.at !== closed) setClosed(null);
  };
  return { offered, place, setMarked, close, take, moved };
}

/** The field of a note: `@` offers names; Enter or Tab takes one, Esc closes the list. Else Enter saves. */
export function NoteField({ text, isInvalid, people, onText, onSave }: NoteFieldProps): ReactNode {
  const { offered, place, setMarked, close, take, moved } = useNames({ text, people, onText });
  const list = useId();
  const idOf = (index: number): string => `${list}-${index}`;
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    const { key, currentTarget: field, shiftKey, altKey } = event;
    if (event.nativeEvent.isComposing) return;
    const isOpen = offered.length > 0;
    const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0;
    if (isOpen && step !== 0) setMarked((place + step + offered.length) % offered.length);
    else if (isOpen && key === 'Escape') close();
    else if (isOpen && (key === 'Enter' || key === 'Tab') && !shiftKey) placeCaret(field, take(offered[place]));
    else if (key === 'Enter' && !shiftKey && !altKey) onSave();
    else return;
    event.preventDefault();
  };
  return (
    <>
      <Textarea
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the key that opened it asks for a text
        autoFocus
        autosize
        minRows={3}
        maxRows={12}
        aria-label="Note"
        aria-invalid={isInvalid}
        aria-autocomplete={people.length > 0 ? 'list' : undefined}
        aria-controls={offered.length > 0 ? list : undefined}
        aria-activedescendant={offered.length > 0 ? idOf(place) : undefined}
        data-keeps="Escape Enter"
        {...typedInto}
        value={text}
        onFocus={({ currentTarget: field }) => field.setSelectionRange(field.value.length, field.value.length)}
        onChange={({ currentTarget: field }) => {
          onText(field.value);
          moved(field.selectionStart, field.value);
        }}
        onSelect={({ currentTarget: field }) => moved(field.selectionStart, field.value)}
        onKeyDown={onKeyDown}
      />
      {offered.length > 0 && (
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it belongs to a field of several lines
        <div id={list} role="listbox" aria-label="Colleagues" className={classes.names}>
          {offered.map((person, index) => (
            // The keys are the field's, which keeps the focus.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
            <div
              key={person.id}
              id={idOf(index)}
              // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
              role="option"
              aria-selected={index === place}
              className={classes.name}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => {
                const field = document.activeElement;
                const at = take(person);
                if (field instanceof HTMLTextAreaElement) placeCaret(field, at);
              }}
            >
              <span dir="auto">{person.name}</span>
              <span className={classes.email}>{person.email}</span>
            </div>
          ))}
        </div>
      )}
    </>
  );
}

/** Puts the cursor behind a name, once the field has the text with it. */
function placeCaret(field: HTMLTextAreaElement, at: number): void {
  queueMicrotask(() => field.setSelectionRange(at, at));
}
