import { Button, TextInput } from '@mantine/core';
import { useId, useState, type KeyboardEvent, type ReactNode } from 'react';
import { counted, formatCount, formatDay } from '#shared/domain/formats.ts';
import { isAtLeast, mostAssignmentCharacters, type TeamMember } from '#shared/domain/team.ts';
import { fold } from '#shared/domain/text.ts';
import { AppError } from '#shared/errors.ts';
import { api } from '../../bridge/bridge.ts';
import { useSession } from '../../data/bridgeValues.ts';
import { useServerDay } from '../../data/serverDay.ts';
import { useHasTeam, useTeam, type TeamView } from '../../data/team.ts';
import { useKeysFirst } from '../../keyboard/CommandProvider.tsx';
import { KeyCaps } from '../../keyboard/Keys.tsx';
import { useStore } from '../../ui/store.ts';
import { isolated } from '../../ui/title.ts';
import { showFailure, showUndo, showUndone } from '../../ui/toasts.tsx';
import { useFocusBack } from '../../ui/useFocusBack.ts';
import { useAssignQuestion, type AssignQuestion } from './TriageProvider.tsx';
import classes from './AssignStrip.module.css';
import strip from './ReasonStrip.module.css';

export type AskAssign = (question: AssignQuestion) => void;

/** Asks to whom companies are to be assigned; null for who cannot assign any. */
export function useAskAssign(): AskAssign | null {
  const asked = useAssignQuestion();
  const canAssign = useHasTeam() && useMayAssign();
  return canAssign ? (question) => asked.set(question) : null;
}

/** Why the user cannot assign anything, in a sentence; `''` if they can, or while that is not known. */
export function useWhyNotAssigned(): string {
  const { place } = useSession();
  const { isKnown } = useTeam();
  const hasTeam = useHasTeam();
  const mayAssign = useMayAssign();
  if (place !== 'local' && !isKnown) return '';
  if (!hasTeam) return 'This workspace has no team to assign companies in.';
  return mayAssign ? '' : 'Your role on this team does not let you assign companies.';
}

function useMayAssign(): boolean {
  return isAtLeast(useTeam().role, 'analyst');
}

interface Assigning {
  readonly question: AssignQuestion | null;
  readonly close: () => void;
}

/** The open question. A key outside of its fields closes it and does what it always does. */
export function useAssignStrip(): Assigning {
  const asked = useAssignQuestion();
  const question = useStore(asked);
  const close = (): void => asked.set(null);
  useKeysFirst(
    (notation) => {
      close();
      return notation === 'Escape';
    },
    { enabled: question !== null },
  );
  return { question, close };
}

/** Who can be assigned something: everybody who is still there, oneself last. */
export function assignable({ members, me }: Pick<TeamView, 'members' | 'me'>): TeamMember[] {
  const there = members.filter(({ closed }) => !closed);
  return [...there.filter(({ id }) => id !== me), ...there.filter(({ id }) => id === me)];
}

/** The people whom a text means: those with a word that begins with it, then those with it elsewhere in name or email. */
export function peopleNamed(typed: string, people: readonly TeamMember[]): TeamMember[] {
  const asked = fold(typed.trim());
  const begins = ({ name, email }: TeamMember): boolean =>
    [...fold(name).split(/\s+/u), fold(name), fold(email)].some((word) => word.startsWith(asked));
  const has = ({ name, email }: TeamMember): boolean => fold(`${name} ${email}`).includes(asked);
  return [...people.filter(begins), ...people.filter((person) => !begins(person) && has(person))];
}

/** To whom: a name, typed in part or chosen by arrows or a digit; a note and a day if wanted. Enter assigns. */
export function AssignStrip({
  question,
  close,
}: {
  readonly question: AssignQuestion;
  readonly close: () => void;
}): ReactNode {
  const team = useTeam();
  const today = useServerDay();
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const [note, setNote] = useState('');
  const [day, setDay] = useState('');
  useFocusBack();
  const found = peopleNamed(typed, assignable(team));
  const chosen = found[Math.min(at, found.length - 1)];
  const isPast = day !== '' && day < today;
  const assign = (): void => {
    if (chosen === undefined || isPast) return;
    close();
    void assignTo(question, chosen, { note: note.trim(), day });
  };
  const onEscape = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && !event.nativeEvent.isComposing) close();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it stands in the panel, and is not modal
    <div role="dialog" aria-label={`Assign ${question.what}`}>
      <form
        className={strip.note}
        onSubmit={(event) => {
          event.preventDefault();
          assign();
        }}
      >
        <p className={strip.title}>
          Assign <strong>{isolated(question.what)}</strong> to
        </p>
        <PersonField
          typed={typed}
          found={found}
          chosen={chosen}
          me={team.me}
          onType={(text) => {
            setTyped(text);
            setAt(0);
          }}
          onChoose={setAt}
          onEscape={onEscape}
        />
        <div className={classes.more}>
          <TextInput
            size="xs"
            aria-label="Note"
            placeholder="Note (optional)"
            className={classes.noteField ?? ''}
            maxLength={mostAssignmentCharacters}
            value={note}
            data-keeps="Escape"
            onChange={(event) => setNote(event.currentTarget.value)}
            onKeyDown={onEscape}
          />
          <label className={strip.day}>
            by
            <input
              type="date"
              aria-label="Day"
              aria-invalid={isPast}
              min={today}
              value={day}
              data-keeps="Escape"
              onChange={(event) => setDay(event.currentTarget.value)}
              onKeyDown={onEscape}
            />
          </label>
        </div>
        {isPast && (
          <p role="alert" className={strip.problem}>
            Choose a day from {formatDay(today)} on.
          </p>
        )}
        <div className={strip.noteFoot}>
          <span className={strip.hint}>
            <KeyCaps keys="ArrowUp" /> <KeyCaps keys="ArrowDown" /> choose
          </span>
          <span className={strip.hint}>
            <KeyCaps keys="Tab" /> note and day
          </span>
          <span className={strip.space} />
          <Button
            type="submit"
            size="compact-xs"
            disabled={chosen === undefined || isPast}
            rightSection={<KeyCaps keys="Enter" />}
          >
            Assign
          </Button>
        </div>
      </form>
    </div>
  );
}

