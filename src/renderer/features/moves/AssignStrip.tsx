import { Button, Combobox, TextInput, useCombobox } from '@mantine/core';
import { useEffect, useState, type ReactNode } from 'react';
import { counted, formatCount } from '#shared/domain/formats.ts';
import { isAtLeast, mostAssignmentCharacters, type TeamMember } from '#shared/domain/team.ts';
import { fold } from '#shared/domain/text.ts';
import { AppError } from '#shared/errors.ts';
import { api } from '../../bridge/bridge.ts';
import { useSession } from '../../data/bridgeValues.ts';
import { useServerDay } from '../../data/serverDay.ts';
import { isTeam, useTeam, type TeamView } from '../../data/team.ts';
import { useKeysFirst } from '../../keyboard/CommandProvider.tsx';
import { KeyCaps } from '../../keyboard/Keys.tsx';
import { typedInto } from '../../keyboard/typeAhead.ts';
import { useDayText } from '../../ui/DayField.tsx';
import { useStore } from '../../ui/store.ts';
import { isolated } from '../../ui/title.ts';
import { showFailure, showUndo, showUndone } from '../../ui/toasts.tsx';
import { useFocusBack } from '../../ui/useFocusBack.ts';
import { Strip } from './Strip.tsx';
import { useAssignQuestion, type AssignQuestion } from './TriageProvider.tsx';
import classes from './AssignStrip.module.css';
import strip from './ReasonStrip.module.css';

export type AskAssign = (question: AssignQuestion) => void;

/** Asks to whom companies are to be assigned; null for who cannot assign any. */
export function useAskAssign(): AskAssign | null {
  const asked = useAssignQuestion();
  const { place } = useSession();
  const whyNot = useWhyNotAssigned();
  // While the team is not known, what the key has asked waits for it.
  return place === 'local' || whyNot !== '' ? null : (question) => asked.set(question);
}

/** Why the user cannot assign anything, in a sentence; `''` if they can, or while that is not known. */
export function useWhyNotAssigned(): string {
  const team = useTeam();
  if (team.isAsking) return '';
  if (!isTeam(team)) return 'This workspace has no team to assign companies in.';
  return isAtLeast(team.role, 'analyst') ? '' : 'Your role on this team does not let you assign companies.';
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

/** The people whom a text means: first those with a word that begins with it, then those with it elsewhere. */
export function peopleNamed(typed: string, people: readonly TeamMember[]): TeamMember[] {
  const asked = fold(typed.trim());
  const begins = ({ name, email }: TeamMember): boolean =>
    [...fold(name).split(/\s+/u), fold(name), fold(email)].some((word) => word.startsWith(asked));
  const has = ({ name, email }: TeamMember): boolean => fold(`${name} ${email}`).includes(asked);
  return [...people.filter(begins), ...people.filter((person) => !begins(person) && has(person))];
}

/** What is typed and chosen for an assignment, and what can be done with it. */
function useForm(question: AssignQuestion, close: () => void) {
  const team = useTeam();
  const today = useServerDay();
  const [typed, setTyped] = useState('');
  const [note, setNote] = useState('');
  const [day, setDay] = useState<string | null>('');
  const dayText = useDayText(day ?? '', setDay, { min: today });
  // Its options are always visible; "opened" is what lets Enter choose one.
  const list = useCombobox({ opened: true });
  const found = useWhyNotAssigned() === '' ? peopleNamed(typed, assignable(team)) : [];
  const assign = (place = list.getSelectedOptionIndex()): void => {
    const chosen = found[place];
    if (chosen === undefined || day === null) return;
    close();
    void assignTo(question, chosen, { note: note.trim(), day });
  };
  return { me: team.me, typed, setTyped, note, setNote, dayText, list, found, assign };
}

type Form = ReturnType<typeof useForm>;

/** To whom: a name, typed in part or chosen by arrows or a digit; a note and a day if wanted. Enter assigns. */
export function AssignStrip({
  question,
  close,
}: {
  readonly question: AssignQuestion;
  readonly close: () => void;
}): ReactNode {
  const form = useForm(question, close);
  const { found, dayText } = form;
  useFocusBack();
  return (
    <Strip label={`Assign ${question.what}`} onEscape={close}>
      <form
        className={strip.note}
        onSubmit={(event) => {
          event.preventDefault();
          form.assign();
        }}
      >
        <p className={strip.title}>
          Assign <strong>{isolated(question.what)}</strong> to
        </p>
        <PersonField form={form} />
        <NoteAndDay form={form} />
        {dayText.problem !== '' && (
          <p role="alert" className={strip.problem}>
            {dayText.problem}
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
            variant="filled"
            disabled={found.length === 0 || dayText.problem !== ''}
            rightSection={<KeyCaps keys="Enter" />}
          >
            Assign
          </Button>
        </div>
      </form>
    </Strip>
  );
}

function PersonField({ form: { me, typed, setTyped, list, found, assign } }: { readonly form: Form }): ReactNode {
  const { selectOption, selectFirstOption } = list;
  const { isAsking } = useTeam();
  const whyNot = useWhyNotAssigned();
  const first = found[0]?.id;
  // The first of those found is what Enter takes.
  useEffect(() => {
    selectFirstOption();
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a new first one is marked again
  }, [selectFirstOption, typed, first]);
  return (
    <Combobox store={list}>
      <Combobox.EventsTarget withExpandedAttribute>
        <TextInput
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the key that opened it asks for a name
          autoFocus
          size="xs"
          aria-label="Colleague"
          placeholder="Type a name"
          autoComplete="off"
          maxLength={200}
          value={typed}
          data-keeps="Escape ArrowUp ArrowDown"
          {...typedInto}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={(event) => {
            const place = placeOfDigit(event.key, found.length);
            if (place === null || event.altKey || event.ctrlKey || event.metaKey) return;
            event.preventDefault();
            selectOption(place);
          }}
        />
      </Combobox.EventsTarget>
      {found.length === 0 ? (
        <p className={strip.hint}>{isAsking ? 'Loading the team' : whyNot || 'Nobody on the team is called that.'}</p>
      ) : (
        <Combobox.Options className={classes.people ?? ''} aria-label="Colleagues">
          {found.map((person, place) => (
            <Combobox.Option
              key={person.id}
              value={String(person.id)}
              className={classes.person ?? ''}
              // The mouse chooses, and Enter assigns: a note may still be written.
              onClick={({ detail }) => (detail > 0 ? selectOption(place) : assign(place))}
            >
              <span className={classes.key}>{place < 9 && <KeyCaps keys={String(place + 1)} />}</span>
              <span dir="auto">{person.name}</span>
              <span className={strip.hint}>{person.id === me ? 'you' : person.email}</span>
            </Combobox.Option>
          ))}
        </Combobox.Options>
      )}
    </Combobox>
  );
}

function NoteAndDay({ form: { note, setNote, dayText } }: { readonly form: Form }): ReactNode {
  return (
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
      />
      <label className={strip.day}>
        by
        <input {...dayText.field} aria-label="Day" data-keeps="Escape" />
      </label>
    </div>
  );
}

/** The place of those found that a digit chooses; null for any other key. */
export function placeOfDigit(key: string, count: number): number | null {
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
