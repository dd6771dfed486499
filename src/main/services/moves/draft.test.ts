import { describe, expect, it } from 'vitest';
import type { ListName } from '#shared/domain/listName.ts';
import { targetOf, type Change, type Command, type Numbering } from './command.ts';
import { Draft, failedMoves, planDiscard, planForget, planRetry } from './draft.ts';
import { planDone, planMove, planReason, planUndo, type Item, type StepItem } from './plan.ts';
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
    this.plan((draft) => planUndo(draft, step, { undone: 'step', undo: 'undo' }, this.ids, discarded));
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
    return this.state.command(next.seq) ?? next;
  }

  /** Puts moves of Acme there as a file may hold them, written as `shape` writes them. */
  restore(shape: string): void {
    const commands = shape.split(', ').map((text): Command => {
      const [, from, to, state] = /^(\w+)>(\w+) (\w+)$/.exec(text) ?? [];
      const seq = this.ids.nextSeq();
      return {
        ...acme,
        seq,
        key: `key ${seq}`,
        stepId: 'step',
        from: from as ListName,
        to: to as ListName,
        state: state as Command['state'],
        reason: '',
      };
    });
    this.state.apply(commands.map((command): Change => ({ kind: 'put', command })));
  }

  chain({ entryId, companyId }: Pick<Item, 'entryId' | 'companyId'>): readonly Command[] {
    return this.state.chain(targetOf({ entryId, companyId }));
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

  it('M2 decides again what was replaced before it was sent, since the server could only bring back what was earlier', () => {
    const bench = new Bench();
    bench.move(acme, 'Watchlist');
    const archived = bench.move(acme, 'Archive');
    bench.send();
    bench.undo(archived);
    expect(bench.chain(acme).at(-1)).toMatchObject({ from: 'Archive', to: 'Watchlist', stepId: 'step' });
    // So is a day: put off, put off anew, and that taken back.
    const later = new Bench();
    const put = (until: string): StepItem | null => {
      let item: StepItem | null = null;
      later.plan((draft) => (item = planMove(draft, acme, 'Later', 'step', later.ids, { until })));
      return item;
    };
    put('2027-01-01');
    const anew = put('2027-02-01');
    later.send();
    later.undo(anew);
    expect(later.chain(acme).at(-1)).toMatchObject({ to: 'Later', later: { until: '2027-01-01' }, stepId: 'step' });
    // What an undo had brought back is brought back.
    const twice = new Bench();
    twice.restore('None>Watchlist sent');
    twice.plan((draft) => planMove(draft, { ...acme, from: 'Watchlist' }, 'None', 'undo one', twice.ids));
    const again = twice.move({ ...acme, from: 'None' }, 'Archive');
    twice.plan((draft) => draft.put({ ...twice.chain(acme).at(-1)!, state: 'sent' }));
    twice.undo(again);
    expect(twice.chain(acme).at(-1)).toMatchObject({ from: 'Archive', to: 'None', stepId: 'undo' });
  });

  it('I16 puts back what an unsent command replaced behind one that is sent, leaving from where the company is by now', () => {
    const bench = new Bench();
    bench.move(acme, 'Watchlist');
    const sent = bench.send();
    bench.move(acme, 'Archive');
    const both = bench.chain(acme);
    bench.undo(bench.move(acme, 'Opportunities'));
    expect(bench.chain(acme)).toEqual(both);

    const again = bench.move(acme, 'Opportunities');
    bench.plan((draft) => draft.fail(sent, 'conflict'));
    bench.undo(again);
    expect(bench.shape(acme)).toBe('None>Watchlist failed, None>Archive pending');
  });

  it('I16 puts nothing back that would lead to where the company still is', () => {
    const bench = new Bench();
    bench.move(acme, 'Watchlist');
    const sent = bench.send();
    bench.move(acme, 'Archive');
    const back = bench.move(acme, 'None');
    const away = bench.move(acme, 'Opportunities');
    bench.plan((draft) => draft.fail(sent, 'conflict'));
    bench.undo(away);
    expect(bench.shape(acme)).toBe('None>Watchlist failed');
    // Undo of the step before brings back what that one replaced.
    bench.undo(back);
    expect(bench.shape(acme)).toBe('None>Watchlist failed, None>Archive pending');
  });

  it('I4 I6 I16 brings back a move that was taken out: in place of the last unsent one, or as a new one behind a sent one', () => {
    for (const isSent of [false, true]) {
      const bench = new Bench();
      bench.move(acme, 'Opportunities');
      const takenOut = bench.move(acme, 'None');
      const archived = bench.move(acme, 'Archive');
      bench.plan((draft) => draft.done(bench.send()));
      bench.undo(archived);
      if (isSent) bench.send();
      bench.undo(takenOut);
      expect(bench.shape(acme)).toBe(
        isSent ? 'Archive>None sent, None>Opportunities pending' : 'Archive>Opportunities pending',
      );
      expect(bench.chain(acme).at(-1)?.key).not.toBe(takenOut?.replaced?.key);
    }
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
      ['Archive', expect.stringContaining('Waiting')],
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

  it('are listed oldest first, whichever was refused first', () => {
    const bench = new Bench();
    const other = { ...acme, entryId: 2, companyId: 2, name: 'Other' };
    bench.move(acme, 'Watchlist');
    bench.move(other, 'Watchlist');
    for (const item of [other, acme]) {
      bench.plan((draft) => draft.fail({ ...bench.chain(item)[0]!, state: 'sent' }, 'conflict'));
    }
    bench.move(acme, 'Archive');
    expect(failedMoves(bench.state).map(({ name, to }) => `${name} ${to}`)).toEqual([
      'Acme Watchlist',
      'Other Watchlist',
      'Acme Archive',
    ]);
  });

  it('are only those that are refused or held back, not what goes before them', () => {
    const bench = new Bench();
    bench.restore('None>Watchlist sent, Watchlist>Archive failed, Archive>Opportunities pending');
    expect(failedMoves(bench.state).map(({ to }) => to)).toEqual(['Archive', 'Opportunities']);
    // A window that has not heard of it names the one on its way.
    expect(bench.plan((draft) => planRetry(draft, bench.state, ['1'], bench.ids))).toEqual([]);
    expect(bench.plan((draft) => planDiscard(draft, bench.state, ['1']))).toEqual([]);
  });

  it('are sent again by the first of them, whichever is named; what need not be sent any more is taken out', () => {
    const bench = new Bench();
    bench.restore('None>Watchlist failed, None>Watchlist pending');
    bench.plan((draft) => planRetry(draft, bench.state, ['2', '2', '1'], bench.ids));
    expect(bench.shape(acme)).toBe('None>Watchlist pending');
    expect(bench.chain(acme)[0]?.seq).toBe(1);
  });

  it('that are on their way again, or gone, are neither sent under another key nor given up', () => {
    const bench = new Bench();
    bench.move(acme, 'Watchlist');
    const { seq } = bench.send();
    const ids = [String(seq), '77', 'x'];
    expect(bench.plan((draft) => planRetry(draft, bench.state, ids, bench.ids))).toEqual([]);
    expect(bench.plan((draft) => planDiscard(draft, bench.state, ids))).toEqual([]);
  });

  it('that are held back can be given up alone, and twice is once', () => {
    const bench = new Bench();
    bench.restore('None>Watchlist failed, None>Archive pending');
    bench.plan((draft) => planDiscard(draft, bench.state, ['2', '2']));
    expect(bench.shape(acme)).toBe('None>Watchlist failed');
  });
});

describe('companies that are gone', () => {
  it('have no unsent moves any more; others keep theirs, and what is sent gets its answer', () => {
    const bench = new Bench();
    const [other, third] = [2, 3].map((id) => ({ ...acme, entryId: id, companyId: id }));
    if (other === undefined || third === undefined) throw new Error('no items');
    bench.move(acme, 'Watchlist');
    bench.send();
    bench.move(acme, 'Archive');
    bench.move(other, 'Archive');
    bench.move(third, 'Archive');
    bench.plan((draft) => planForget(draft, bench.state, new Set([1, 3])));
    expect([acme, other, third].map((item) => bench.shape(item))).toEqual([
      'None>Watchlist sent',
      'None>Archive pending',
      '',
    ]);
  });

  it('are told to be where they were before the first of their moves', () => {
    const bench = new Bench();
    bench.restore('None>Watchlist pending, Watchlist>Archive pending');
    const changes = bench.plan((draft) => planForget(draft, bench.state, new Set([1])));
    expect(changes.map(({ kind, command }) => `${kind} ${command.from}`)).toEqual(['remove Watchlist', 'remove None']);
  });
});

/** The company's entries that the confirmation of a move covers, where the server names one more. */
function covered(bench: Bench): (number | null)[] {
  let made: StepItem[] = [];
  bench.plan((draft) => (made = planDone(draft, bench.send(), [7], bench.ids)));
  return made.map(({ entryId }) => entryId);
}

describe('planDone', () => {
  const picked: Item = { ...acme, entryId: null };
  const sibling: Item = { ...acme, entryId: 7 };

  it('covers an undecided entry elsewhere', () => {
    const bench = new Bench();
    bench.move(picked, 'Archive');
    expect(covered(bench)).toEqual([7]);
    expect(bench.shape(sibling)).toBe('None>Archive pending');
  });

  it('covers none that has been decided meanwhile', () => {
    const bench = new Bench();
    bench.move(picked, 'Archive');
    bench.move(sibling, 'Watchlist');
    expect(covered(bench)).toEqual([]);
    expect(bench.shape(sibling)).toBe('None>Watchlist pending');
  });

  it('covers none for a move that a later one follows, or that leads back to the inbox', () => {
    const bench = new Bench();
    bench.move(picked, 'Archive');
    bench.send();
    bench.move(picked, 'Watchlist');
    expect(covered(bench)).toEqual([]);
    const back = new Bench();
    back.move({ ...picked, from: 'Archive' }, 'None');
    expect(covered(back)).toEqual([]);
  });
});

describe('a draft', () => {
  it('I4 lets what follows a dropped command leave from where that one would have left', () => {
    const bench = new Bench();
    bench.restore('None>Watchlist sent, Watchlist>Archive pending, Archive>Opportunities pending');
    bench.plan((draft) => draft.drop(bench.chain(acme)[1]!));
    expect(bench.shape(acme)).toBe('None>Watchlist sent, Watchlist>Opportunities pending');
  });

  it('I6 drops what would then lead nowhere, and leaves what is sent or right as it is', () => {
    for (const [before, after] of [
      ['None>Watchlist pending, Watchlist>None pending', ''],
      ['None>Watchlist pending, Watchlist>Archive sent', 'Watchlist>Archive sent'],
      ['None>Watchlist failed, None>Archive pending', 'None>Archive pending'],
    ] as const) {
      const bench = new Bench();
      bench.restore(before);
      const changes = bench.plan((draft) => draft.drop(bench.chain(acme)[0]!));
      expect(bench.shape(acme)).toBe(after);
      expect(changes.every(({ kind }) => kind === 'remove')).toBe(true);
    }
  });
});

describe('reasons', () => {
  const company: Item = { entryId: 1, companyId: 1, name: 'One', from: 'None' };
  const decided = (bench: Bench, ...reasons: readonly number[]): StepItem => {
    const step = bench.move(company, 'Archive');
    if (step === null) throw new Error('nothing decided');
    for (const reason of reasons) bench.plan((draft) => planReason(draft, step, reason, 'step', bench.ids));
    return step;
  };

  it('M2 one that is refused takes no later one with it', () => {
    const bench = new Bench();
    const step = decided(bench, 1);
    const move = bench.send();
    bench.plan((draft) => draft.done(move));
    const first = bench.send();
    bench.plan((draft) => planReason(draft, step, 2, 'step', bench.ids));
    bench.plan((draft) => draft.fail(first, 'conflict'));
    expect(bench.state.chain('e1').map(({ reasonId }) => reasonId)).toEqual([2]);
  });

  it('M2 one of a decision that is taken back unsent leaves its company where it was', () => {
    const bench = new Bench();
    const step = decided(bench, 1);
    const changes = bench.plan((draft) =>
      planUndo(draft, step, { undone: 'step', undo: 'undo' }, bench.ids, new Set()),
    );
    // The last change says where its company is.
    expect(changes.at(-1)?.command.from).toBe('None');
    expect(bench.state.chain('e1')).toEqual([]);
  });
});
