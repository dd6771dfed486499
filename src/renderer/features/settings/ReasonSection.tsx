import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useLayoutEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { keyedReasons, mostReasons, type Reason } from '#shared/domain/reasons.ts';
import { AppError } from '#shared/errors.ts';
import { apiQuery, useApiMutation, useApiQuery } from '../../data/useApi.ts';
import { LoadingFace } from '../../ui/Faces.tsx';
import { Problem } from '../../ui/Dialog.tsx';
import { Section } from '../../ui/Screen.tsx';
import classes from './ReasonSection.module.css';
import { movedBy, named, newReason, nameProblem, without } from './reasonEdits.ts';

/** The reasons that decisions are given: their names, order and keys; saved at once. */
export function ReasonSection(): ReactNode {
  const query = useApiQuery('listReasons');
  const { reasons, save, failure } = useReasons(query.data?.reasons ?? none);
  const list = useRef<HTMLOListElement>(null);
  const moved = useRef<{ readonly id: number; readonly step: 1 | -1; readonly to: number } | null>(null);
  // A row that changes its place takes the keyboard along, and at an end gives it to the button that still works.
  useLayoutEffect(() => {
    if (moved.current === null) return;
    const { id, step, to } = moved.current;
    if (reasons[to]?.id !== id) return;
    moved.current = null;
    const button = (way: number): HTMLElement | null =>
      list.current?.querySelector<HTMLElement>(`[data-move="${id} ${way}"]:not(:disabled)`) ?? null;
    (button(step) ?? button(-step))?.focus();
  }, [reasons]);
  const move = (id: number, step: 1 | -1): void => {
    const next = movedBy(reasons, id, step);
    moved.current = { id, step, to: next.findIndex((reason) => reason.id === id) };
    save(next);
  };
  return (
    <Section title="Reasons">
      <p className={classes.intro}>
        Why you decided as you did. The first nine have the keys 1 to 9. A reason you have given can be retired, but not
        deleted.
      </p>
      {query.isPending && <LoadingFace lines={5} label="Loading reasons" />}
      {query.isError && (
        <>
          <Problem title="Couldn’t load the reasons." reason={query.error.message} />
          <Button size="compact-xs" variant="default" onClick={() => void query.refetch()}>
            Retry
          </Button>
        </>
      )}
      {query.data !== undefined && (
        <>
          <ol ref={list} className={classes.reasons} aria-label="Reasons">
            {reasons.map((reason) => (
              <Row key={reason.id} reason={reason} reasons={reasons} onSave={save} onMove={move} />
            ))}
          </ol>
          {failure !== null && <Problem title="Not saved." reason={failure} />}
          <NewReason reasons={reasons} onSave={save} />
        </>
      )}
    </Section>
  );
}

const none: readonly Reason[] = [];
type Save = (reasons: readonly Reason[]) => void;

/**
 * The reasons as they will be once they are saved, and the way to save others; one refused is taken back. Until the
 * last change is saved, what is read meanwhile is from before it.
 */
function useReasons(saved: readonly Reason[]): {
  readonly reasons: readonly Reason[];
  readonly save: Save;
  readonly failure: string | null;
} {
  const client = useQueryClient();
  const { mutate } = useApiMutation('replaceReasons', { inTurn: true });
  const [wanted, setWanted] = useState<readonly Reason[] | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const { queryKey } = apiQuery('listReasons');
  const save: Save = (reasons) => {
    setFailure(null);
    setWanted(reasons);
    mutate(
      { body: { reasons: [...reasons] } },
      {
        // Called for the last of several only.
        onSuccess: (answer) => {
          client.setQueryData(queryKey, answer);
          setWanted(null);
        },
        onError: (refused) => {
          setFailure(AppError.from(refused).message);
          setWanted(null);
          void client.invalidateQueries({ queryKey });
        },
      },
    );
  };
  return { reasons: wanted ?? saved, save, failure };
}

