import { Button, Group } from '@mantine/core';
import { IconArrowMerge } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import type { Duplicates, MergePair } from '#shared/bridge/workspace.ts';
import { linkOf, preferredDescription, type Company } from '#shared/domain/company.ts';
import { domainOf } from '#shared/domain/webAddress.ts';
import { formatCount } from '#shared/domain/formats.ts';
import { AppError } from '#shared/errors.ts';
import { call } from '../../bridge/bridge.ts';
import { keys } from '../../data/keys.ts';
import { useCommands } from '../../keyboard/CommandProvider.tsx';
import { KeyCaps, Keys } from '../../keyboard/Keys.tsx';
import { Dialog, Problem } from '../../ui/Dialog.tsx';
import { EmptyFace, ErrorFace, LoadingFace } from '../../ui/Faces.tsx';
import { isolated } from '../../ui/title.ts';
import { showUndo } from '../../ui/toasts.tsx';
import { factsOf } from '../company/CompanyDetails.tsx';
import frames from '../../ui/Review.module.css';
import classes from './Merge.module.css';
import { isSamePair, settle, takeBack, useReview, type Answer } from './useMerge.ts';

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
  const client = useQueryClient();
  const merging = useMutation({
    mutationFn: ({ pair, answer }: { pair: MergePair; answer: Answer }) => settle(pair, answer),
    onSuccess: async (step) => {
      onClose();
      showUndo(step.message, () => void takeBack(step));
      await client.invalidateQueries({ queryKey: keys.duplicates });
    },
  });
  return (
    <Dialog title="Are these the same company?" size="56rem" onClose={onClose}>
      {merging.isError && <Problem title="Nothing was changed." reason={merging.error.message} />}
      {query.data !== undefined && (
        <Pair
          pair={query.data}
          isPending={merging.isPending}
          onAnswer={(answer) => merging.mutate({ pair: query.data, answer })}
        />
      )}
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
  // The pair that is looked at stays whatever becomes of the list meanwhile: a key is about what is seen.
  const [shown, setShown] = useState<OfferedPair | null>(null);
  const review = useReview();
  const open = pairs.filter(review.isOpen);
  const pair = shown !== null && review.isOpen(shown) ? shown : open[0];
  const index = Math.max(pair === undefined ? 0 : open.findIndex((each) => isSamePair(each, pair)), 0);
  const left = Math.max(count - (pairs.length - open.length), pair === undefined ? 0 : 1);
  const go = (step: number): void => setShown(open[index + step] ?? pair ?? null);
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // The button that was pressed has gone with its pair; when the dialog opens, it takes the keyboard itself.
    if (document.activeElement !== document.body) return;
    place.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus({ preventScroll: true });
  });
  const undo =
    review.last === null
      ? null
      : () => {
          setShown(review.last);
          review.undo();
        };
  useCommands(
    { 'list.next': () => go(1), 'list.previous': () => go(-1), 'triage.undo': () => undo?.() },
    { layer: 'dialog' },
  );
  return (
    <Dialog title="Are these the same company?" size="56rem" onClose={onClose}>
      <div ref={place}>
        {undo !== null && <LastAnswer said={review.said} onUndo={undo} />}
        {review.problem !== '' && <Problem title="Nothing was changed." reason={review.problem} />}
        {pair === undefined && left > 0 && <LoadingFace label="Looking for the next pairs" />}
        {pair === undefined && left <= 0 && <AllDone onClose={onClose} />}
        {pair !== undefined && (
          <>
            <div className={`${frames.position} ${classes.position}`}>
              <span>
                {formatCount(index + 1)} of {formatCount(left)}
                {isMore ? ' or more' : ''} · {reasons[pair.reason]}
              </span>
              <Group gap="xs">
                <Move label="Previous" caps="k" disabled={index === 0} onMove={() => go(-1)} />
                <Move label="Later" caps="j" disabled={index === open.length - 1} onMove={() => go(1)} />
              </Group>
            </div>
            <Pair
              key={`${pair.kept.id} ${pair.gone.id}`}
              pair={pair}
              mayBeTwo
              isPending={false}
              onAnswer={(answer) => {
                setShown(open[index + 1] ?? open[index - 1] ?? null);
                review.answer(pair, answer);
              }}
            />
          </>
        )}
      </div>
    </Dialog>
  );
}

