import { Button, Group } from '@mantine/core';
import { IconArrowMerge } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import type { Duplicates, MergePair } from '#shared/bridge/workspace.ts';
import { linkOf, preferredDescription, type Company } from '#shared/domain/company.ts';
import { domainOf } from '#shared/domain/webAddress.ts';
import { formatCount } from '#shared/domain/formats.ts';
import { AppError } from '#shared/errors.ts';
import { call } from '../../bridge/bridge.ts';
import { keys } from '../../data/keys.ts';
import { useCommands } from '../../keyboard/CommandProvider.tsx';
import { Keys } from '../../keyboard/Keys.tsx';
import { Dialog, Problem } from '../../ui/Dialog.tsx';
import { EmptyFace, ErrorFace, LoadingFace } from '../../ui/Faces.tsx';
import { showUndo } from '../../ui/toasts.tsx';
import { factsOf } from '../company/CompanyDetails.tsx';
import review from '../../ui/Review.module.css';
import classes from './Merge.module.css';
import { useMerge } from './useMerge.ts';

/** Shows two companies side by side with what they would be as one, and merges them if the user says so. */
export function MergeDialog({
  ids,
  onClose,
}: {
  readonly ids: readonly [number, number];
  readonly onClose: () => void;
}): ReactNode {
  const query = useQuery({
    queryKey: [...keys.duplicates, ids],
    queryFn: () => call('workspace.previewMerge', { ids: [...ids] }),
    staleTime: 0,
    gcTime: 0,
  });
  const done = (message: string, undo: () => void): void => {
    onClose();
    showUndo(message, undo);
  };
  return (
    <Dialog title="Are these the same company?" size="56rem" onClose={onClose}>
      {query.data !== undefined && <Pair pair={query.data} isAlone onDone={done} />}
      {query.isPending && <LoadingFace label="Comparing the two companies" />}
      {query.isError && <NotCompared error={query.error} onRetry={() => void query.refetch()} onClose={onClose} />}
    </Dialog>
  );
}

/** Two companies that cannot be merged as they are, or that could not be read. */
function NotCompared({
  error,
  onRetry,
  onClose,
}: {
  readonly error: Error;
  readonly onRetry: () => void;
  readonly onClose: () => void;
}): ReactNode {
  const title = 'They can’t be compared.';
  if (AppError.from(error).retryable) return <ErrorFace title={title} error={error} onRetry={onRetry} />;
  return (
    <EmptyFace icon={IconArrowMerge} title={title} text={`${AppError.from(error).message} Nothing was changed.`}>
      <Button variant="default" onClick={onClose}>
        Close
      </Button>
    </EmptyFace>
  );
}

/** Goes through likely duplicates, one pair after the other. */
export function ReviewDialog({
  duplicates: { pairs, count, isMore },
  onClose,
}: {
  readonly duplicates: Duplicates;
  readonly onClose: () => void;
}): ReactNode {
  const [at, setAt] = useState(0);
  const [last, setLast] = useState<Step | null>(null);
  // A pair that was dealt with is no longer in the list: the next one is in its place.
  const index = Math.min(at, pairs.length - 1);
  const pair = pairs[index];
  const go = (step: number): void => setAt(Math.min(Math.max(index + step, 0), pairs.length - 1));
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // The button that was pressed has gone with its pair; when the dialog opens, it takes the keyboard itself.
    if (document.activeElement !== document.body) return;
    place.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus({ preventScroll: true });
  });
  const undo = (): void => {
    last?.undo();
    setLast(null);
  };
  useCommands({ 'list.next': () => go(1), 'list.previous': () => go(-1), 'triage.undo': undo }, { layer: 'dialog' });
  return (
    <Dialog title="Are these the same company?" size="56rem" onClose={onClose}>
      <div ref={place}>
        {last !== null && (
          <output className={review.last}>
            <span>{last.message}</span>
            <Button variant="light" size="compact-sm" onClick={undo} rightSection={<Keys id="triage.undo" />}>
              Undo
            </Button>
          </output>
        )}
        {pair === undefined ? (
          <AllDone onClose={onClose} />
        ) : (
          <>
            <div className={`${review.position} ${classes.position}`}>
              <span>
                {formatCount(index + 1)} of {formatCount(count)}
                {isMore ? ' or more' : ''} · {reasons[pair.reason]}
              </span>
              <Group gap="xs">
                <Button variant="default" size="compact-sm" disabled={index === 0} onClick={() => go(-1)}>
                  Previous
                </Button>
                <Button variant="default" size="compact-sm" disabled={index === pairs.length - 1} onClick={() => go(1)}>
                  Skip
                </Button>
              </Group>
            </div>
            <Pair
              key={`${pair.kept.id} ${pair.gone.id}`}
              pair={pair}
              isAlone={false}
              onDone={(message, undoIt) => setLast({ message, undo: undoIt })}
            />
          </>
        )}
      </div>
    </Dialog>
  );
}

