import { Button, Group, Kbd } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { placeText, preferredDescription, linkOf, type Company } from '#shared/domain/company.ts';
import { formatCount } from '#shared/domain/formats.ts';
import type { KnownRow, KnownSource } from '#shared/domain/known.ts';
import { knownLine } from '#shared/domain/knownText.ts';
import { domainOf } from '#shared/domain/webAddress.ts';
import { api } from '../../bridge/bridge.ts';
import { keys } from '../../data/keys.ts';
import { useApiMutation } from '../../data/useApi.ts';
import { useCommands } from '../../keyboard/CommandProvider.tsx';
import { Keys } from '../../keyboard/Keys.tsx';
import { CompanyLogo } from '../../ui/CompanyLogo.tsx';
import { CompanyMarks } from '../../ui/CompanyMarks.tsx';
import { Dialog, Problem } from '../../ui/Dialog.tsx';
import { ErrorFace, LoadingFace } from '../../ui/Faces.tsx';
import review from '../../ui/Review.module.css';
import classes from './Known.module.css';

/** How many rows are asked about before the next ones are loaded. */
const rowsAtOnce = 100;

/** Asks row by row which of several companies a row is about. What is left for later stays in the list. */
export function ChooseDialog({
  source,
  onClose,
}: {
  readonly source: KnownSource;
  readonly onClose: () => void;
}): ReactNode {
  const [round, setRound] = useState(0);
  const query = useQuery({
    // A choice takes its row out of the list, which would move the others: the rows stay as they were.
    queryKey: [...keys.knownRows, source.id, round],
    queryFn: () =>
      api('listKnownRows', { params: { id: source.id }, query: { part: 'to_choose', page_size: rowsAtOnce } }),
    staleTime: Infinity,
    gcTime: 0,
  });
  return (
    <Dialog title="Which company is it?" size="44rem" onClose={onClose}>
      {query.isPending && <LoadingFace lines={4} label="Loading rows" />}
      {query.isError && (
        <ErrorFace
          title="The rows can’t be loaded."
          error={query.error}
          safe="Nothing was changed."
          onRetry={() => void query.refetch()}
        />
      )}
      {query.data !== undefined && (
        <Rows
          key={round}
          rows={query.data.results}
          source={source.name}
          count={query.data.count}
          onMore={() => setRound(round + 1)}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}

/** What was chosen last. */
interface LastChoice {
  readonly row: KnownRow;
  readonly at: number;
  readonly name: string;
}

/** Goes through rows, and says which company each is about. */
function useChoices(rows: readonly KnownRow[]) {
  const [at, setAt] = useState(0);
  const [chosen, setChosen] = useState(0);
  const [last, setLast] = useState<LastChoice | null>(null);
  const { mutate, isPending, error } = useApiMutation('chooseKnown');
  const row = rows[at];
  const go = (step: number): void => setAt(Math.min(Math.max(at + step, 0), rows.length));
  const say = (company: Company | null): void => {
    if (row === undefined || isPending) return;
    mutate(
      { params: { id: row.id }, body: { company_id: company?.id ?? null } },
      {
        onSuccess: () => {
          setLast({ row, at, name: company === null ? 'none of these' : `“${company.name}”` });
          setChosen(chosen + 1);
          go(1);
        },
      },
    );
  };
  const undo = (): void => {
    if (last === null || isPending) return;
    mutate(
      { params: { id: last.row.id }, body: { company_id: 'open' } },
      {
        onSuccess: () => {
          setAt(last.at);
          setChosen(chosen - 1);
          setLast(null);
        },
      },
    );
  };
  return { at, row, chosen, last, isPending, error, go, say, undo };
}

function Rows({
  rows,
  source,
  count,
  onMore,
  onClose,
}: {
  readonly rows: readonly KnownRow[];
  /** What they are known from. */
  readonly source: string;
  readonly count: number;
  readonly onMore: () => void;
  readonly onClose: () => void;
}): ReactNode {
  const { at, row, chosen, last, isPending, error, go, say, undo } = useChoices(rows);
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // The button that was pressed has gone with its row.
    if (place.current?.contains(document.activeElement) === true) return;
    place.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus({ preventScroll: true });
  });
  useCommands({ 'list.next': () => go(1), 'list.previous': () => go(-1), 'triage.undo': undo }, { layer: 'dialog' });
  useDigits(place, (digit) => {
    const company = row?.candidates[digit - 1];
    if (digit === 0) say(null);
    else if (company !== undefined) say(company);
  });
  return (
    <div ref={place}>
      {last !== null && <Last last={last} onUndo={undo} />}
      {error !== null && <Problem title="Not saved." reason={error.message} />}
      {row === undefined ? (
        <End left={count - chosen} hasMore={count > rows.length} onMore={onMore} onClose={onClose} />
      ) : (
        <>
          <div className={`${review.position} ${classes.position}`}>
            <span>
              {formatCount(at + 1)} of {formatCount(count)}
            </span>
            <Group gap="xs">
              <Button variant="default" size="compact-sm" disabled={at === 0} onClick={() => go(-1)}>
                Previous
              </Button>
              <Button variant="default" size="compact-sm" onClick={() => go(1)}>
                Later
              </Button>
            </Group>
          </div>
          <RowFacts row={row} source={source} />
          <Candidates key={row.id} row={row} isSaving={isPending} onChoose={say} />
        </>
      )}
    </div>
  );
}

/** Digits that are pressed in an element. */
function useDigits(place: RefObject<HTMLElement | null>, onDigit: (digit: number) => void): void {
  const latest = useRef(onDigit);
  useLayoutEffect(() => {
    latest.current = onDigit;
  });
  useEffect(() => {
    const element = place.current;
    const pressed = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || !/^\d$/.test(event.key)) return;
      event.preventDefault();
      latest.current(Number(event.key));
    };
    element?.addEventListener('keydown', pressed);
    return () => element?.removeEventListener('keydown', pressed);
  }, [place]);
}

