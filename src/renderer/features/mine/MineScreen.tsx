import { Button, Group, Stack, Switch, Textarea, VisuallyHidden } from '@mantine/core';
import { IconUserCheck } from '@tabler/icons-react';
import { useRef, useState, type FormEvent, type ReactNode } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { formatCount, formatDay, formatRelativeDay } from '#shared/domain/formats.ts';
import { mostAssignmentCharacters, type Assignment } from '#shared/domain/team.ts';
import { api } from '../../bridge/bridge.ts';
import { useSession } from '../../data/bridgeValues.ts';
import { useServerDay } from '../../data/serverDay.ts';
import { useApiMutation, useApiQuery } from '../../data/useApi.ts';
import { useCommands } from '../../keyboard/CommandProvider.tsx';
import { Keys } from '../../keyboard/Keys.tsx';
import { Dialog, Problem } from '../../ui/Dialog.tsx';
import { EmptyFace, ErrorFace, LoadingFace } from '../../ui/Faces.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { isolated } from '../../ui/title.ts';
import { showFailure, showUndo } from '../../ui/toasts.tsx';
import classes from './MineScreen.module.css';

type Whose = 'to' | 'by';

/** Companies that the user is to look at, or has asked colleagues to look at; open ones first. */
export function MineScreen(): ReactNode {
  const { place } = useSession();
  const isOnServer = place !== 'local';
  const [whose, setWhose] = useState<Whose>('to');
  const query = useApiQuery('listAssignments', { query: { whose } }, { enabled: isOnServer });
  if (!isOnServer) {
    return (
      <Screen title="Mine">
        <EmptyFace
          icon={IconUserCheck}
          title="This workspace has no team"
          text="On a team’s server, companies that colleagues assign to you are here."
        />
      </Screen>
    );
  }
  return (
    <Screen
      title="Mine"
      intro={query.data === undefined ? undefined : introOf(whose, query.data.open)}
      actions={
        <Switch
          label="Assigned by me"
          checked={whose === 'by'}
          onChange={(event) => setWhose(event.currentTarget.checked ? 'by' : 'to')}
        />
      }
    >
      {query.isError && query.data === undefined && (
        <ErrorFace title="Couldn’t load the assignments." error={query.error} onRetry={() => void query.refetch()} />
      )}
      {query.isPending && <LoadingFace label="Loading assignments" />}
      {query.data !== undefined && <Assignments key={whose} assignments={query.data.results} whose={whose} />}
    </Screen>
  );
}

function introOf(whose: Whose, open: number): string {
  return whose === 'to' ? `${formatCount(open)} to look at.` : `${formatCount(open)} that colleagues are to look at.`;
}

