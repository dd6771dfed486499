import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { MoveStep } from '#shared/bridge/moves.ts';
import { Triage, type TriagePorts } from '../decide/triage.ts';
import type { CompanyRow } from '../grid/cells/companyRow.ts';
import { ListModel } from './list.ts';
import type { ListSource, RowId } from './sources.ts';
import { gridOf } from './testing/cursors.ts';
import { entryRow } from './testing/rows.ts';

const total = 100;
const ids: readonly RowId[] = Array.from({ length: total }, (_, index) => ({
  id: `e${index + 1}`,
  entryId: index + 1,
  companyId: index + 1,
  siblings: [],
  doubles: [],
  list: 'None',
}));

/** An inbox of 100 undecided rows whose server learns of no decision. */
const source: ListSource = {
  load: (page, size) =>
    Promise.resolve({
      rows: ids.slice(page * size, (page + 1) * size).map(({ companyId }) => entryRow(companyId)),
      total,
      newCount: null,
      revision: 0,
    }),
  loadIds: () => Promise.resolve({ ids, revision: 0 }),
  exported: { kind: 'smartList', id: 1 },
  inboxId: 1,
};

async function openInbox({
  source: rows = source,
  // The queue never answers: what is shown must not wait for it.
  enqueue = () => new Promise(() => undefined),
  undo = () => new Promise(() => undefined),
}: Partial<Pick<TriagePorts, 'enqueue' | 'undo'> & { source: ListSource }> = {}): Promise<{
  model: ListModel;
  triage: Triage;
}> {
  let turn = 0;
  const triage = new Triage({
    enqueue,
    giveReason: () => Promise.resolve(),
    writeNote: () => Promise.reject(new Error('No notes here.')),
    undo,
    snapshot: () => Promise.resolve({ pending: [], steps: [], failed: [], revision: 0 }),
    turn: () => ++turn,
    now: () => turn,
    show: () => undefined,
    announce: () => undefined,
    complain: () => undefined,
  });
  triage.counted([{ id: 1, unratedCount: total }], 0);
  const model = new ListModel('inbox', triage);
  model.open('inbox', rows, { lists: ['None'], skipsDecided: true });
  await vi.waitFor(() => {
    expect(model.stream.state.get().loaded).toBe(25);
    expect(model.shown.counts.get().left).toBe(total);
  });
  return { model, triage };
}

const targets = ids.map(({ entryId, companyId }) => ({
  entryId,
  companyId,
  name: '',
  from: 'None' as const,
  siblings: [],
  doubles: [],
}));

describe('a list of which not every row is loaded', () => {
  it('counts a decision about all of it at once, and taking it back', async () => {
    const { model, triage } = await openInbox();
    triage.note(ids.map(({ companyId }) => ({ entryId: companyId, companyId, inboxId: 1, list: 'None' })));
    triage.decide('Archive', targets);
    expect(model.shown.counts.get().left).toBe(0);
    triage.undo();
    expect(model.shown.counts.get().left).toBe(total);
  });

  it('counts rows that were decided unloaded once, also when they are loaded later', async () => {
    const { model, triage } = await openInbox();
    triage.note(ids.map(({ companyId }) => ({ entryId: companyId, companyId, inboxId: 1, list: 'None' })));
    triage.decide('Archive', targets.slice(0, 60));
    expect(model.shown.counts.get().left).toBe(40);
    model.stream.want(total);
    await vi.waitFor(() => expect(model.stream.state.get().loaded).toBe(total));
    expect(model.shown.counts.get().left).toBe(40);
  });
});

describe('a list that another window decides about too', () => {
  it('lets go what is decided there, and has it back when that is taken back', async () => {
    const { model, triage } = await openInbox();
    const [row] = model.stream.all();
    if (row === undefined) throw new Error('There is no row.');
    const tell = (list: 'Watchlist' | 'None', revision: number): void =>
      triage.told({
        settled: [{ entryId: row.entryId, companyId: row.company.id, list, revision }],
        failed: [],
        gone: [],
        revision,
      });
    tell('Watchlist', 1);
    expect(model.listOf(row)).toBe('Watchlist');
    expect(model.isVisible(row)).toBe(false);
    expect(model.shown.counts.get().left).toBe(total - 1);
    tell('None', 2);
    expect(model.isVisible(row)).toBe(true);
    expect(model.shown.counts.get().left).toBe(total);
  });
});

