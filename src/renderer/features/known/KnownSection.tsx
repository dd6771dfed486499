import { Button, Group } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState, type ReactNode } from 'react';
import type { KnownRow, KnownSource } from '#shared/domain/known.ts';
import { counted, formatCount, formatDay } from '#shared/domain/formats.ts';
import { countsText } from '#shared/domain/knownText.ts';
import { AppError } from '#shared/errors.ts';
import { api, call, shellInfo } from '../../bridge/bridge.ts';
import { handOverFiles } from '../../bridge/bridgeConnect.ts';
import { useApiMutation, useApiQuery } from '../../data/useApi.ts';
import { useConfirm } from '../../ui/Dialog.tsx';
import { LoadingFace } from '../../ui/Faces.tsx';
import { Section } from '../../ui/Screen.tsx';
import { showDone, showFailure } from '../../ui/toasts.tsx';
import { ChooseDialog } from './ChooseDialog.tsx';
import review from '../../ui/Review.module.css';
import classes from './Known.module.css';
import { KnownImportDialog, type SentFile } from './KnownImportDialog.tsx';
import { rowsCsv } from './knownTexts.ts';

/** What the user's companies are known from, and the way to import more. */
export function KnownSection({
  disabled,
  onAdd,
  isBusy = false,
}: {
  readonly disabled: boolean;
  /** Takes rows that are not in the database as a file of companies to import; absent for who may not import any. */
  readonly onAdd?: (file: File) => void;
  /** Companies can’t be imported now. */
  readonly isBusy?: boolean;
}): ReactNode {
  const sources = useApiQuery('listKnownSources', {}, { staleTime: Infinity, retry: false });
  const chooser = useRef<HTMLInputElement>(null);
  const { sent, clear, send, choose } = useFile();
  const hasDialog = shellInfo().capabilities.openDialog;
  // A server from before there were known companies.
  if (sources.isError && AppError.from(sources.error).code === 'not_found') return null;
  return (
    <Section
      title="Known companies"
      aside={
        <Button
          variant="default"
          disabled={disabled}
          loading={send.isPending}
          onClick={() => (hasDialog ? choose() : chooser.current?.click())}
        >
          Import as known
        </Button>
      }
    >
      <input
        ref={chooser}
        type="file"
        hidden
        aria-label="File of known companies"
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          if (file !== undefined) send.mutate(file);
          // The same file can be chosen again.
          event.currentTarget.value = '';
        }}
      />
      {send.isError && (
        <p className={review.problem} role="alert">
          {send.error.message} Nothing was imported.
        </p>
      )}
      {sources.isPending && <LoadingFace lines={1} label="Loading known companies" />}
      {sources.isError && (
        <p className={review.problem} role="alert">
          Couldn’t load what is known. {sources.error.message}{' '}
          <Button variant="subtle" size="compact-xs" onClick={() => void sources.refetch()}>
            Retry
          </Button>
        </p>
      )}
      {sources.data !== undefined && (
        <Sources sources={sources.data.results} disabled={disabled} onAdd={isBusy ? undefined : onAdd} />
      )}
      {sent !== null && <KnownImportDialog key={sent.token} file={sent} onClose={clear} />}
    </Section>
  );
}

/** Gives a file to the API, which keeps it until it is imported. */
function useFile() {
  const [sent, setSent] = useState<SentFile | null>(null);
  const send = useMutation({
    mutationFn: async (file: File | null): Promise<SentFile | null> => {
      if (file === null) return call('known.chooseFile', null);
      const [token = ''] = await handOverFiles([file]);
      return call('known.send', { token });
    },
    onSuccess: setSent,
  });
  return { sent, send, choose: () => send.mutate(null), clear: () => setSent(null) };
}

function Sources({
  sources,
  disabled,
  onAdd,
}: {
  readonly sources: readonly KnownSource[];
  readonly disabled: boolean;
  readonly onAdd: ((file: File) => void) | undefined;
}): ReactNode {
  if (sources.length === 0) {
    return (
      <p className={classes.text}>
        Import an export of Affinity, Attio, HubSpot, Salesforce, Notion, Airtable or a spreadsheet, and its companies
        are marked with their status everywhere. No company is changed.
      </p>
    );
  }
  return (
    <ul className={classes.sources}>
      {sources.map((source) => (
        <Source key={source.id} source={source} disabled={disabled} onAdd={onAdd} />
      ))}
    </ul>
  );
}

