import { IconFileImport } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { useHasWorkspace } from '../../data/bridgeValues.ts';
import { draggedOf, droppedFiles, filesOfDrop, type Dragged } from '../../data/droppedFiles.ts';
import { showDone } from '../../ui/toasts.tsx';
import classes from './FileDrop.module.css';

const accepted = 'CSV, TSV, XLSX, JSON or JSON Lines';

/**
 * The whole window takes dropped files, on every screen, and leads to the import with them. Nothing that is dropped
 * leaves the app: a browser would open it in the place of Winnow.
 */
export function FileDrop(): ReactNode {
  const navigate = useNavigate();
  const hasWorkspace = useHasWorkspace();
  const [dragged, setDragged] = useState<Dragged | null>(null);
  const take = useEffectEvent((transfer: DataTransfer, kind: Dragged): void => {
    const { files, folders } = filesOfDrop(transfer);
    const problem = problemOf(kind, { files: files.length, folders, hasWorkspace });
    if (problem !== '') showDone(problem);
    if (kind !== 'files' || !hasWorkspace || files.length === 0 || isDialogOpen()) return;
    droppedFiles.set([...droppedFiles.get(), ...files]);
    if (window.location.pathname !== '/workspace') void navigate('/workspace');
  });
  useEffect(() => watchDrops({ over: setDragged, dropped: (transfer, kind) => take(transfer, kind) }), []);
  if (dragged !== 'files') return null;
  return (
    <div className={classes.over} role="presentation">
      <div className={classes.target}>
        <IconFileImport size={28} stroke={1.5} aria-hidden />
        <strong>{hasWorkspace ? 'Drop to import' : 'Files can’t be imported here'}</strong>
        <span>{hasWorkspace ? `${accepted}. You check the columns before anything is imported.` : staffOnly}</span>
      </div>
    </div>
  );
}

const staffOnly = 'Only staff can import companies on this server.';

/** Why what was dropped is not imported, or not all of it; `''` if it is. */
function problemOf(
  kind: Dragged,
  {
    files,
    folders,
    hasWorkspace,
  }: { readonly files: number; readonly folders: number; readonly hasWorkspace: boolean },
): string {
  if (kind !== 'files' || files + folders === 0) return `Only files can be dropped here: ${accepted}.`;
  if (!hasWorkspace) return staffOnly;
  if (isDialogOpen()) return 'Close the dialog first, then drop the files again.';
  if (folders === 0) return '';
  const rest = files > 0 ? ' The other files were taken.' : '';
  return `A folder can’t be dropped. Open it and drop the files in it.${rest}`;
}

/** A dialog that is open keeps the drop away: going to the import would lose what was typed into it. */
function isDialogOpen(): boolean {
  return document.querySelector('[role="dialog"][aria-modal="true"]') !== null;
}

/** True where the page takes the drop itself: a field takes a text, an import area takes a file. */
function isTaken({ target }: DragEvent, kind: Dragged): boolean {
  if (!(target instanceof Element)) return false;
  if (kind === 'files') return target.closest('[data-takes-files="true"]') !== null;
  return target.closest('input, textarea, [contenteditable="true"]') !== null;
}

/** Watches what is dragged over the window and dropped on it. */
function watchDrops({
  over,
  dropped,
}: {
  readonly over: (kind: Dragged | null) => void;
  readonly dropped: (transfer: DataTransfer, kind: Dragged) => void;
}): () => void {
  let beganHere = false;
  const kindOf = (transfer: DataTransfer): Dragged => draggedOf([...transfer.types], beganHere);
  const onOver = (event: DragEvent): void => {
    if (event.dataTransfer === null) return;
    const kind = kindOf(event.dataTransfer);
    over(kind);
    if (kind === 'own' || isTaken(event, kind)) return;
    // Without this the browser opens what is dropped.
    event.preventDefault();
  };
  const onDrop = (event: DragEvent): void => {
    over(null);
    if (event.dataTransfer === null) return;
    const kind = kindOf(event.dataTransfer);
    if (isTaken(event, kind)) return;
    event.preventDefault();
    if (kind !== 'own') dropped(event.dataTransfer, kind);
  };
  const onLeave = (event: DragEvent): void => {
    if (event.relatedTarget === null) over(null);
  };
  const began = (): void => void (beganHere = true);
  const ended = (): void => void (beganHere = false);
  const listeners = { dragstart: began, dragend: ended, dragover: onOver, drop: onDrop, dragleave: onLeave } as const;
  for (const [type, listener] of Object.entries(listeners)) window.addEventListener(type, listener as EventListener);
  return () => {
    for (const [type, listener] of Object.entries(listeners)) {
      window.removeEventListener(type, listener as EventListener);
    }
  };
}