describe('a list in which one decision counts for all', () => {
  const [me, ann, reader] = [1, 2, 3];
  async function openShared(): Promise<{ model: ListModel; triage: Triage; seen: () => number[] }> {
    const { model, triage } = await openInbox();
    model.open('shared', source, { lists: ['None'], skipsDecided: true, isSettledByAny: true });
    await vi.waitFor(() => expect(model.stream.state.get().loaded).toBe(25));
    model.setDeciders(new Set([ann]));
    const seen = (): number[] =>
      model.stream
        .all()
        .filter((row) => model.isVisible(row))
        .map(({ company }) => company.id)
        .slice(0, 3);
    return { model, triage, seen };
  }

  it('lets go what somebody who works on it decides, and has it back when that is taken back', async () => {
    const { model, seen } = await openShared();
    model.decidedElsewhere(ann, 2, true);
    expect(seen()).toEqual([1, 3, 4]);
    model.decidedElsewhere(ann, 2, false);
    expect(seen()).toEqual([1, 2, 3]);
  });

  it('keeps what others decide, and has back what the user takes back, of whom the news come, too', async () => {
    const { model, triage, seen } = await openShared();
    expect(model.decidedElsewhere(reader, 2, true)).toBe(false);
    expect(seen()).toEqual([1, 2, 3]);
    triage.decide('Archive', targets.slice(1, 2));
    model.decidedElsewhere(me, 2, true);
    expect(seen()).toEqual([1, 3, 4]);
    triage.undo();
    expect(seen()).toEqual([1, 2, 3]);
  });

  it('shows what was dealt, also beside a filter that comes and goes', async () => {
    const { model, seen } = await openShared();
    model.setHand(new Set([2, 3, 5]));
    expect(seen()).toEqual([2, 3, 5]);
    model.setQuickFilter(({ company }) => company.id > 2);
    expect(seen()).toEqual([3, 5]);
    model.setQuickFilter(null);
    expect(seen()).toEqual([2, 3, 5]);
    model.setQuickFilter(({ company }) => company.id > 2);
    model.setHand(null);
    expect(seen()).toEqual([3, 4, 5]);
  });
});

const placed = (list: 'Archive' | 'None') => ({ entryId: 4, companyId: 4, list });
const step = (list: 'Archive' | 'None', revision: number): Promise<MoveStep> =>
  Promise.resolve({ stepId: 's1', label: '', placements: [placed(list)], undoDepth: 1, revision });
const told = (list: 'Archive' | 'None', revision: number) => ({
  settled: [{ ...placed(list), revision }],
  failed: [],
  gone: [],
  revision,
});

const companies = (model: ListModel): number[] => model.stream.all().map(({ company }) => company.id);