function Row({
  reason,
  reasons,
  onSave,
  onMove,
}: {
  readonly reason: Reason;
  readonly reasons: readonly Reason[];
  readonly onSave: Save;
  readonly onMove: (id: number, step: 1 | -1) => void;
}): ReactNode {
  const { id, name, retired } = reason;
  const index = reasons.indexOf(reason);
  const key = keyedReasons(reasons).indexOf(reason) + 1;
  const isLastActive = !retired && reasons.filter((one) => !one.retired).length === 1;
  return (
    <li className={classes.reason} data-retired={retired}>
      <span className={classes.key}>{key > 0 && <kbd aria-label={`Key ${key}`}>{key}</kbd>}</span>
      <NameField reason={reason} reasons={reasons} onSave={onSave} />
      <ActionIcon
        size="sm"
        aria-label={`Move up: ${name}`}
        data-move={`${id} -1`}
        disabled={index === 0}
        onClick={() => onMove(id, -1)}
      >
        <IconArrowUp size={15} stroke={1.6} />
      </ActionIcon>
      <ActionIcon
        size="sm"
        aria-label={`Move down: ${name}`}
        data-move={`${id} 1`}
        disabled={index === reasons.length - 1}
        onClick={() => onMove(id, 1)}
      >
        <IconArrowDown size={15} stroke={1.6} />
      </ActionIcon>
      <Button
        size="compact-xs"
        variant="default"
        className={classes.retire ?? ''}
        disabled={isLastActive}
        aria-label={`${retired ? 'Bring back' : 'Retire'}: ${name}`}
        onClick={() => onSave(reasons.map((one) => (one === reason ? { ...one, retired: !retired } : one)))}
      >
        {retired ? 'Bring back' : 'Retire'}
      </Button>
      <ActionIcon
        size="sm"
        aria-label={`Delete: ${name}`}
        disabled={reasons.length === 1 || isLastActive}
        onClick={() => onSave(without(reasons, id))}
      >
        <IconTrash size={15} stroke={1.6} />
      </ActionIcon>
    </li>
  );
}

/** The name of a reason, changed in place: Enter or leaving the field saves it, Escape brings the old one back. */
function NameField({
  reason: { id, name, retired },
  reasons,
  onSave,
}: {
  readonly reason: Reason;
  readonly reasons: readonly Reason[];
  readonly onSave: Save;
}): ReactNode {
  const [edited, setEdited] = useState<string | null>(null);
  const text = (edited ?? name).trim();
  const problem = text === name ? '' : nameProblem(reasons, text, id);
  const keep = (): void => {
    if (problem === '' && text !== name) onSave(named(reasons, id, text));
    setEdited(null);
  };
  return (
    <TextInput
      size="xs"
      className={classes.name ?? ''}
      aria-label={`${name}${retired ? ', retired' : ''}`}
      value={edited ?? name}
      error={problem === '' ? undefined : problem}
      onChange={(event) => setEdited(event.currentTarget.value)}
      onBlur={keep}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && problem === '') keep();
        if (event.key !== 'Escape' || edited === null) return;
        event.stopPropagation();
        setEdited(null);
      }}
    />
  );
}

function NewReason({ reasons, onSave }: { readonly reasons: readonly Reason[]; readonly onSave: Save }): ReactNode {
  const [text, setText] = useState('');
  const [isTold, setTold] = useState(false);
  const problem = nameProblem(reasons, text);
  const isFull = reasons.length >= mostReasons;
  const add = (event: FormEvent): void => {
    event.preventDefault();
    setTold(problem !== '');
    if (problem !== '') return;
    onSave([...reasons, newReason(reasons, text.trim())]);
    setText('');
  };
  return (
    <form className={classes.add} onSubmit={add}>
      <TextInput
        size="xs"
        className={classes.name ?? ''}
        aria-label="New reason"
        placeholder="New reason"
        disabled={isFull}
        value={text}
        error={isTold && problem !== '' ? problem : undefined}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setTold(false);
        }}
      />
      <Button type="submit" size="xs" variant="default" disabled={isFull}>
        Add
      </Button>
    </form>
  );
}
