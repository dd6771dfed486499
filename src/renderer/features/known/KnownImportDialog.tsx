import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { counted, formatCount, formatDay } from '#shared/domain/formats.ts';
import {
  knownRoleLabels,
  knownRoles,
  type KnownColumn,
  type KnownFileChoice,
  type KnownPreview,
  type KnownRole,
} from '#shared/domain/known.ts';
import { longestSourceName, sourceNameSchema } from '#shared/domain/knownSource.ts';
import { countsText, namedText } from '#shared/domain/knownText.ts';
import { AppError } from '#shared/errors.ts';
import { api } from '../../bridge/bridge.ts';
import { keys } from '../../data/keys.ts';
import { useApiMutation } from '../../data/useApi.ts';
import { DayField } from '../../ui/DayField.tsx';
import { Dialog, Problem } from '../../ui/Dialog.tsx';
import { ErrorFace, LoadingFace } from '../../ui/Faces.tsx';
import { showFailure, showUndo } from '../../ui/toasts.tsx';
import review from '../../ui/Review.module.css';
import classes from './Known.module.css';

/** A file that the API keeps. */
export interface SentFile {
  readonly token: string;
  readonly file: string;
}

/** How long typing rests before what it does is counted, in milliseconds. */
const typingDelay = 250;

/** Shows what importing a file as known would do, with its columns and its day to be corrected, and does it. */
export function KnownImportDialog({
  file,
  onClose,
}: {
  readonly file: SentFile;
  readonly onClose: () => void;
}): ReactNode {
  const choice = useChoice(file);
  const { preview, wanted, canImport } = choice;
  const importing = useImport(onClose);
  const button = useRef<HTMLButtonElement>(null);
  const isRead = preview.data !== undefined;
  // It will be no other file when it is read again.
  const isBad = preview.isError && AppError.from(preview.error).code === 'unprocessable';
  // The file is read after the dialog has opened, with nothing in it yet to take the keyboard.
  useLayoutEffect(() => {
    if (isRead || isBad) button.current?.focus({ preventScroll: true });
  }, [isRead, isBad]);
  return (
    <Dialog title={`Import “${file.file}” as known`} size="46rem" onClose={onClose}>
      {preview.isPending && <LoadingFace lines={4} label="Reading the file" />}
      {preview.isError && (
        <ErrorFace
          title="This file can’t be read."
          error={preview.error}
          safe="Nothing was changed."
          onRetry={isBad ? undefined : () => void preview.refetch()}
        />
      )}
      {preview.data !== undefined && !preview.isError && <Content choice={choice} preview={preview.data} />}
      {importing.isError && <Problem title="Nothing was imported." reason={importing.error.message} />}
      <Group justify="flex-end" gap="xs" mt="md">
        {isBad ? (
          <Button ref={button} onClick={onClose}>
            Close
          </Button>
        ) : (
          <>
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button
              ref={button}
              disabled={!canImport}
              loading={importing.isPending}
              onClick={() => importing.mutate({ body: wanted })}
            >
              Import as known
            </Button>
          </>
        )}
      </Group>
    </Dialog>
  );
}

/** How the user wants a file to be read, and what that would do. */
function useChoice(file: SentFile) {
  const [choice, setChoice] = useState<Omit<KnownFileChoice, 'token' | 'source'>>({});
  const [noDay, setNoDay] = useState(false);
  const [source, setSource] = useState<string | null>(null);
  const typed = source === null ? undefined : sourceNameSchema.safeParse(source);
  const named = typed?.data === undefined ? {} : { source: typed.data };
  const wanted: KnownFileChoice = { token: file.token, ...choice, ...named };
  const [asked] = useDebouncedValue(wanted, typingDelay);
  const preview = useQuery({
    queryKey: [...keys.knownPreview, asked],
    queryFn: () => api('previewKnown', { body: asked }),
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  });
  const problem = typed?.error?.issues[0]?.message ?? '';
  const isCurrent = !preview.isPlaceholderData && JSON.stringify(asked) === JSON.stringify(wanted);
  const { data } = preview;
  return {
    choice,
    setChoice,
    /** Says whether what is typed for the day is none. */
    setNoDay,
    source,
    setSource,
    /** What is wrong with the source's name. */
    problem,
    wanted,
    preview,
    isCurrent,
    canImport: data !== undefined && isCurrent && !noDay && problem === '' && data.problem === '' && !data.is_same,
  };
}

/** The file and what becomes of it. */
function Content({
  choice: { choice, setChoice, setNoDay, source, setSource, problem, isCurrent },
  preview,
}: {
  readonly choice: ReturnType<typeof useChoice>;
  readonly preview: KnownPreview;
}): ReactNode {
  const [today] = useState(() => new Date().toLocaleDateString('sv-SE'));
  const setDay = (day: string | null): void => {
    setNoDay(day === null);
    if (day !== null) setChoice((rest) => (day === '' ? without(rest, 'day') : { ...rest, day }));
  };
  return (
    <>
      <div className={classes.about}>
        <TextInput
          size="xs"
          label="Known from"
          placeholder="Affinity"
          value={source ?? preview.source}
          maxLength={longestSourceName}
          error={problem}
          onChange={(event) => setSource(event.currentTarget.value)}
        />
        <DayField label="Day of the file" day={choice.day ?? preview.day} max={today} onDay={setDay} />
        {preview.sheets.length > 1 && (
          <NativeSelect
            size="xs"
            label="Sheet"
            data={[...preview.sheets]}
            value={choice.sheet ?? preview.sheet}
            onChange={(event) => {
              const { value: sheet } = event.currentTarget;
              // Other sheets have other columns.
              setChoice((rest) => ({ ...without(rest, 'columns'), sheet }));
            }}
          />
        )}
      </div>
      <Columns
        columns={preview.columns}
        onChoose={(index, role) => setChoice((rest) => ({ ...rest, columns: withRole(preview, rest, index, role) }))}
      />
      <Outcome preview={preview} isStale={!isCurrent} />
    </>
  );
}