function Source({
  source,
  disabled,
  onAdd,
}: {
  readonly source: KnownSource;
  readonly disabled: boolean;
  readonly onAdd: ((file: File) => void) | undefined;
}): ReactNode {
  const { name, file, day, to_choose: toChoose } = source;
  const [isChoosing, setChoosing] = useState(false);
  return (
    <li>
      <div className={classes.source}>
        <p className={classes.text}>
          <strong dir="auto">{name}</strong> <span className={classes.file}>{file}</span>{' '}
          <span className={classes.hint}>{formatDay(day)}</span>
        </p>
        <p className={classes.hint}>{countsText(source)}</p>
      </div>
      <Group gap="xs">
        {toChoose > 0 && (
          <Button size="compact-sm" variant="light" disabled={disabled} onClick={() => setChoosing(true)}>
            Choose {formatCount(toChoose)}
          </Button>
        )}
        <MissingButtons source={source} disabled={disabled} onAdd={onAdd} />
        <UndoButton source={source} disabled={disabled} />
      </Group>
      {isChoosing && <ChooseDialog source={source} onClose={() => setChoosing(false)} />}
    </li>
  );
}

/** What can be done with rows that are about no company here. */
function MissingButtons({
  source,
  disabled,
  onAdd,
}: {
  readonly source: KnownSource;
  readonly disabled: boolean;
  readonly onAdd: ((file: File) => void) | undefined;
}): ReactNode {
  const rows = useMissing(source);
  const { name, missing } = source;
  if (missing === 0) return null;
  return (
    <>
      {onAdd !== undefined && (
        <Button
          size="compact-sm"
          variant="default"
          disabled={disabled}
          loading={rows.isPending}
          onClick={() => rows.mutate('add', { onSuccess: (csv) => onAdd(csvFile(name, csv)) })}
        >
          Add {formatCount(missing)} missing
        </Button>
      )}
      <Button
        size="compact-sm"
        variant="default"
        loading={rows.isPending}
        onClick={() => rows.mutate('save', { onSuccess: (csv) => saveFile(csvFile(name, csv)) })}
      >
        Save missing as CSV
      </Button>
    </>
  );
}

/** Takes the newest file of a source back, once the user has said so. */
function UndoButton({ source, disabled }: { readonly source: KnownSource; readonly disabled: boolean }): ReactNode {
  const { id, name, rows, replaced } = source;
  const undo = useApiMutation('undoKnown');
  const { dialog, confirm } = useConfirm();
  const ask = (): void =>
    confirm({
      title: `Undo the import from ${name}?`,
      consequences:
        replaced === null
          ? `Its ${counted(rows, 'row is', 'rows are')} not known any more. You can import the file again.`
          : `“${replaced.file}” of ${formatDay(replaced.day)} counts again. You can import this file again.`,
      action: 'Undo',
      isDestructive: true,
      run: () =>
        undo.mutate(
          { params: { id } },
          {
            onSuccess: () => showDone(`Undone: the import from ${name}.`),
            onError: (error) => showFailure('Not undone', error),
          },
        ),
    });
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`Undo the import from ${name}`}
        disabled={disabled}
        loading={undo.isPending}
        onClick={ask}
      >
        Undo
      </Button>
      {dialog}
    </>
  );
}

/** How many rows are asked for at a time. */
const rowsAtOnce = 1000;

/** Reads all rows of a source that are about no company, as CSV. */
function useMissing({ id }: KnownSource) {
  return useMutation({
    mutationFn: async (_for: 'add' | 'save') => {
      const rows: KnownRow[] = [];
      for (let page = 0; ; page++) {
        const query = { part: 'missing', page, page_size: rowsAtOnce } as const;
        const { results, next } = await api('listKnownRows', { params: { id }, query });
        rows.push(...results);
        if (next === null) return rowsCsv(rows);
      }
    },
    onError: (error) => showFailure('Not read', error),
  });
}

function csvFile(source: string, csv: string): File {
  const name = source.replaceAll(/[/\\:*?"<>|]/g, '-');
  return new File([csv], `${name}, not in the database.csv`, { type: 'text/csv' });
}

/** Offers a file that was made in the page. */
function saveFile(file: File): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = file.name;
  link.click();
  URL.revokeObjectURL(url);
}
