import { Button, Checkbox, Group } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { IconFileImport } from '@tabler/icons-react';
import {
  useEffect,
  useEffectEvent,
  useId,
  useMemo,
  useRef,
  useState,
  type HTMLAttributes,
  type ReactNode,
  type RefObject,
} from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import {
  fileToken,
  type ImportPreview,
  type LastImport as LastImportInfo,
  type WorkspaceJob,
  type WorkspaceStatus,
} from '#shared/bridge/workspace.ts';
import { counted, formatCount, formatMoment } from '#shared/domain/formats.ts';
import type { LikelyRows as Rows } from '#shared/domain/likelyRows.ts';
import { useSession } from '../../data/bridgeValues.ts';
import { droppedFiles } from '../../data/droppedFiles.ts';
import { asksForFiles } from '../../data/routeState.ts';
import { useWorkspaceCommand } from '../../data/useApi.ts';
import { JobProgress, LoadingFace } from '../../ui/Faces.tsx';
import { Section } from '../../ui/Screen.tsx';
import { useConfirm } from '../../ui/Dialog.tsx';
import { useStore } from '../../ui/store.ts';
import { showDone } from '../../ui/toasts.tsx';
import { CurrencyRates, useRates, type ChosenRates } from './CurrencyRates.tsx';
import { FilePreview, filesOf, groupsOf, SheetChoice } from './FilePreview.tsx';
import type { Days } from './FilesWithDays.tsx';
import { JobResult } from './JobOutcome.tsx';
import review from '../../ui/Review.module.css';
import classes from './Workspace.module.css';
import { fieldOf, saveCorrections, savedCorrections, type Corrections } from './columnCorrections.ts';
import { choicesOf, nothingChosen, type Chosen } from './likelyChoices.ts';
import { LikelyRows } from './LikelyRows.tsx';
import { useReadFiles } from './filesAsRead.ts';
import type { FilePreviews } from './useFilePreviews.ts';

/** Import: drop or choose files, check what was recognised, then import. */
export function ImportSection({
  workspace,
  files,
  disabled,
}: {
  readonly workspace: WorkspaceStatus;
  readonly files: FilePreviews;
  readonly disabled: boolean;
}): ReactNode {
  const { previews } = files;
  const isLocal = useSession().place === 'local';
  const drop = useRef<HTMLDivElement>(null);
  const openChooser = useRef<() => void>(null);
  useAskedChoice({ files, disabled, drop, openChooser });
  useDroppedFiles(files, disabled);
  return (
    <Section title="Import">
      {previews.length > 0 ? (
        <Chosen files={files} workspace={workspace} disabled={disabled} />
      ) : (
        <>
          <Dropzone
            ref={drop}
            openRef={openChooser}
            className={classes.drop ?? ''}
            onDrop={(dropped) => files.handOver(dropped)}
            activateOnClick={!files.hasDialog}
            activateOnKeyboard={!files.hasDialog}
            {...(files.hasDialog ? asButton(files.choose) : {})}
            disabled={disabled || files.isPending}
            data-takes-files={!disabled && !files.isPending}
            // If the shell's dialog chooses files, the area is a button, and a button may not contain another control.
            inputProps={{ 'aria-label': 'Files to import', disabled: files.hasDialog }}
          >
            <IconFileImport size={24} stroke={1.5} aria-hidden />
            <span>
              Drop files here, or <strong>choose files</strong>
            </span>
            <span className={classes.hint}>CSV, TSV, XLSX, JSON or JSON Lines, in any common encoding</span>
          </Dropzone>
          {files.isPending && (
            <LoadingFace lines={2} label={isLocal ? 'Reading the files' : 'Sending the files to the server'} />
          )}
        </>
      )}
      {previews.length === 0 && workspace.lastImport !== null && (
        <LastImport info={workspace.lastImport} disabled={disabled} />
      )}
      {files.error !== null && (
        <p className={review.problem} role="alert">
          {files.error.message} Nothing was imported.
        </p>
      )}
    </Section>
  );
}

/** Makes the area itself a button, by mouse and keyboard: the shell's dialog replaces the browser's. */
function asButton(
  choose: () => void,
): Pick<HTMLAttributes<HTMLElement>, 'role' | 'tabIndex' | 'onClick' | 'onKeyDown'> {
  return {
    role: 'button',
    tabIndex: 0,
    onClick: choose,
    onKeyDown: (event) => {
      if (event.key !== 'Enter' && event.key !== ' ') return;
      event.preventDefault();
      choose();
    },
  };
}