/** What was done last, and how it is undone. */
interface Step {
  readonly message: string;
  readonly undo: () => void;
}

const reasons = {
  site: 'Different names, same website',
  name: 'Same name',
} as const satisfies Record<Duplicates['pairs'][number]['reason'], string>;

function AllDone({ onClose }: { readonly onClose: () => void }): ReactNode {
  return (
    <>
      <p className={classes.text}>No more likely duplicates.</p>
      <Group justify="flex-end" mt="md">
        <Button onClick={onClose} data-autofocus>
          Close
        </Button>
      </Group>
    </>
  );
}

function Pair({
  pair,
  isAlone,
  onDone,
}: {
  readonly pair: MergePair;
  /** The user chose these two: there is nothing to say where they are not one. */
  readonly isAlone: boolean;
  readonly onDone: (message: string, undo: () => void) => void;
}): ReactNode {
  const { merge, setApart, isPending, problem } = useMerge(onDone);
  const one = (): void => {
    if (!isPending) merge(pair);
  };
  useCommands({ 'company.merge': one }, { layer: 'dialog' });
  const button = useRef<HTMLButtonElement>(null);
  // The two are compared after the dialog has opened, with nothing in it yet to take the keyboard.
  useLayoutEffect(() => {
    if (isAlone) button.current?.focus({ preventScroll: true });
  }, [isAlone]);
  return (
    <>
      <PairTable pair={pair} />
      <p className={classes.hint}>
        The merged company keeps the lists, collections and decisions of both. Later imports of either update it. You
        can undo this.
      </p>
      {problem !== '' && <Problem title="Nothing was changed." reason={problem} />}
      <Group justify="flex-end" gap="xs" mt="sm">
        {!isAlone && (
          <Button variant="default" disabled={isPending} onClick={() => setApart(pair)}>
            Keep both
          </Button>
        )}
        <Button
          ref={button}
          loading={isPending}
          onClick={one}
          rightSection={<Keys id="company.merge" />}
          data-autofocus
        >
          Merge
        </Button>
      </Group>
    </>
  );
}

/** What both say, beside what they would say as one; where the two differ stands out. */
export function PairTable({ pair: { kept, gone, merged } }: { readonly pair: MergePair }): ReactNode {
  const columns = [kept, gone, merged].map(rowsOf);
  const terms = [...new Set(columns.flatMap((rows) => [...rows.keys()]))];
  return (
    // It scrolls, which must work by key, too.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={`${review.frame} ${classes.scroll}`} aria-label="The two companies" tabIndex={0}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Fact</th>
            <th scope="col">{kept.name}</th>
            <th scope="col">{gone.name}</th>
            <th scope="col" className={classes.merged}>
              Merged
            </th>
          </tr>
        </thead>
        <tbody>
          {terms.map((term) => {
            const [a = '', b = '', one = ''] = columns.map((rows) => rows.get(term));
            const differs = a !== '' && b !== '' && a !== b;
            return (
              <tr key={term} data-differs={differs || undefined}>
                <th scope="row">{term}</th>
                <td dir="auto">{a}</td>
                <td dir="auto">{b}</td>
                <td dir="auto" className={classes.merged}>
                  {one}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

/** Facts that say nothing about which company it is. */
const leftOut: ReadonlySet<string> = new Set([
  'Region',
  'Discovered',
  'Crunchbase rank',
  'Text relevance',
  'Followers',
]);

/** What is shown of a company, by what it is called. */
function rowsOf(company: Company): Map<string, string> {
  const isKnown = ({ term }: { readonly term: string }): boolean =>
    !leftOut.has(term) && !(term === 'Size' && company.sizeCategory === 'unknown');
  const facts = factsOf(company)
    .filter(isKnown)
    .map(({ term, value }) => [term, value] as const);
  const rows = [
    ['Name', company.name],
    ['Website', domainOf(linkOf(company, 'website'))],
    ...facts,
    ['What it does', preferredDescription(company.description)],
    ['From files', company.from_files.join(', ')],
  ] as const;
  return new Map(rows.filter(([, value]) => value !== ''));
}