/** What was answered last, and how it is taken back. */
function LastAnswer({ said, onUndo }: { readonly said: string; readonly onUndo: () => void }): ReactNode {
  return (
    <output className={frames.last}>
      <span>{said}</span>
      <Button variant="light" size="compact-sm" onClick={onUndo} rightSection={<Keys id="triage.undo" />}>
        Undo
      </Button>
    </output>
  );
}

/** Goes to another pair without an answer. */
function Move({
  label,
  caps,
  disabled,
  onMove,
}: {
  readonly label: string;
  readonly caps: string;
  readonly disabled: boolean;
  readonly onMove: () => void;
}): ReactNode {
  return (
    <Button
      variant="default"
      size="compact-sm"
      disabled={disabled}
      onClick={onMove}
      rightSection={<KeyCaps keys={caps} />}
    >
      {label}
    </Button>
  );
}

type OfferedPair = Duplicates['pairs'][number];

const reasons = {
  site: 'Different names, same website',
  name: 'Same name',
} as const satisfies Record<OfferedPair['reason'], string>;

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

/** The names that two companies may have as one, each once, in the order of the table. */
function namesOf({ kept, gone }: MergePair): readonly string[] {
  return [...new Set([kept.name, gone.name])];
}

/** Two companies and what may be said of them: a digit merges them under a name, `b` keeps both. */
function Pair({
  pair,
  mayBeTwo = false,
  isPending,
  onAnswer,
}: {
  readonly pair: MergePair;
  /** Whether it may be said that they are two: where the user has chosen them, there is nothing to say. */
  readonly mayBeTwo?: boolean;
  readonly isPending: boolean;
  readonly onAnswer: (answer: Answer) => void;
}): ReactNode {
  const names = namesOf(pair);
  const best = names.includes(pair.merged.name) ? pair.merged.name : names[0]!;
  const answer = (given: Answer): void => {
    if (!isPending) onAnswer(given);
  };
  useCommands({ 'company.merge': () => answer(best) }, { layer: 'dialog' });
  useDialogKeys((key) => {
    if (mayBeTwo && key === 'b') return () => answer(null);
    const name = /^[1-9]$/.test(key) ? names[Number(key) - 1] : undefined;
    return name === undefined ? null : () => answer(name);
  });
  const button = useRef<HTMLButtonElement>(null);
  // The two are compared after the dialog has opened, with nothing in it yet to take the keyboard.
  useLayoutEffect(() => {
    if (!mayBeTwo) button.current?.focus({ preventScroll: true });
  }, [mayBeTwo]);
  return (
    <>
      <PairTable pair={pair} />
      <p className={classes.hint}>
        The merged company keeps the lists, collections and decisions of both. Later imports of either update it, and
        its name stays. You can undo this.
      </p>
      <Group justify="flex-end" gap="xs" mt="sm">
        {mayBeTwo && (
          <Button
            variant="default"
            disabled={isPending}
            onClick={() => answer(null)}
            rightSection={<KeyCaps keys="b" />}
          >
            Keep both
          </Button>
        )}
        {names.map((name, index) => (
          <Button
            key={name}
            ref={name === best ? button : undefined}
            variant={name === best ? 'filled' : 'default'}
            className={classes.choice}
            loading={isPending && name === best}
            disabled={isPending && name !== best}
            onClick={() => answer(name)}
            rightSection={<KeyCaps keys={String(index + 1)} />}
            {...(name === best ? { 'data-autofocus': true } : {})}
          >
            {names.length === 1 ? 'Merge' : `Merge as ${isolated(name)}`}
          </Button>
        ))}
      </Group>
    </>
  );
}

/** Keys of an open dialog that no other screen has: `of` says what a key does there, or null. */
function useDialogKeys(of: (key: string) => (() => void) | null): void {
  const latest = useRef(of);
  useLayoutEffect(() => {
    latest.current = of;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const { key, ctrlKey, metaKey, altKey, repeat, isComposing } = event;
      if (ctrlKey || metaKey || altKey || repeat || isComposing || event.defaultPrevented) return;
      const run = latest.current(key);
      if (run === null) return;
      event.preventDefault();
      event.stopPropagation();
      run();
    };
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
  }, []);
}

/** What both say, beside what they would say as one; where the two differ stands out. */
export function PairTable({ pair: { kept, gone, merged } }: { readonly pair: MergePair }): ReactNode {
  const columns = [kept, gone, merged].map(rowsOf);
  const terms = [...new Set(columns.flatMap((rows) => [...rows.keys()]))];
  return (
    // It scrolls, which must work by key, too.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={`${frames.frame} ${classes.scroll}`} aria-label="The two companies" tabIndex={0}>
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