/** Takes the files that were dropped elsewhere on the window. */
function useDroppedFiles(files: FilePreviews, disabled: boolean): void {
  const dropped = useStore(droppedFiles);
  const take = useEffectEvent((taken: readonly File[]) => {
    if (disabled || files.isPending) showDone('Wait until this has finished, then drop the files again.');
    else files.handOver(taken);
  });
  useEffect(() => {
    if (dropped.length === 0) return;
    droppedFiles.set([]);
    take(dropped);
  }, [dropped]);
}

/** Opens the file chooser if the link here asked for it; if a browser forbids that, the drop area gets the focus. */
function useAskedChoice({
  files,
  disabled,
  drop,
  openChooser,
}: {
  readonly files: FilePreviews;
  readonly disabled: boolean;
  readonly drop: RefObject<HTMLDivElement | null>;
  readonly openChooser: RefObject<(() => void) | null>;
}): void {
  const { state } = useLocation();
  const navigate = useNavigate();
  const isAsked = asksForFiles(state) && !disabled;
  const latest = useRef({ files, navigate });
  useEffect(() => {
    latest.current = { files, navigate };
  });
  useEffect(() => {
    if (!isAsked) return;
    // Once: returning to this place in the history does not ask again.
    void latest.current.navigate('.', { replace: true, state: null });
    drop.current?.scrollIntoView({ block: 'nearest' });
    drop.current?.focus();
    if (latest.current.files.hasDialog) latest.current.files.choose();
    else openChooser.current?.();
  }, [isAsked, drop, openChooser]);
}

/** The chosen files, what was recognised in them, and the next step. */
function Chosen({
  files,
  workspace,
  disabled,
}: {
  readonly files: FilePreviews;
  readonly workspace: WorkspaceStatus;
  readonly disabled: boolean;
}): ReactNode {
  const { previews, clear } = files;
  const isLocal = useSession().place === 'local';
  const choice = useImportChoice(files, workspace.job);
  const { readable, corrections, checkedRows } = choice;
  const noDay = readable.some(({ token }) => choice.days[token] === null);
  return (
    <>
      {filesOf(previews).map((parts) => (
        <SheetChoice
          key={parts[0].token}
          parts={parts}
          choosing={files.choosing}
          disabled={disabled}
          onChoose={(sheets) => choice.chooseSheets(parts[0].token, sheets)}
        />
      ))}
      {groupsOf(previews).map((group) => (
        <FilePreview
          key={group[0].token}
          group={group}
          corrections={corrections}
          onCorrect={choice.correct}
          days={choice.days}
          onDay={choice.setDay}
          rates={choice.rates.given}
        />
      ))}
      <CurrencyRates previews={choice.asRead} onRate={choice.rates.set} />
      <div className={classes.footer}>
        {isLocal && workspace.sampleCompanies > 0 && readable.length > 0 && (
          <Checkbox
            mb="sm"
            size="xs"
            label="Remove the sample data after a successful import"
            checked={choice.removeSample}
            onChange={(event) => choice.setRemoveSample(event.currentTarget.checked)}
          />
        )}
        <Problems choice={choice} noDay={noDay} />
        <ImportButtons
          disabled={disabled || files.isPending || readable.length === 0 || noDay || choice.rates.isWrong}
          isImporting={choice.isImporting}
          onImport={choice.runImport}
          onCheck={choice.runCheck}
          // A check that runs has a button of its own to cancel it.
          onCancel={workspace.job?.state === 'running' && workspace.job.dryRun ? null : clear}
        />
      </div>
      <CheckResult job={workspace.job} checked={choice.checked}>
        {checkedRows !== undefined && (
          <LikelyRows likely={checkedRows} chosen={choice.likely} onChoose={choice.setLikely} />
        )}
      </CheckResult>
    </>
  );
}

/** What is wrong with what was chosen, and why the last try has failed. */
function Problems({ choice, noDay }: { readonly choice: ImportChoice; readonly noDay: boolean }): ReactNode {
  const { readable, corrections, failure, rates } = choice;
  const noName = readable.length > 0 && !readable.some((preview) => hasName(preview, corrections));
  return (
    <>
      {noName && (
        <p className={review.problem}>No column holds the company name. Rows without a name will be rejected.</p>
      )}
      {noDay && <p className={review.problem}>What is typed as the day of a file is no day.</p>}
      {rates.isWrong && <p className={review.problem}>What is typed as a rate is no number above 0.</p>}
      {failure !== null && (
        <p className={review.problem} role="alert">
          {failure.message} Nothing was imported.
        </p>
      )}
    </>
  );
}