function PersonField({
  typed,
  found,
  chosen,
  me,
  onType,
  onChoose,
  onEscape,
}: {
  readonly typed: string;
  readonly found: readonly TeamMember[];
  readonly chosen: TeamMember | undefined;
  readonly me: number;
  readonly onType: (text: string) => void;
  /** Chooses one of those found, by its place. */
  readonly onChoose: (place: number) => void;
  readonly onEscape: (event: KeyboardEvent) => void;
}): ReactNode {
  const list = useId();
  const optionOf = (id: number): string => `${list}-${id}`;
  const onKeyDown = (event: KeyboardEvent): void => {
    onEscape(event);
    const place = placeOfKey(event.key, chosen === undefined ? -1 : found.indexOf(chosen), found.length);
    if (place === null || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    onChoose(place);
  };
  return (
    <>
      <TextInput
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the key that opened it asks for a name
        autoFocus
        size="xs"
        role="combobox"
        aria-label="Colleague"
        aria-expanded={found.length > 0}
        aria-controls={list}
        aria-autocomplete="list"
        {...(chosen === undefined ? {} : { 'aria-activedescendant': optionOf(chosen.id) })}
        placeholder="Type a name"
        autoComplete="off"
        maxLength={200}
        value={typed}
        data-keeps="Escape ArrowUp ArrowDown"
        onChange={(event) => onType(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {found.length === 0 && <p className={strip.hint}>Nobody on the team is called that.</p>}
      <ul id={list} role="listbox" aria-label="Colleagues" className={classes.people}>
        {found.map((person, place) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field has the keys
          <li
            key={person.id}
            id={optionOf(person.id)}
            ref={person === chosen ? (item) => item?.scrollIntoView({ block: 'nearest' }) : undefined}
            role="option"
            aria-selected={person === chosen}
            className={classes.person}
            // The field keeps the keyboard.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onChoose(place)}
          >
            <span className={classes.key}>{place < 9 && <KeyCaps keys={String(place + 1)} />}</span>
            <span dir="auto">{person.name}</span>
            <span className={strip.hint}>{person.id === me ? 'you' : person.email}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** The place of those found that a key chooses: the next, the previous or the nth; null for any other key. */
export function placeOfKey(key: string, now: number, count: number): number | null {
  if (count === 0) return null;
  if (key === 'ArrowDown') return (now + 1) % count;
  if (key === 'ArrowUp') return (now - 1 + count) % count;
  return /^[1-9]$/.test(key) && Number(key) <= count ? Number(key) - 1 : null;
}

/** Most companies that are assigned at once. */
const mostAtOnce = 100;

/** Assigns companies, says so, and offers to take them back. */
async function assignTo(
  { what, companyIds }: AssignQuestion,
  { id: to, name }: TeamMember,
  asked: { readonly note: string; readonly day: string },
): Promise<void> {
  const made: string[] = [];
  const takeBack = (): void => void takeBackAll(made, isolated(what), isolated(name));
  try {
    const ids = await companyIds;
    if (ids.length > mostAtOnce) {
      const selected = formatCount(ids.length);
      throw new AppError(
        'unprocessable',
        `You can assign up to ${mostAtOnce} companies at once; ${selected} are selected.`,
      );
    }
    for (const companyId of ids) {
      const body = { id: crypto.randomUUID(), company_id: companyId, to, ...asked };
      // Sent twice it is the same assignment.
      await withRetries(() => api('assignCompany', { body }));
      made.push(body.id);
    }
    showUndo(`Assigned ${isolated(what)} to ${isolated(name)}.`, takeBack, { replaces: 'assigned' });
  } catch (error) {
    showFailure(`Couldn’t assign ${isolated(what)}`, error);
    if (made.length > 0) {
      showUndo(`Assigned ${counted(made.length, 'company', 'companies')} to ${isolated(name)}.`, takeBack);
    }
  }
}

async function takeBackAll(ids: readonly string[], what: string, name: string): Promise<void> {
  try {
    for (const id of ids) await withRetries(() => api('answerAssignment', { body: { id, state: 'returned' } }));
    showUndone(`Undone: ${what} is not assigned to ${name} any more.`);
  } catch (error) {
    showFailure('Not undone', error);
  }
}

/** How long to wait before each further try, in milliseconds. */
const waits = [500, 2000];

/** Makes a call that may be made again, once more after each wait if the connection is lost. */
async function withRetries(run: () => Promise<unknown>): Promise<void> {
  for (const wait of waits) {
    try {
      await run();
      return;
    } catch (error) {
      if (!AppError.from(error).retryable) throw error;
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
  await run();
}