/** What was said last, and the way back. */
function Last({ last: { row, name }, onUndo }: { readonly last: LastChoice; readonly onUndo: () => void }): ReactNode {
  return (
    <output className={review.last}>
      <span>
        “{row.name}” is {name}.
      </span>
      <Button variant="light" size="compact-sm" onClick={onUndo} rightSection={<Keys id="triage.undo" />}>
        Undo
      </Button>
    </output>
  );
}

/** What the row says. */
function RowFacts({ row, source }: { readonly row: KnownRow; readonly source: string }): ReactNode {
  return (
    <div className={classes.row}>
      <p className={classes.rowName} dir="auto">
        {row.name}
      </p>
      <p className={classes.hint}>
        {[row.website, knownLine(row), `row ${String(row.line)} of ${source}`]
          .filter((part) => part !== '')
          .join(' · ')}
      </p>
    </div>
  );
}

function Candidates({
  row,
  isSaving,
  onChoose,
}: {
  readonly row: KnownRow;
  readonly isSaving: boolean;
  readonly onChoose: (company: Company | null) => void;
}): ReactNode {
  return (
    <ul className={classes.candidates} aria-label={`Companies that “${row.name}” may be`}>
      {row.candidates.map((company, index) => (
        <li key={company.id}>
          <button
            type="button"
            className={classes.candidate}
            disabled={isSaving}
            onClick={() => onChoose(company)}
            {...(index === 0 ? { 'data-autofocus': true } : {})}
          >
            <Kbd size="xs">{index < 9 ? index + 1 : ''}</Kbd>
            <CompanyLogo name={company.name} logo={company.logo} size={28} />
            <span className={classes.what}>
              <span className={classes.title}>
                <strong dir="auto">{company.name}</strong> <CompanyMarks company={company} />
              </span>
              <span className={classes.hint}>{factsOf(company)}</span>
              <span className={classes.does} dir="auto">
                {preferredDescription(company.description)}
              </span>
            </span>
          </button>
        </li>
      ))}
      <li>
        <button type="button" className={classes.candidate} disabled={isSaving} onClick={() => onChoose(null)}>
          <Kbd size="xs">0</Kbd>
          <span>None of these</span>
        </button>
      </li>
    </ul>
  );
}

/** `acme.example · Paris, France · founded 2019` */
function factsOf(company: Company): string {
  const founded = company.founded === null ? '' : `founded ${String(company.founded)}`;
  return [domainOf(linkOf(company, 'website')), placeText(company), founded].filter((part) => part !== '').join(' · ');
}

function End({
  left,
  hasMore,
  onMore,
  onClose,
}: {
  readonly left: number;
  readonly hasMore: boolean;
  readonly onMore: () => void;
  readonly onClose: () => void;
}): ReactNode {
  return (
    <>
      <p className={classes.text}>
        {left === 0 ? 'All rows are chosen.' : `${formatCount(left)} left for later: they stay in the list.`}
      </p>
      <Group justify="flex-end" gap="xs" mt="md">
        {hasMore && left > 0 && (
          <Button variant="default" onClick={onMore}>
            Show the next ones
          </Button>
        )}
        <Button onClick={onClose} data-autofocus>
          Close
        </Button>
      </Group>
    </>
  );
}