/** What is chosen about files: their sheets, the fields of their columns, their days, what happens to the sample. */
interface ImportChoice {
  /** The previews of what can be imported. */
  readonly readable: readonly ImportPreview[];
  /** The same, read with the corrections. */
  readonly asRead: readonly ImportPreview[];
  readonly corrections: Corrections;
  readonly days: Days;
  readonly rates: ChosenRates;
  readonly removeSample: boolean;
  /** What the check of exactly this choice says of rows that may be companies that are here; undefined before it. */
  readonly checkedRows: Rows | undefined;
  readonly likely: Chosen;
  readonly isImporting: boolean;
  /** The id of the check of exactly this choice. */
  readonly checked: string | undefined;
  readonly failure: Error | null;
  readonly correct: (next: Corrections) => void;
  readonly setDay: (tokens: readonly string[], day: string | null) => void;
  readonly setRemoveSample: (remove: boolean) => void;
  readonly setLikely: (chosen: Chosen) => void;
  readonly chooseSheets: (token: string, sheets: readonly string[]) => void;
  readonly runImport: () => void;
  readonly runCheck: () => void;
}

function useImportChoice(files: FilePreviews, job: WorkspaceJob | null): ImportChoice {
  const { previews } = files;
  // Nothing goes unless it is asked for; after the first import that is proposed, with what would go.
  const [removeSample, setRemoveSample] = useState(false);
  const saved = useMemo(() => savedCorrections(previews, localStorage), [previews]);
  const [corrected, setCorrected] = useState<Corrections>({});
  const [days, setDays] = useState<Days>({});
  const start = useWorkspaceCommand('workspace.startImport');
  const check = useWorkspaceCommand('workspace.startImport');
  const [likely, setLikely] = useState<Chosen>(nothingChosen);
  const checked = check.data?.job?.id;
  const checkedRows = job?.id === checked && job?.state === 'done' ? job.likely : undefined;
  /** Whatever is chosen otherwise, the check has counted something else. */
  const forgetCheck = (): void => {
    check.reset();
    setLikely(nothingChosen);
  };
  const corrections = { ...saved, ...corrected };
  const readable = previews.filter(({ problem }) => problem === '');
  const asRead = useReadFiles(readable, corrections);
  const rates = useRates(asRead, forgetCheck);
  const input = {
    tokens: readable.map(({ token }) => token),
    removeSample,
    mappings: corrections,
    days: Object.fromEntries(readable.flatMap(({ token }) => (days[token] ? [[token, days[token]]] : []))),
    sheets: Object.fromEntries(readable.flatMap(({ token, read }) => (read.length > 0 ? [[token, read]] : []))),
    ...rates.input,
  };
  return {
    readable,
    asRead,
    corrections,
    days,
    rates,
    removeSample,
    isImporting: start.isPending,
    checked,
    checkedRows,
    likely,
    failure: start.error ?? check.error,
    correct: (next) => {
      setCorrected(next);
      forgetCheck();
    },
    setDay: (tokens, day) => {
      setDays((all) => ({ ...all, ...Object.fromEntries(tokens.map((token) => [token, day])) }));
      forgetCheck();
    },
    setRemoveSample: (remove) => {
      setRemoveSample(remove);
      forgetCheck();
    },
    setLikely,
    chooseSheets: (token, sheets) => {
      // Other sheets have other columns.
      setCorrected((all) => Object.fromEntries(Object.entries(all).filter(([part]) => fileToken(part) !== token)));
      forgetCheck();
      files.chooseSheets(token, sheets);
    },
    runImport: () => {
      saveCorrections(corrections, localStorage);
      const chosen = choicesOf(checkedRows, likely);
      const said = chosen === undefined ? {} : { likely: chosen };
      start.mutate({ ...input, ...said, dryRun: false }, { onSuccess: files.clear });
    },
    runCheck: () => {
      setLikely(nothingChosen);
      check.mutate({ ...input, dryRun: true });
    },
  };
}

function hasName(preview: ImportPreview, corrections: Corrections): boolean {
  return preview.columns.some((column) => fieldOf(column, preview, corrections) === 'name');
}

