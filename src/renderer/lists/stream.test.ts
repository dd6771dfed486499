import * as fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { AppError } from '#shared/errors.ts';
import type { CompanyRow } from '../grid/cells/companyRow.ts';
import type { ShownRows, Standing } from './shown.ts';
import type { RowPage, RowSource } from './sources.ts';
import { RowStream } from './stream.ts';
import { entryRow } from './testing/rows.ts';

/** A list on a server that shrinks while it is read, as an inbox does while decisions drain. */
class Inbox implements RowSource {
  ids: number[];
  readonly calls: [number, number][] = [];
  fails: AppError | null = null;
  /** What happens while a call is on its way. */
  meanwhile: () => void = () => undefined;

  constructor(count: number) {
    this.ids = Array.from({ length: count }, (_, index) => index + 1);
  }

  async load(page: number, size: number): Promise<RowPage> {
    this.calls.push([page, size]);
    await Promise.resolve();
    this.meanwhile();
    if (this.fails !== null) throw this.fails;
    const rows = this.ids.slice(page * size, (page + 1) * size).map((id) => entryRow(id));
    return { rows, total: this.ids.length, newCount: null, revision: 0 };
  }
}

const allStand = (rows: readonly CompanyRow[]): Standing => ({ least: rows.length, most: rows.length });

function listen(standing = allStand, withOwn: ShownRows['withOwn'] = (read) => read) {
  const shown: CompanyRow[] = [];
  const rests: boolean[] = [];
  const stream = new RowStream({ standing, withOwn });
  stream.changes.subscribe((change) => {
    if (change.kind === 'rested') rests.push(stream.isReading);
    else if (change.kind === 'appended') shown.push(...change.rows);
    else shown.splice(0, shown.length, ...change.rows);
  });
  return { stream, shown, rests };
}

const isReady = (stream: RowStream) => () => expect(stream.state.get().status).not.toBe('loading');