/** Says what became of an assignment, and offers to take that back. Resolves to why that failed, or `''`. */
async function answer(assignment: Assignment, state: 'done' | 'returned', said: string, words = ''): Promise<string> {
  const { id } = assignment;
  try {
    await api('answerAssignment', { body: { id, state, answer: words } });
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  showUndo(`${said}.`, () => {
    api('answerAssignment', { body: { id, state: 'open' } }).catch((error: unknown) =>
      showFailure('Not undone', error),
    );
  });
  return '';
}

function finish(assignment: Assignment): void {
  void tell(answer(assignment, 'done', `Done: ${isolated(assignment.company.name)}`));
}

function takeBack(assignment: Assignment): void {
  const { company, to } = assignment;
  void tell(answer(assignment, 'returned', `Took ${isolated(company.name)} back from ${isolated(to.name)}`));
}

async function tell(outcome: Promise<string>): Promise<void> {
  const problem = await outcome;
  if (problem !== '') showFailure('Not saved', problem);
}

function Assignments({
  assignments,
  whose,
}: {
  readonly assignments: readonly Assignment[];
  readonly whose: Whose;
}): ReactNode {
  const navigate = useNavigate();
  const list = useRef<HTMLUListElement>(null);
  const [returning, setReturning] = useState<Assignment | null>(null);
  const links = (): HTMLElement[] => [...(list.current?.querySelectorAll<HTMLElement>('a[data-assignment]') ?? [])];
  // The one whose row has the keyboard.
  const place = (): number =>
    links().findIndex((link) => link.closest('li')?.contains(document.activeElement) === true);
  const step = (by: 1 | -1) => (): void => links()[Math.max(0, place() + by)]?.focus();
  const current = (): Assignment | undefined => {
    const id = links()[Math.max(0, place())]?.dataset['assignment'];
    return assignments.find((assignment) => assignment.id === id);
  };
  useCommands({
    'list.next': step(1),
    'list.previous': step(-1),
    'list.open': () => {
      const assignment = current();
      if (assignment !== undefined) void navigate(`/company/${assignment.company.id}`);
    },
    'company.done': () => {
      const assignment = current();
      if (assignment === undefined || whose === 'by' || assignment.state !== 'open') return false;
      // The next one has the keyboard before this one goes to its place among what is done.
      const all = links();
      const next = all[Math.max(0, place()) + 1] ?? all[Math.max(0, place()) - 1];
      finish(assignment);
      next?.focus();
      return true;
    },
  });
  if (assignments.length === 0) return <Nothing whose={whose} />;
  return (
    <>
      <ul
        ref={list}
        className={classes.list}
        data-letters="decide"
        aria-label={whose === 'to' ? 'Assigned to me' : 'Assigned by me'}
      >
        {assignments.map((assignment) => (
          <Item key={assignment.id} assignment={assignment} whose={whose} onReturn={() => setReturning(assignment)} />
        ))}
      </ul>
      {returning !== null && <ReturnDialog assignment={returning} onClose={() => setReturning(null)} />}
    </>
  );
}

function Nothing({ whose }: { readonly whose: Whose }): ReactNode {
  return whose === 'to' ? (
    <EmptyFace
      icon={IconUserCheck}
      title="Nothing is assigned to you"
      text="Companies that colleagues want you to look at appear here."
    />
  ) : (
    <EmptyFace
      icon={IconUserCheck}
      title="You have assigned nothing"
      text={
        <>
          Press <Keys id="company.assign" /> on any company to ask a colleague to look at it.
        </>
      }
    />
  );
}

function Item({
  assignment,
  whose,
  onReturn,
}: {
  readonly assignment: Assignment;
  readonly whose: Whose;
  readonly onReturn: () => void;
}): ReactNode {
  const { id, company, note, answer: answered, state, by, to, made_at: madeAt } = assignment;
  const [now] = useState(() => new Date());
  const isOpen = state === 'open';
  return (
    <li className={classes.item} data-open={isOpen}>
      <div className={classes.text}>
        <div className={classes.head}>
          <Link to={`/company/${company.id}`} className={classes.name} dir="auto" data-assignment={id}>
            {company.name}
          </Link>
          <Due assignment={assignment} />
        </div>
        {note !== '' && (
          <p className={classes.note} dir="auto">
            {note}
          </p>
        )}
        <p className={classes.meta}>
          {whose === 'to' ? 'From ' : 'To '}
          <bdi>{whose === 'to' ? by.name : to.name}</bdi>, {formatRelativeDay(madeAt, now)}
          {!isOpen && ` · ${stateText(assignment, now)}`}
          {answered !== '' && <bdi>: {answered}</bdi>}
        </p>
      </div>
      <Actions assignment={assignment} whose={whose} onReturn={onReturn} />
    </li>
  );
}

function Actions({
  assignment,
  whose,
  onReturn,
}: {
  readonly assignment: Assignment;
  readonly whose: Whose;
  readonly onReturn: () => void;
}): ReactNode {
  const { id, company, state } = assignment;
  const isOpen = state === 'open';
  const reopening = useApiMutation('answerAssignment');
  const reopen = (): void =>
    reopening.mutate({ body: { id, state: 'open' } }, { onError: (error) => showFailure('Not opened again', error) });
  return (
    <div className={classes.actions}>
      {isOpen && whose === 'to' && (
        <>
          <Button
            size="compact-sm"
            variant="default"
            rightSection={<Keys id="company.done" />}
            onClick={() => finish(assignment)}
          >
            Done
            <VisuallyHidden>: {company.name}</VisuallyHidden>
          </Button>
          <Button size="compact-sm" variant="default" aria-label={`Hand back ${company.name}`} onClick={onReturn}>
            Hand back …
          </Button>
        </>
      )}
      {isOpen && whose === 'by' && (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`Take back ${company.name}`}
          onClick={() => takeBack(assignment)}
        >
          Take back
        </Button>
      )}
      {!isOpen && (
        <Button
          size="compact-sm"
          variant="default"
          loading={reopening.isPending}
          aria-label={`Open again: ${company.name}`}
          onClick={reopen}
        >
          Open again
        </Button>
      )}
    </div>
  );
}

function stateText({ state, changed_at: changedAt }: Assignment, now: Date): string {
  return `${state === 'done' ? 'Done' : 'Handed back'} ${formatRelativeDay(changedAt, now)}`;
}

/** Until when it is to be looked at; marked where that day is over. */
function Due({ assignment: { day, state } }: { readonly assignment: Assignment }): ReactNode {
  const today = useServerDay();
  if (day === '' || state !== 'open') return null;
  const isOverdue = day < today;
  return (
    <span className={classes.due} data-overdue={isOverdue}>
      {isOverdue ? `Overdue since ${formatDay(day)}` : day === today ? 'Due today' : `By ${formatDay(day)}`}
    </span>
  );
}

/** Asks why a company is handed back. */
function ReturnDialog({
  assignment,
  onClose,
}: {
  readonly assignment: Assignment;
  readonly onClose: () => void;
}): ReactNode {
  const { company, by } = assignment;
  const [words, setWords] = useState('');
  const [problem, setProblem] = useState('');
  const [isSending, setSending] = useState(false);
  const name = isolated(company.name);
  const send = async (): Promise<void> => {
    setSending(true);
    const refused = await answer(assignment, 'returned', `Handed ${name} back to ${isolated(by.name)}`, words.trim());
    setSending(false);
    setProblem(refused);
    if (refused === '') onClose();
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (words.trim() !== '' && !isSending) void send();
  };
  return (
    <Dialog title={`Hand ${name} back to ${isolated(by.name)}`} onClose={onClose}>
      <form onSubmit={submit}>
        <Stack gap="sm">
          <Textarea
            label="Why"
            description="A sentence for your colleague."
            autosize
            minRows={2}
            maxRows={8}
            maxLength={mostAssignmentCharacters}
            value={words}
            onChange={(event) => setWords(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
              submit(event);
            }}
            data-autofocus
          />
          {problem !== '' && <Problem title="Not handed back." reason={problem} />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" disabled={words.trim() === ''} loading={isSending}>
              Hand back
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