function ImportButtons({
  disabled,
  isImporting,
  onImport,
  onCheck,
  onCancel,
}: {
  readonly disabled: boolean;
  readonly isImporting: boolean;
  readonly onImport: () => void;
  readonly onCheck: () => void;
  readonly onCancel: (() => void) | null;
}): ReactNode {
  const hint = useId();
  return (
    <Group gap="xs">
      <Button disabled={disabled} loading={isImporting} onClick={onImport}>
        Import
      </Button>
      <Button variant="default" disabled={disabled} aria-describedby={hint} onClick={onCheck}>
        Check first
      </Button>
      {onCancel !== null && (
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
      )}
      <span id={hint} className={classes.hint}>
        Check first shows what would be added, updated or rejected, without changing anything.
      </span>
    </Group>
  );
}

/**
 * The counts from checking the chosen files, beside the button: above the files they would be out of sight. `checked`
 * is the id of their check, undefined before it and once the choice changes.
 */
export function CheckResult({
  job,
  checked,
  children,
}: {
  readonly job: WorkspaceJob | null;
  readonly checked: string | undefined;
  /** What follows from the counts. */
  readonly children?: ReactNode;
}): ReactNode {
  const cancel = useWorkspaceCommand('workspace.cancel');
  const place = useRef<HTMLDivElement>(null);
  const check = job?.dryRun === true && (job.state === 'running' || job.id === checked) ? job : null;
  const shown = check === null ? '' : `${check.id} ${check.state}`;
  useEffect(() => {
    if (shown === '' || place.current === null) return;
    place.current.scrollIntoView({ block: 'nearest' });
    // The pressed button is disabled while it counts, and loses the focus.
    if (document.activeElement === document.body) place.current.focus({ preventScroll: true });
  }, [shown]);
  return (
    <>
      {/* Only the end is announced, not each count on the way. */}
      <div ref={place} tabIndex={-1} aria-live="polite" className={check === null ? undefined : classes.check}>
        {check !== null && check.state !== 'running' && <JobResult key={check.id} job={check} />}
      </div>
      {check !== null && check.state !== 'running' && children}
      {check?.state === 'running' && <JobProgress job={check} onCancel={() => cancel.mutate(null)} />}
    </>
  );
}

/** The newest import, which can be undone: added companies go, changed ones return to what they were. */
export function LastImport({
  info,
  disabled,
}: {
  readonly info: LastImportInfo;
  readonly disabled: boolean;
}): ReactNode {
  const undo = useWorkspaceCommand('workspace.undoImport');
  const { dialog, confirm } = useConfirm();
  const ask = (): void =>
    confirm({
      title: `Undo the ${info.merged > 0 ? 'merge' : 'import'} from ${formatMoment(info.at)}?`,
      consequences: consequencesOf(info),
      action: nameOf(info),
      isDestructive: true,
      run: () => undo.mutate(null),
    });
  return (
    <div className={classes.lastImport}>
      <span>{lastImportText(info)}</span>
      <Button variant="default" disabled={disabled} loading={undo.isPending} onClick={ask}>
        {nameOf(info)}
      </Button>
      {dialog}
      {undo.isError && (
        <p className={review.problem} role="alert">
          {undo.error.message} Nothing was changed.
        </p>
      )}
    </div>
  );
}

/** The button that undoes it. */
function nameOf({ merged }: LastImportInfo): string {
  return merged > 0 ? 'Undo merge' : 'Undo import';
}

/** What can be undone. */
export function lastImportText({ at, added, changed, merged }: LastImportInfo): string {
  if (merged > 0) return `Last change: two companies merged, ${formatMoment(at)}`;
  return `Last import: ${formatMoment(at)}, ${formatCount(added)} added, ${formatCount(changed)} already here`;
}

function consequencesOf({ added, changed, merged }: LastImportInfo): string {
  if (merged > 0) return 'They will be two companies again, each with its own decisions. It can’t be undone.';
  const them = added === 1 ? 'it and its collection entries' : 'them and their collection entries';
  const gone =
    added === 0 ? '' : `This removes its ${counted(added, 'company', 'companies')}, your decisions on ${them}. `;
  const back = changed === 0 ? '' : `It restores the ${counted(changed, 'company', 'companies')} it updated. `;
  return `${gone}${back}It can’t be undone.`;
}
