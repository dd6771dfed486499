import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MoveRequest, MovesChanged, MoveStep, SettledPlacement } from '#shared/bridge/moves.ts';
import type { ListName } from '#shared/domain/listName.ts';
import { isOnItsWay, shownList } from './overlay.ts';
import type { ShownChange, Snapshot } from './state.ts';
import { Triage } from './triage.ts';

const entries = [1, 2, 3];
const lists = ['Watchlist', 'Opportunities', 'Archive'] as const;

interface News extends Pick<MovesChanged, 'settled' | 'gone' | 'revision'> {
  readonly isReset: boolean;
}

/** Main between several windows: it moves at once, and each window hears of it when the test says. */
class Main {
  revision = 0;
  readonly lists = new Map<number, ListName>();
  readonly windows: Window[] = [];
  steps: { readonly id: string; readonly entryId: number; readonly from: ListName; readonly by: Window }[] = [];
  private last = 0;

  enqueue({ to, targets }: MoveRequest, by: Window): MoveStep {
    const entryId = targets[0]?.entryId ?? 0;
    const from = this.listOf(entryId);
    const id = String(++this.last);
    if (from !== to) this.steps.push({ id, entryId, from, by });
    this.lists.set(entryId, to);
    this.revision += 1;
    this.tell({ settled: [this.placed(entryId)], gone: from === to ? [id] : [], isReset: false });
    return {
      stepId: id,
      label: 'a step',
      placements: [this.placed(entryId)],
      undoDepth: this.steps.length,
      revision: this.revision,
    };
  }

  undo(): MoveStep | null {
    const step = this.steps.pop();
    if (step === undefined) return null;
    this.lists.set(step.entryId, step.from);
    this.revision += 1;
    this.tell({ settled: [this.placed(step.entryId)], gone: [step.id], isReset: false });
    return {
      stepId: step.id,
      label: 'a step',
      placements: [this.placed(step.entryId)],
      undoDepth: this.steps.length,
      revision: this.revision,
    };
  }

  /** A backup of the beginning takes the place of everything. */
  restore(): void {
    this.lists.clear();
    this.steps = [];
    this.revision += 1;
    this.tell({ settled: [], gone: [], isReset: true });
  }

  snapshot(): Snapshot {
    return { pending: [], failed: [], steps: this.steps.map(({ id }) => id), revision: this.revision };
  }

  listOf(entryId: number): ListName {
    return this.lists.get(entryId) ?? 'None';
  }

  private placed(entryId: number): SettledPlacement {
    return { entryId, companyId: entryId, list: this.listOf(entryId), revision: this.revision };
  }

  private tell(news: Omit<News, 'revision'>): void {
    for (const { unheard } of this.windows) unheard.push({ ...news, revision: this.revision });
  }
}

/** Answers as a call to main does. */
async function later<T>(answer: () => T): Promise<T> {
  await Promise.resolve();
  const value = answer();
  // News may be faster than an answer.
  for (let turn = 0; turn < 4; turn++) await Promise.resolve();
  return value;
}

class Window {
  readonly unheard: News[] = [];
  readonly triage: Triage;
  readonly toasts: string[] = [];
  readonly events: ShownChange['kind'][] = [];
  private readonly main: Main;
  private turn = 0;

  constructor(main: Main) {
    this.main = main;
    main.windows.push(this);
    this.triage = new Triage({
      enqueue: (request) => later(() => main.enqueue(request, this)),
      giveReason: () => Promise.resolve(),
      writeNote: () => Promise.reject(new Error('No notes here.')),
      undo: () => later(() => main.undo()),
      snapshot: () => later(() => main.snapshot()),
      turn: () => (this.turn += 1),
      now: () => this.turn,
      announce: () => undefined,
      show: (text) => this.toasts.push(text),
      complain: () => undefined,
    });
    this.triage.subscribe(({ kind }) => this.events.push(kind));
  }

  /** What a row shows that was read when the window opened, or, `readNow`, is read now. */
  shown(entryId: number, readNow = false): ListName {
    const list = readNow ? this.main.listOf(entryId) : 'None';
    return shownList(
      { entryId, company: { id: entryId }, list, revision: readNow ? this.main.revision : 0 },
      this.triage.overlay,
    );
  }

  decide(entryId: number, to: ListName): void {
    const from = this.shown(entryId);
    this.triage.decide(to, [{ entryId, companyId: entryId, name: '', from, siblings: [] }]);
  }

  hear(count = 1): void {
    for (const { settled, gone, isReset, revision } of this.unheard.splice(0, count)) {
      if (isReset) this.triage.reset({ pending: [], revision });
      this.triage.told({ settled, failed: [], gone, revision });
    }
  }

  get decided(): number {
    return this.triage.meter.get().decided;
  }
}

/** Lets everything be answered and heard. */
async function settle({ windows }: Main): Promise<void> {
  for (const { triage } of windows) await triage.whenSaved();
  for (const window of windows) window.hear(Infinity);
}