describe('row stream', () => {
  it('goes to the end of a long list and back without all between, and reads on from there in both directions', async () => {
    const inbox = new Inbox(1_000_000);
    const { stream, shown } = listen();
    const ids = (): (number | undefined)[] => [shown[0], shown.at(-1)].map((row) => row?.company.id);
    stream.open(inbox);
    await vi.waitFor(isReady(stream), { interval: 1 });
    inbox.calls.length = 0;
    stream.jumpTo('last');
    await vi.waitFor(() => expect(ids()).toEqual([999_801, 1_000_000]));
    expect(stream.state.get()).toMatchObject({ before: 999_800, loaded: 200, isComplete: true, status: 'ready' });
    stream.wantBefore();
    await vi.waitFor(() => expect(ids()).toEqual([999_601, 1_000_000]));
    // Rows that come behind the last one while it is shown.
    inbox.ids.push(1_000_001);
    await stream.refresh();
    expect(ids()).toEqual([999_601, 1_000_000]);
    expect(stream.state.get()).toMatchObject({ total: 1_000_001, isComplete: false });
    stream.want(401);
    await vi.waitFor(() => expect(ids()).toEqual([999_601, 1_000_001]));
    expect(shown.map(({ company }) => company.id)).toEqual(inbox.ids.slice(999_600));
    stream.jumpTo('first');
    await vi.waitFor(() => expect(ids()).toEqual([1, 200]));
    stream.want(230);
    await vi.waitFor(() => expect(ids()).toEqual([1, 250]));
    expect(stream.state.get()).toMatchObject({ before: 0, isComplete: false });
    expect(inbox.calls.length).toBeLessThan(10);
  });

  it('begins anew where the list has become so short meanwhile that nothing is left of the part shown', async () => {
    const inbox = new Inbox(1000);
    const { stream, shown } = listen();
    stream.open(inbox);
    await vi.waitFor(isReady(stream), { interval: 1 });
    stream.jumpTo('last');
    await vi.waitFor(() => expect(stream.state.get().before).toBe(800));
    inbox.ids = inbox.ids.slice(0, 30);
    await stream.refresh();
    await vi.waitFor(() => expect(shown.map(({ company }) => company.id)).toEqual(inbox.ids.slice(0, 25)));
    expect(stream.state.get()).toMatchObject({ before: 0, total: 30 });
  });

  it('reads pages of 25, as far as it is asked to', async () => {
    const inbox = new Inbox(1000);
    const { stream, shown } = listen();
    stream.open(inbox);
    await vi.waitFor(isReady(stream), { interval: 1 });
    expect(shown).toHaveLength(25);
    stream.want(90);
    await vi.waitFor(() => expect(shown).toHaveLength(100));
    expect(inbox.calls).toEqual([
      [0, 25],
      [1, 25],
      [2, 25],
      [3, 25],
    ]);
    expect(stream.state.get()).toMatchObject({ loaded: 100, total: 1000, isComplete: false });
  });

  it('knows the end of a list, also of an empty one', async () => {
    const { stream } = listen();
    stream.open(new Inbox(0));
    await vi.waitFor(isReady(stream), { interval: 1 });
    expect(stream.state.get()).toMatchObject({ status: 'ready', isComplete: true, total: 0 });
  });

  it('tells that reading has ended, also where it brought no row or failed, once each', async () => {
    const inbox = new Inbox(25);
    const { stream, shown, rests } = listen();
    inbox.meanwhile = () => {
      if (inbox.calls.length === 1) inbox.ids.push(26);
    };
    stream.open(inbox);
    await vi.waitFor(isReady(stream), { interval: 1 });
    inbox.ids.pop();
    stream.want(50);
    await vi.waitFor(() => expect(rests).toEqual([false]));
    expect(shown).toHaveLength(25);
    // There is nothing to read: nothing ends.
    stream.want(75);
    expect(rests).toEqual([false]);
    inbox.fails = new AppError('unavailable', 'Away.');
    stream.open(inbox);
    await vi.waitFor(() => expect(rests).toEqual([false, false]));
  });

  it('does not take a row that the server has not got back for one that it has told', async () => {
    const inbox = new Inbox(26);
    const { stream, shown } = listen(undefined, (read) => [entryRow(99), ...read]);
    stream.open(inbox);
    await vi.waitFor(isReady(stream), { interval: 1 });
    await stream.refresh();
    expect(shown).toHaveLength(26);
    expect(stream.state.get().isComplete).toBe(false);
    stream.want(27);
    await vi.waitFor(() => expect(shown.map(({ company }) => company.id)).toContain(26));

    // Of 27 the first is on its way back, and arrives while the page behind it is read.
    const late = new Inbox(27);
    let isMoving = true;
    const { stream: other, shown: rows } = listen((all) => {
      const least = all.length - Number(isMoving);
      return { least, most: all.length };
    });
    other.open(late);
    await vi.waitFor(isReady(other), { interval: 1 });
    late.ids.shift();
    late.meanwhile = () => void (isMoving = false);
    other.want(50);
    await vi.waitFor(() => expect(late.calls).toHaveLength(2));
    late.ids.unshift(1);
    await vi.waitFor(() => expect(rows.map(({ company }) => company.id)).toContain(27));
  });

  it('skips no row and shows none twice while rows leave the list on the server', async () => {
    await fc.assert(
      fc.asyncProperty(fc.infiniteStream(fc.nat()), fc.integer({ min: 1, max: 160 }), async (choices, count) => {
        const inbox = new Inbox(count);
        const gone = new Set<number>();
        const { stream, shown } = listen((rows) => allStand(rows.filter(({ company }) => !gone.has(company.id))));
        stream.open(inbox);
        await vi.waitFor(isReady(stream), { interval: 1 });
        while (!stream.state.get().isComplete) {
          // Some of what is loaded is decided, and the server drops it before the next page is read.
          for (const { company } of shown) if ((choices.next().value ?? 0) % 3 === 0) gone.add(company.id);
          inbox.ids = inbox.ids.filter((id) => !gone.has(id));
          const before = shown.length;
          stream.want(before + 25);
          await vi.waitFor(() => expect(shown.length > before || stream.state.get().isComplete).toBe(true), {
            interval: 1,
          });
        }
        expect(shown.map(({ company }) => company.id)).toEqual(Array.from({ length: count }, (_, index) => index + 1));
      }),
      { numRuns: 40 },
    );
  });

  it('skips no row while decisions and their undo are on their way, done before or after a page is read', async () => {
    await fc.assert(
      fc.asyncProperty(fc.infiniteStream(fc.nat()), fc.integer({ min: 1, max: 260 }), async (choices, count) => {
        const dice = (): number => choices.next().value ?? 0;
        const inbox = new Inbox(count);
        /** Where each row is shown, and which of them the server has not heard of. */
        const gone = new Set<number>();
        const moving = new Set<number>();
        const { stream, shown } = listen((rows) => {
          const least = rows.filter(({ company: { id } }) => !gone.has(id) && !moving.has(id));
          const most = rows.filter(({ company: { id } }) => !gone.has(id) || moving.has(id));
          return { least: least.length, most: most.length };
        });
        const all = [...inbox.ids];
        const decide = (): void => {
          for (const { company } of shown) {
            if (dice() % 4 > 0) continue;
            if (gone.has(company.id)) gone.delete(company.id);
            else gone.add(company.id);
            moving.add(company.id);
          }
        };
        inbox.meanwhile = () => {
          if (dice() % 2 > 0) decide();
          for (const id of moving) if (dice() % 2 > 0) moving.delete(id);
          inbox.ids = all.filter((id) => (moving.has(id) ? inbox.ids.includes(id) : !gone.has(id)));
        };
        stream.open(inbox);
        await vi.waitFor(isReady(stream), { interval: 1 });
        stream.want(Infinity);
        await vi.waitFor(() => expect(stream.state.get().isComplete).toBe(true), { interval: 1 });
        expect(shown.map(({ company }) => company.id).toSorted((a, b) => a - b)).toEqual(all);
      }),
      { numRuns: 60 },
    );
  });

  it('reads all that is in use again, also where one goes on or rows leave meanwhile', async () => {
    const inbox = new Inbox(1200);
    const { stream, shown } = listen();
    stream.inUse = 400;
    stream.open(inbox);
    stream.want(1100);
    await vi.waitFor(() => expect(shown).toHaveLength(1100));
    inbox.calls.length = 0;
    inbox.meanwhile = () => {
      stream.inUse = 900;
      // Between the first page and the second, the first ten are done.
      if (inbox.calls.length === 2) inbox.ids = inbox.ids.slice(10);
    };
    await stream.refresh();
    expect(shown.map(({ company }) => company.id)).toEqual(Array.from({ length: 1190 }, (_, index) => index + 11));
    expect(inbox.calls.map(([page]) => page)).toEqual([0, 1, 0, 1, 2]);
  });

  it('is read again where the data changed while its first page was on its way', async () => {
    const inbox = new Inbox(3);
    const { stream, shown } = listen();
    stream.open(inbox);
    inbox.ids = [7];
    await stream.refresh();
    inbox.meanwhile = () => {
      inbox.ids = [8];
    };
    await vi.waitFor(() => expect(shown.map(({ id }) => id)).toEqual(['e8']));
    expect(inbox.calls).toHaveLength(2);
  });

  it('keeps what is shown when a new search fails, and tries again', async () => {
    const { stream, shown } = listen();
    stream.open(new Inbox(30));
    await vi.waitFor(isReady(stream), { interval: 1 });
    const broken = new Inbox(3);
    broken.fails = new AppError('unavailable', 'No answer.');
    stream.open(broken);
    expect(stream.state.get()).toMatchObject({ status: 'loading', isStale: true });
    await vi.waitFor(isReady(stream), { interval: 1 });
    expect(stream.state.get()).toMatchObject({ status: 'failed', reason: 'No answer.', loaded: 25 });
    expect(shown).toHaveLength(25);
    broken.fails = null;
    stream.tryAgain();
    await vi.waitFor(() => expect(shown).toHaveLength(3));
  });

  it('has no rows of a list that is gone: keys decided about them unseen', async () => {
    const inbox = new Inbox(30);
    const { stream, shown } = listen();
    stream.open(inbox);
    await vi.waitFor(isReady(stream), { interval: 1 });
    expect(shown).toHaveLength(25);
    inbox.fails = new AppError('not_found', 'There is no such smart list.');
    await stream.refresh();
    expect(shown).toEqual([]);
    expect(stream.state.get()).toMatchObject({ status: 'failed', isMissing: true, loaded: 0, total: 0 });
    expect(stream.all()).toEqual([]);
  });

  it('throws away the answer of a search that another has replaced', async () => {
    const { stream, shown } = listen();
    const late = Promise.withResolvers<RowPage>();
    stream.open({ load: () => late.promise });
    stream.open(new Inbox(2));
    await vi.waitFor(isReady(stream), { interval: 1 });
    late.resolve({ rows: [entryRow(99)], total: 1, newCount: null, revision: 0 });
    await Promise.resolve();
    expect(shown.map(({ id }) => id)).toEqual(['e1', 'e2']);
  });

  it('reads again what is in use, and the rest when it is wanted', async () => {
    const inbox = new Inbox(3000);
    const { stream, shown } = listen();
    stream.inUse = 240;
    stream.open(inbox);
    stream.want(2000);
    await vi.waitFor(() => expect(shown).toHaveLength(2000));
    inbox.ids = inbox.ids.map((id) => id + 10_000);
    inbox.calls.length = 0;
    await stream.refresh();
    expect(inbox.calls).toEqual([[0, 250]]);
    expect(shown.map(({ id }) => id)).toEqual(inbox.ids.slice(0, 250).map((id) => `e${id}`));
    expect(stream.state.get()).toMatchObject({ loaded: 250, total: 3000, isComplete: false });
    stream.want(260);
    await vi.waitFor(() => expect(shown).toHaveLength(275));
    expect(shown.at(-1)?.id).toBe('e10275');
  });

  it('reads all loaded rows again in large pages', async () => {
    const inbox = new Inbox(700);
    const { stream, shown } = listen();
    stream.open(inbox);
    stream.want(600);
    await vi.waitFor(() => expect(shown).toHaveLength(600));
    inbox.ids = [1000, ...inbox.ids];
    inbox.calls.length = 0;
    await stream.refresh();
    expect(inbox.calls).toEqual([
      [0, 500],
      [1, 500],
    ]);
    expect(shown[0]?.id).toBe('e1000');
    expect(stream.state.get()).toMatchObject({ loaded: 701, isComplete: true });
  });
});
