import { describe, expect, it } from 'vitest';
import type { ListName } from '#shared/domain/listName.ts';
import type { Change, Command } from './command.ts';
import { Draft } from './draft.ts';
import { failedMoves, planDiscard, planRetry } from './failures.ts';
import { planMove, planUndo, type Item, type Numbering, type StepItem } from './plan.ts';
import { QueueState } from './queueState.ts';

/** The core without file and network: plans are applied to the state at once. */
class Bench {
  readonly state = new QueueState();
  #seq = 0;
  readonly ids: Numbering = { nextSeq: () => ++this.#seq, newKey: () => `key-${this.#seq}-${Math.random()}` };

  move(item: Item, to: ListName): StepItem | null {
    const draft = new Draft(this.state);
    const step = planMove(draft, item, to, 'step', this.ids);
    this.state.apply(draft.changes);
    return step;
  }

  undo(step: StepItem | null, discarded: ReadonlySet<number> = new Set()): void {
    if (step === null) throw new Error('nothing to undo');
    this.plan((draft) => planUndo(draft, step, 'undo', this.ids, discarded));
  }

  plan(work: (draft: Draft) => void): readonly Change[] {
    const draft = new Draft(this.state);
    work(draft);
    this.state.apply(draft.changes);
    return draft.changes;
  }

  /** Marks the next command as sent, as the sender does. */
  send(): Command {
    const next = this.state.next(1)[0];
    if (next === undefined) throw new Error('nothing to send');
    this.plan((draft) => draft.put({ ...next, state: 'sent' }));
    return this.chain(next)[0] ?? next;
  }

  chain({ entryId }: Pick<Item, 'entryId'>): readonly Command[] {
    return this.state.chain(`e${entryId}`);
  }

  shape(item: Item): string {
    return this.chain(item)
      .map(({ from, to, state }) => `${from}>${to} ${state}`)
      .join(', ');
  }
}

const acme: Item = { entryId: 1, companyId: 1, name: 'Acme', from: 'None' };

describe('planMove', () => {
  it('I6 replaces a pending command and keeps where it came from', () => {
    const bench = new Bench();
    bench.move(acme, 'Watchlist');
    bench.move(acme, 'Archive');
    expect(bench.shape(acme)).toBe('None>Archive pending');
  });

  it('I6 takes the pending command out when the company goes back to where it was', () => {
    const bench = new Bench();
    bench.move(acme, 'Watchlist');
    bench.move(acme, 'None');
    expect(bench.shape(acme)).toBe('');
    expect(bench.state.next(1)[0]).toBeUndefined();
  });

  it('I6 never edits a command that is sent: a successor is appended, and coalesced by itself', () => {
    const bench = new Bench();
    bench.move(acme, 'Watchlist');
    const { key } = bench.send();
    bench.move(acme, 'Archive');
    bench.move(acme, 'Opportunities');
    expect(bench.shape(acme)).toBe('None>Watchlist sent, Watchlist>Opportunities pending');
    expect(bench.chain(acme)[0]?.key).toBe(key);
    bench.move(acme, 'Watchlist');
    expect(bench.shape(acme)).toBe('None>Watchlist sent');
  });

  it('does nothing for a company that is there already', () => {
    const bench = new Bench();
    expect(bench.move({ ...acme, from: 'Archive' }, 'Archive')).toBeNull();
    bench.move(acme, 'Watchlist');
    expect(bench.move(acme, 'Watchlist')).toBeNull();
  });
});

describe('planUndo', () => {
  it('I16 removes an unsent command that replaced nothing', () => {
    const bench = new Bench();
    const step = bench.move(acme, 'Watchlist');
    bench.undo(step);
    expect(bench.shape(acme)).toBe('');
  });

  it('I16 puts back what an unsent command replaced, with its key', () => {
    const bench = new Bench();
    bench.move(acme, 'Watchlist');
    const [replaced] = bench.chain(acme);
    const step = bench.move(acme, 'Archive');
    bench.undo(step);
    expect(bench.chain(acme)).toEqual([replaced]);
    const back = bench.move(acme, 'None');
    bench.undo(back);
    expect(bench.chain(acme)).toEqual([replaced]);
  });

  it('I16 appends the reverse of a sent command, and of one that is done', () => {
    const bench = new Bench();
    const step = bench.move(acme, 'Watchlist');
    const sent = bench.send();
    bench.undo(step);
    expect(bench.shape(acme)).toBe('None>Watchlist sent, Watchlist>None pending');
    bench.plan((draft) => draft.done(sent));
    bench.send();
    bench.plan((draft) => draft.done(bench.chain(acme)[0] ?? sent));
    const again = bench.move(acme, 'Archive');
    bench.plan((draft) => draft.done(bench.send()));
    bench.undo(again);
    expect(bench.shape(acme)).toBe('Archive>None pending');
  });

  it('I16 does nothing for a command that was discarded', () => {
    const bench = new Bench();
    const step = bench.move(acme, 'Watchlist');
    const sent = bench.send();
    bench.plan((draft) => draft.fail(sent, 'gone'));
    bench.plan((draft) => planDiscard(draft, bench.state, [String(sent.seq)]));
    bench.undo(step, new Set([sent.seq]));
    expect(bench.shape(acme)).toBe('');
  });
});

describe('failures', () => {
  it('I11 hold back later moves of the same company only, and show them', () => {
    const bench = new Bench();
    const other = { ...acme, entryId: 2, companyId: 2, name: 'Other' };
    bench.move(acme, 'Watchlist');
    const sent = bench.send();
    bench.move(acme, 'Archive');
    bench.move(other, 'Archive');
    bench.plan((draft) => draft.fail(sent, 'No such entry.'));
    expect(bench.shape(acme)).toBe('None>Watchlist failed, None>Archive pending');
    expect(bench.state.next(1)[0]?.entryId).toBe(2);
    expect(failedMoves(bench.state).map(({ to, reason }) => [to, reason])).toEqual([
      ['Watchlist', 'No such entry.'],
      ['Archive', expect.stringContaining('Waits')],
    ]);
    expect(bench.state.active('Archive')).toBe(1);
  });

  it('go again under a new key, before what they held back', () => {
    const bench = new Bench();
    bench.move(acme, 'Watchlist');
    const sent = bench.send();
    bench.move(acme, 'Archive');
    bench.plan((draft) => draft.fail(sent, 'conflict'));
    bench.plan((draft) => planRetry(draft, bench.state, [String(sent.seq)], bench.ids));
    expect(bench.shape(acme)).toBe('None>Watchlist pending, Watchlist>Archive pending');
    expect(bench.state.next(1)[0]?.to).toBe('Watchlist');
    expect(bench.state.next(1)[0]?.key).not.toBe(sent.key);
  });

  it('let go what they held back when they are discarded', () => {
    const bench = new Bench();
    bench.move(acme, 'Watchlist');
    const sent = bench.send();
    bench.move(acme, 'Archive');
    bench.plan((draft) => draft.fail(sent, 'conflict'));
    bench.plan((draft) => planDiscard(draft, bench.state, [String(sent.seq)]));
    expect(bench.shape(acme)).toBe('None>Archive pending');
    expect(bench.state.next(1)[0]?.to).toBe('Archive');
  });

  it('vanish together with a later move that only leads back', () => {
    const bench = new Bench();
    bench.move(acme, 'Watchlist');
    const sent = bench.send();
    bench.move(acme, 'None');
    bench.plan((draft) => draft.fail(sent, 'conflict'));
    expect(bench.shape(acme)).toBe('');
    expect(failedMoves(bench.state)).toEqual([]);
  });
});
