import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Duplicates, MergePair, WorkspaceStatus } from '#shared/bridge/workspace.ts';
import { AppError } from '#shared/errors.ts';
import { call } from '../../bridge/bridge.ts';
import { keys } from '../../data/keys.ts';
import { isolated } from '../../ui/title.ts';
import { showFailure, showUndone } from '../../ui/toasts.tsx';

/** What the user says of two companies: the name that they have as one, or null where they are two. */
export type Answer = string | null;

/** An answer that is kept, and how it is taken back. */
export interface Step {
  readonly message: string;
  /** What it says once that is taken back. */
  readonly undone: string;
  readonly undo: () => Promise<void>;
}

/** Merges two companies, or notes that they are two. */
export async function settle(pair: MergePair, answer: Answer): Promise<Step> {
  if (answer === null) {
    await setApart(pair, true);
    const undone = `Undone: ${inWords(pair)} may be one again.`;
    return { message: textOf(pair, answer), undone, undo: () => setApart(pair, false) };
  }
  const status = await call('workspace.merge', { ids: [pair.kept.id, pair.gone.id], name: answer });
  const undone = 'Undone: the two companies are separate again.';
  return { message: textOf(pair, answer), undone, undo: () => undoMerge(status) };
}

async function setApart({ kept, gone }: MergePair, isApart: boolean): Promise<void> {
  await call('workspace.setApart', { ids: [kept.id, gone.id], isApart });
}

function inWords({ kept, gone }: MergePair): string {
  return `${isolated(kept.name)} and ${isolated(gone.name)}`;
}

function textOf(pair: MergePair, answer: Answer): string {
  if (answer === null) return `${inWords(pair)} stay separate.`;
  const { kept, gone } = pair;
  const other = answer === gone.name ? kept.name : gone.name;
  return other === answer
    ? `Merged the two entries of ${isolated(answer)}.`
    : `Merged ${isolated(other)} into ${isolated(answer)}.`;
}

/** Takes a merge back, unless companies have been imported or merged since: only the newest can be. */
async function undoMerge({ lastImport }: WorkspaceStatus): Promise<void> {
  const now = await call('workspace.get', null);
  if (now.lastImport?.at !== lastImport?.at) {
    throw new AppError('conflict', 'Companies have been imported or merged since. Undo that first, in Workspace.');
  }
  await call('workspace.undoImport', null);
}

/** Takes a step back, and says so or why not. */
export async function takeBack({ undo, undone }: Step): Promise<void> {
  try {
    await undo();
    showUndone(undone);
  } catch (error) {
    showFailure('Not undone', error);
  }
}

/** What has been said in a review. The keys do not wait: it is done in order behind them. */
export interface Review {
  /** Pairs that nothing was said of yet. */
  readonly isOpen: (pair: MergePair) => boolean;
  readonly answer: (pair: OfferedPair, answer: Answer) => void;
  /** The pair of the last answer; null if none is left to take back. */
  readonly last: OfferedPair | null;
  /** Takes the last answer back. */
  readonly undo: () => void;
  /** What the last answer was. */
  readonly said: string;
  /** Why an answer could not be kept, or `''`. */
  readonly problem: string;
}

type OfferedPair = Duplicates['pairs'][number];

/** Whether two pairs are of the same companies. */
export function isSamePair(one: MergePair, other: MergePair): boolean {
  return one.kept.id === other.kept.id && one.gone.id === other.gone.id;
}

interface Said {
  readonly pair: OfferedPair;
  readonly answer: Answer;
  /** What it led to; null if it failed. */
  readonly step: Promise<Step | null>;
}

export function useReview(): Review {
  const client = useQueryClient();
  const [said, setSaid] = useState<readonly Said[]>([]);
  const [problem, setProblem] = useState('');
  const [waiting, setWaiting] = useState(0);
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const pending = useRef(0);
  const isThere = useRef(true);
  useEffect(() => {
    isThere.current = true;
    return () => {
      isThere.current = false;
    };
  }, []);

  /** Waits for an answer to be kept; the list of pairs follows when nothing waits any more. */
  const settled = async (done: Promise<unknown>): Promise<void> => {
    await done.catch(() => undefined);
    if (pending.current === 1) await client.invalidateQueries({ queryKey: keys.duplicates });
    pending.current -= 1;
    setWaiting(pending.current);
  };
  /** Does something once all before it is done. */
  const then = <T>(work: () => Promise<T>): Promise<T> => {
    pending.current += 1;
    setWaiting(pending.current);
    const done = queue.current.then(work);
    queue.current = settled(done);
    return done;
  };

  const answer = (pair: OfferedPair, given: Answer): void => {
    setProblem('');
    const step = then(() => settle(pair, given)).catch((error: unknown) => {
      const reason = AppError.from(error).message;
      const text = `${inWords(pair)} were left as they are. ${reason}`;
      setSaid((all) => all.filter((each) => each.pair !== pair));
      if (isThere.current) setProblem(text);
      else showFailure('Not merged', text);
      return null;
    });
    setSaid((all) => [...all, { pair, answer: given, step }]);
  };

  const last = said.at(-1);
  const undo = (): void => {
    if (last === undefined) return;
    setSaid((all) => all.filter((each) => each !== last));
    void then(async () => {
      const step = await last.step;
      if (step !== null) await takeBack(step);
    });
  };

  // A company that is being merged is another one afterwards.
  const merging = waiting === 0 ? [] : said.filter((each) => each.answer !== null).map(({ pair }) => pair);
  const isChanging = (id: number): boolean => merging.some(({ kept, gone }) => kept.id === id || gone.id === id);
  const isOpen = (offered: MergePair): boolean =>
    !said.some(({ pair }) => isSamePair(pair, offered)) && !isChanging(offered.kept.id) && !isChanging(offered.gone.id);
  return {
    isOpen,
    answer,
    last: last?.pair ?? null,
    undo,
    said: last === undefined ? '' : textOf(last.pair, last.answer),
    problem,
  };
}