/** The first of two windows has decided twice, and both have heard of it. */
async function afterTwoDecisions(): Promise<{ main: Main; first: Window; second: Window }> {
  const main = new Main();
  const [first, second] = [new Window(main), new Window(main)];
  first.decide(1, 'Archive');
  first.decide(2, 'Archive');
  await settle(main);
  return { main, first, second };
}

describe('undo in several windows', () => {
  it('takes back the step before in the window whose last step another one has taken back', async () => {
    const { main, first, second } = await afterTwoDecisions();
    second.triage.undo();
    await settle(main);
    expect([first.shown(1), first.shown(2), first.decided]).toEqual(['Archive', 'None', 1]);
    first.triage.undo();
    await settle(main);
    expect([first.shown(1), first.shown(2), first.decided]).toEqual(['None', 'None', 0]);
    expect(main.steps).toEqual([]);
  });

  it('shows nothing as decided where the window had not heard of the other one’s undo, and reads again', async () => {
    const { first, second } = await afterTwoDecisions();
    second.triage.undo();
    await second.triage.whenSaved();
    first.triage.undo();
    await first.triage.whenSaved();
    expect([first.shown(1), first.shown(2), first.decided]).toEqual(['None', 'None', 0]);
    expect(first.events).toContain('outdated');
  });

  it('has nothing to undo after a restore, and shows what the server says', async () => {
    const main = new Main();
    const window = new Window(main);
    window.decide(1, 'Archive');
    window.decide(2, 'Archive');
    await settle(main);
    main.restore();
    window.hear();
    expect([window.shown(1), window.shown(2), window.decided]).toEqual(['None', 'None', 0]);
    window.triage.undo();
    await settle(main);
    expect(window.toasts).toEqual(['Nothing to undo.']);
    expect([window.shown(1), window.shown(2), window.decided]).toEqual(['None', 'None', 0]);
  });

  it('has nothing to undo where the restore had not been heard of either', async () => {
    const main = new Main();
    const window = new Window(main);
    window.decide(1, 'Archive');
    await settle(main);
    main.restore();
    window.triage.undo();
    await window.triage.whenSaved();
    expect([window.shown(1), window.decided]).toEqual(['None', 0]);
    expect(window.events.at(-1)).toBe('outdated');
  });

  it('forgets a step that another window has taken back, though an answer from before still has it', async () => {
    const main = new Main();
    const [first, second] = [new Window(main), new Window(main)];
    first.decide(1, 'Watchlist');
    first.triage.undo();
    for (let turn = 0; turn < 6; turn++) await Promise.resolve();
    second.decide(1, 'Archive');
    for (let turn = 0; turn < 10; turn++) await Promise.resolve();
    second.triage.undo();
    for (let turn = 0; turn < 5; turn++) await Promise.resolve();
    first.hear(Infinity);
    await settle(main);
    expect(main.steps).toEqual([]);
    expect([first.shown(1), first.decided]).toEqual(['None', 0]);
  });

  it('I16 whatever windows do and whenever they hear of it, all show and count in the end what main has', async () => {
    const window = fc.nat({ max: 2 });
    const action = fc.oneof(
      { weight: 6, arbitrary: fc.tuple(fc.constant('decide' as const), window, fc.constantFrom(...entries)) },
      { weight: 5, arbitrary: fc.tuple(fc.constant('undo' as const), window, fc.constant(0)) },
      { weight: 5, arbitrary: fc.tuple(fc.constant('hear' as const), window, fc.constantFrom(1, Infinity)) },
      { weight: 5, arbitrary: fc.tuple(fc.constant('turn' as const), window, fc.nat({ max: 8 })) },
      { weight: 3, arbitrary: fc.tuple(fc.constant('rest' as const), window, fc.constant(0)) },
      { weight: 1, arbitrary: fc.tuple(fc.constant('restore' as const), window, fc.constant(0)) },
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(action, fc.constantFrom(...lists)), { maxLength: 40, size: 'max' }),
        async (actions) => {
          const main = new Main();
          const windows = [new Window(main), new Window(main), new Window(main)];
          for (const [[kind, index, value], to] of actions) {
            const at = windows[index];
            if (kind === 'decide') at?.decide(value, to);
            else if (kind === 'undo') at?.triage.undo();
            else if (kind === 'hear') at?.hear(value);
            else if (kind === 'rest') await at?.triage.whenSaved();
            else if (kind === 'restore') {
              // Main restores nothing while decisions are on their way.
              await settle(main);
              main.restore();
            } else for (let turn = 0; turn < value; turn++) await Promise.resolve();
          }
          await settle(main);
          for (const at of windows) {
            expect(entries.map((entry) => at.shown(entry, true))).toEqual(entries.map((entry) => main.listOf(entry)));
            for (const entry of entries) expect(isOnItsWay(at.triage.overlay, entry, entry)).toBe(false);
          }
          // Taken back by whoever, the steps end together: nobody shows one that is not there.
          while (main.steps.length > 0) {
            windows[main.steps.length % 3]?.triage.undo();
            await settle(main);
          }
          for (const at of windows) {
            expect(at.decided).toBe(0);
            expect(entries.map((entry) => at.shown(entry, true))).toEqual(entries.map(() => 'None'));
          }
        },
      ),
      { numRuns: 1000 },
    );
  });
});