describe('a list that was read again after a decision', () => {
  const decided = new Set<number>();
  const target = targets.slice(3, 4);
  const inbox: ListSource = {
    ...source,
    load: (page, size) => {
      const rows = ids.filter(({ companyId }) => !decided.has(companyId));
      return Promise.resolve({
        rows: rows.slice(page * size, (page + 1) * size).map(({ companyId }) => entryRow(companyId)),
        total: rows.length,
        newCount: null,
        revision: 0,
      });
    },
  };
  const ports = { source: inbox, undo: () => step('None', 3), enqueue: () => step('Archive', 1) };

  it('has the company back at once when the decision is taken back, where it was', async () => {
    decided.clear();
    const { model, triage } = await openInbox(ports);
    triage.decide('Archive', target);
    await triage.whenSaved();
    decided.add(4);
    triage.told(told('Archive', 2));
    model.cursor.focus.set({ row: entryRow(7), index: 6 });
    // An import, the week's refresh, or another device's news.
    model.refresh();
    await vi.waitFor(() => expect(companies(model)).not.toContain(4));

    triage.undo();
    expect(companies(model).slice(0, 8)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    // The list is read again before the server has the company back, and while it gets it.
    const read = vi.spyOn(model.shown, 'withOwn');
    model.refresh();
    await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(1));
    expect(companies(model).slice(0, 8)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    model.refresh();
    triage.told(told('None', 4));
    await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(2));
    expect(companies(model).slice(0, 8)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it('reads a company that it has not had once the server has it back', async () => {
    decided.clear();
    decided.add(4);
    const { model, triage } = await openInbox(ports);
    triage.decide('Archive', target);
    triage.undo();
    await triage.whenSaved();
    expect(companies(model)).not.toContain(4);
    decided.delete(4);
    triage.told(told('None', 4));
    // Read at once where it is on the screen, here when one comes back to it.
    model.open('inbox', inbox, model.shown.rules);
    await vi.waitFor(() => expect(companies(model)).toContain(4));
  });
});

describe('keys that wait for rows', () => {
  it('mean nothing where these cannot be read', async () => {
    const asked = Promise.withResolvers<never>();
    const load = vi.fn<ListSource['load']>((page, size) => (page === 0 ? source.load(page, size) : asked.promise));
    const { model } = await openInbox({ source: { ...source, load } });
    vi.stubGlobal('requestAnimationFrame', () => 0);
    model.cursor.attach(gridOf(model.stream.all()), () => undefined);
    model.cursor.goTo(24);
    const decide = vi.fn<() => void>();
    model.cursor.whenThere(() => undefined, { needsNext: true });
    model.cursor.whenThere(decide);
    asked.reject(new Error('Away.'));
    await vi.waitFor(() => expect(model.stream.state.get().status).toBe('failed'));
    // Keys that went on waiting would ask for the rows again at once, and again.
    expect(load).toHaveBeenCalledTimes(2);
    model.shown.setShown(0);
    model.cursor.extended();
    expect(decide).not.toHaveBeenCalled();
    vi.unstubAllGlobals();
  });
});

/** An inbox that was left on this row, and is opened again after ten rows have come above all others. */
async function reopen(leftOn: number, back: CompanyRow['back'] = null): Promise<ListModel> {
  let first = 10;
  const load: ListSource['load'] = (page, size) =>
    Promise.resolve({
      rows: ids
        .slice(first + page * size, first + (page + 1) * size)
        .map(({ companyId }) => ({ ...entryRow(companyId), back: companyId <= 10 ? back : null })),
      total: total - first,
      newCount: null,
      revision: 0,
    });
  const { model } = await openInbox({ source: { ...source, load } });
  model.cursor.attach(gridOf(model.stream.all()), () => undefined);
  model.cursor.goTo(leftOn);
  model.cursor.detach();
  first = 0;
  model.outdate();
  model.open('inbox', { ...source, load }, model.shown.rules);
  await vi.waitFor(() => expect(model.stream.all()[0]?.id).toBe('e1'));
  model.cursor.attach(gridOf(model.stream.all()), () => undefined);
  return model;
}

describe('a list that is opened again after rows have come above the others', () => {
  beforeEach(() => {
    vi.stubGlobal('requestAnimationFrame', () => 0);
    return () => vi.unstubAllGlobals();
  });

  it('begins with these if it was left at its start', async () => {
    const model = await reopen(0);
    expect(model.cursor.focus.get()).toMatchObject({ index: 0, row: { id: 'e1' } });
  });

  it('is where it was left otherwise', async () => {
    const model = await reopen(3);
    expect(model.cursor.focus.get()).toMatchObject({ index: 13, row: { id: 'e14' } });
    expect(model.back.get()).toBe(0);
  });

  it.each([0, 3, 20])(
    'E5 begins with what came back, also where it was left on row %i; not a second time',
    async (on) => {
      const model = await reopen(on, { why: 'raises', what: '$5M', from: 'None' });
      expect(model.cursor.focus.get()).toMatchObject({ index: 0, row: { id: 'e1' } });
      expect(model.back.get()).toBe(10);
      // What is decided is no longer back, until that is undone.
      model.triage.decide('Archive', targets.slice(0, 3));
      expect(model.back.get()).toBe(7);
      vi.stubGlobal('document', { activeElement: null });
      model.triage.undo();
      expect(model.back.get()).toBe(10);
      model.cursor.goTo(12);
      model.cursor.detach();
      model.outdate();
      model.open('inbox', model.source!, model.shown.rules);
      await new Promise((resolve) => setTimeout(resolve));
      model.cursor.attach(gridOf(model.stream.all()), () => undefined);
      expect(model.cursor.focus.get()).toMatchObject({ index: 12, row: { id: 'e13' } });
    },
  );
});
