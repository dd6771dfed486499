import type { ListName } from '#shared/domain/listName.ts';
import { isMove, isNote, targetOf, type Change, type Command } from './command.ts';

const nothing: readonly Command[] = [];

/**
 * One account's queue in memory: a mirror of its rows, changed only by `apply`, after the same changes are on disk.
 * Each target has a chain in order of `seq`. A failed command holds back only what follows it in its chain (I11).
 */
export class QueueState {
  readonly #chains = new Map<string, readonly Command[]>();
  readonly #commands = new Map<number, Command>();
  readonly #failedTargets = new Set<string>();
  /** How many active commands move each company to a list. */
  readonly #active = new Map<ListName | 'nowhere', Map<number, number>>();
  /** Commands about notes, by company and sequence number. */
  readonly #notes = new Map<number, Map<number, Command>>();
  /** The sent ones, by sequence number: never more than a few. */
  readonly #sent = new Map<number, Command>();
  /** Sequence numbers of the active commands in order; those no longer active are skipped. */
  #order: number[] = [];
  #head = 0;
  #sorted = true;

  constructor(rows: readonly Command[] = []) {
    this.apply(rows.map((command) => ({ kind: 'put', command })));
  }

  /** Commands of a target, oldest first. */
  chain(target: string): readonly Command[] {
    return this.#chains.get(target) ?? nothing;
  }

  command(seq: number): Command | undefined {
    return this.#commands.get(seq);
  }

  /** All commands about these companies, those of each target in order. */
  ofCompanies(ids: ReadonlySet<number>): Command[] {
    return [...this.#chains.values()].flat().filter(({ companyId }) => ids.has(companyId));
  }

  /** Commands about the notes of a company, oldest first, failed ones too. */
  notesOf(companyId: number): Command[] {
    return [...(this.#notes.get(companyId)?.values() ?? [])].toSorted((a, b) => a.seq - b.seq);
  }

  /** Companies on their way to a list: those of its commands that are neither failed nor held back. */
  active(list: ListName): number {
    return this.#active.get(list)?.size ?? 0;
  }

  /** Whether a company is on its way to a list. */
  isActive(list: ListName, companyId: number): boolean {
    return this.#active.get(list)?.has(companyId) === true;
  }

  /** Whether nothing is on its way. */
  get isIdle(): boolean {
    return [...this.#active.values()].every(({ size }) => size === 0);
  }

  /** Chains that contain a failed command. */
  failedChains(): (readonly Command[])[] {
    return [...this.#failedTargets].map((target) => this.chain(target));
  }

  /** The last active command of each target that is no note. */
  lastActive(): Command[] {
    return [...this.#chains.values()].flatMap((chain) => activeOf(chain).slice(-1)).filter((last) => !isNote(last));
  }

  /**
   * Up to `count` commands to send next, except `except`: those with an unknown outcome first, then the oldest. They
   * have different targets, because the outcome of one may hold back the next in its chain.
   */
  next(count: number, except?: number): Command[] {
    const next = [...this.#sent.values()].filter(({ seq }) => seq !== except).toSorted((a, b) => a.seq - b.seq);
    const targets = new Set(next.map(targetOf));
    this.#tidy();
    for (let index = this.#head; index < this.#order.length && next.length < count; index++) {
      const command = this.#commands.get(this.#order[index] ?? 0);
      if (command === undefined || !activeOf(this.chain(targetOf(command))).includes(command)) {
        // A held or failed one is added again when it becomes active.
        if (index === this.#head) this.#head++;
      } else if (command.seq !== except && command.state !== 'sent') {
        const target = targetOf(command);
        if (targets.has(target)) break;
        targets.add(target);
        next.push(command);
      }
    }
    return next;
  }

  apply(changes: readonly Change[]): void {
    for (const change of changes) {
      const target = targetOf(change.command);
      const before = this.chain(target);
      const after = changed(before, change);
      this.#count(before, -1);
      this.#count(after, 1);
      this.#keep(change);
      this.#queueUp(before, after);
      if (after.length === 0) this.#chains.delete(target);
      else this.#chains.set(target, after);
      if (after.some(({ state }) => state === 'failed')) this.#failedTargets.add(target);
      else this.#failedTargets.delete(target);
    }
  }

  #keep({ kind, command }: Change): void {
    const { seq, state } = command;
    this.#sent.delete(seq);
    if (isNote(command)) this.#keepNote(kind, command);
    if (kind === 'remove') {
      this.#commands.delete(seq);
      return;
    }
    this.#commands.set(seq, command);
    if (state === 'sent') this.#sent.set(seq, command);
  }

  #keepNote(kind: Change['kind'], command: Command): void {
    const notes = this.#notes.get(command.companyId) ?? new Map<number, Command>();
    if (kind === 'put') this.#notes.set(command.companyId, notes.set(command.seq, command));
    else if (notes.delete(command.seq) && notes.size === 0) this.#notes.delete(command.companyId);
  }

  /** Queues the commands that a change to their chain has made active. */
  #queueUp(before: readonly Command[], after: readonly Command[]): void {
    const were = activeOf(before);
    for (const { seq } of activeOf(after)) {
      if (were.some((command) => command.seq === seq)) continue;
      if (seq <= (this.#order.at(-1) ?? 0)) this.#sorted = false;
      this.#order.push(seq);
    }
  }

  #count(chain: readonly Command[], by: 1 | -1): void {
    for (const command of activeOf(chain)) {
      const { companyId } = command;
      // A reason or a note is on its way, and its company is not.
      const to = isMove(command) ? command.to : 'nowhere';
      const companies = this.#active.get(to) ?? new Map<number, number>();
      this.#active.set(to, companies);
      const count = (companies.get(companyId) ?? 0) + by;
      if (count === 0) companies.delete(companyId);
      else companies.set(companyId, count);
    }
  }

  /** Sorts in commands that were put back, and from time to time drops those before the head. */
  #tidy(): void {
    if (!this.#sorted) {
      this.#order = [...this.#chains.values()].flatMap((chain) => activeOf(chain).map(({ seq }) => seq));
      this.#order.sort((a, b) => a - b);
      this.#head = 0;
      this.#sorted = true;
    } else if (this.#head >= 4096) {
      this.#order = this.#order.slice(this.#head);
      this.#head = 0;
    }
  }
}

/**
 * The active commands of a chain: those before the first move that failed. A failed reason or note holds nothing back.
 */
export function activeOf(chain: readonly Command[]): readonly Command[] {
  if (chain.every(({ state }) => state !== 'failed')) return chain;
  const failed = chain.findIndex((command) => command.state === 'failed' && isMove(command));
  return chain.slice(0, failed === -1 ? chain.length : failed).filter(({ state }) => state !== 'failed');
}

/** A chain after one change. */
export function changed(chain: readonly Command[], { kind, command }: Change): readonly Command[] {
  const others = chain.filter(({ seq }) => seq !== command.seq);
  if (kind === 'remove') return others;
  const last = others.at(-1);
  const all = [...others, command];
  return last === undefined || last.seq < command.seq ? all : all.toSorted((a, b) => a.seq - b.seq);
}