function without<T extends object, K extends keyof T>(all: T, name: K): Omit<T, K> {
  const rest = { ...all };
  delete rest[name];
  return rest;
}

/** Imports and says what came of it, with the way back. */
function useImport(onClose: () => void) {
  const { mutate: undo } = useApiMutation('undoKnown');
  const importing = useApiMutation('importKnown');
  const mutate: typeof importing.mutate = (input) =>
    importing.mutate(input, {
      onSuccess: (source) => {
        onClose();
        showUndo(`Known from ${source.name}. ${countsText(source)}`, () =>
          undo({ params: { id: source.id } }, { onError: (error) => showFailure('Not undone', error) }),
        );
      },
    });
  return { ...importing, mutate };
}

/** The choice of columns with one that says something else; what said that before says nothing. */
function withRole(
  { columns }: KnownPreview,
  { columns: chosen = {} }: Pick<KnownFileChoice, 'columns'>,
  index: number,
  role: KnownRole | '',
): NonNullable<KnownFileChoice['columns']> {
  const before = columns.filter((column) => role !== '' && column.role === role).map((column) => column.index);
  return { ...chosen, ...Object.fromEntries(before.map((other) => [String(other), ''])), [String(index)]: role };
}

function Columns({
  columns,
  onChoose,
}: {
  readonly columns: readonly KnownColumn[];
  readonly onChoose: (index: number, role: KnownRole | '') => void;
}): ReactNode {
  return (
    <div className={`${review.frame} ${classes.scroll}`}>
      <table className={`${review.columns} ${classes.columns}`} aria-label="Columns of the file">
        <thead>
          <tr>
            <th scope="col">Column</th>
            <th scope="col">Example</th>
            <th scope="col">Says</th>
          </tr>
        </thead>
        <tbody>
          {columns.map(({ index, header, role, samples }) => (
            <tr key={index} data-left-out={role === ''}>
              <th scope="row" dir="auto" title={header}>
                {header}
              </th>
              <td dir="auto" title={samples.join(' · ')}>
                {samples.join(' · ')}
              </td>
              <td>
                <NativeSelect
                  size="xs"
                  aria-label={`What ${header} says`}
                  value={role}
                  onChange={(event) => onChoose(index, event.currentTarget.value as KnownRole | '')}
                >
                  <option value="">Skip</option>
                  {knownRoles.map((one) => (
                    <option key={one} value={one}>
                      {knownRoleLabels[one]}
                    </option>
                  ))}
                </NativeSelect>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The rows whose company nothing but their name says, to be looked over: that may be another company. */
function MatchedByName({ byName }: { readonly byName: KnownPreview['by_name'] }): ReactNode {
  if (byName === undefined || byName.count === 0) return null;
  const { count, rows } = byName;
  return (
    <>
      <p className={classes.text}>{namedText(byName)}</p>
      {/* It scrolls, which must work by key, too. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section className={`${review.frame} ${classes.named}`} aria-label="Rows matched by name alone" tabIndex={0}>
        <ul>
          {rows.map(({ line, name, company, says }) => (
            <li key={line}>
              <span className={classes.line}>Row {formatCount(line)}</span>
              <span dir="auto">{name}</span>
              <span dir="auto">
                {company} <span className={classes.hint}>{says}</span>
              </span>
            </li>
          ))}
          {count > rows.length && <li>and {formatCount(count - rows.length)} more</li>}
        </ul>
      </section>
    </>
  );
}

/** Rows that name no company that are shown. */
const skippedShown = 5;

function Outcome({ preview, isStale }: { readonly preview: KnownPreview; readonly isStale: boolean }): ReactNode {
  const { problem, replaces, skipped, skipped_rows: rows, is_same: isSame } = preview;
  // Until it is known which column has the names, every row is one without.
  const isCounted = preview.columns.some(({ role }) => role === 'name' || role === 'website');
  const shown = isCounted ? rows.slice(0, skippedShown) : [];
  return (
    <div className={classes.outcome} aria-live="polite" data-stale={isStale}>
      {isCounted && (
        <p className={classes.text}>
          <strong>{countsText(preview)}</strong>
        </p>
      )}
      {isCounted && <MatchedByName byName={preview.by_name} />}
      {problem !== '' && <p className={review.problem}>{problem}</p>}
      {isSame && <p className={classes.hint}>This file was imported before. Nothing would change.</p>}
      {replaces !== null && problem === '' && (
        <p className={classes.hint}>
          Replaces “{replaces.file}” of {formatDay(replaces.day)}, {counted(replaces.rows, 'row', 'rows')}.
        </p>
      )}
      {shown.length > 0 && (
        <ul className={classes.skipped} aria-label="Skipped rows">
          {shown.map(({ line, reason }) => (
            <li key={line}>{reason}</li>
          ))}
          {skipped > shown.length && <li>and {formatCount(skipped - shown.length)} more</li>}
        </ul>
      )}
      <p className={classes.hint}>No company is changed, and you can undo this.</p>
    </div>
  );
}
