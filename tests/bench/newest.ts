import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { PeerFigure } from './benchRow.ts';
import type { Measured } from './report.ts';

/** The newest figures of a row, as docs/performance.json has them. */
export interface NewestRow {
  readonly commit: string;
  /** The day of the run (`YYYY-MM-DD`). */
  readonly day: string;
  readonly machine: string;
  readonly size: number;
  readonly rounds: number;
  readonly unit: string;
  readonly ours: number;
  /** How many times better ours is, by peer. */
  readonly ratios: Readonly<Record<string, number>>;
  readonly parts: Readonly<
    Record<string, { readonly ours: number; readonly ratios: Readonly<Record<string, number>> }>
  >;
  readonly met: boolean;
}

/** By the row's id. */
export type Newest = Readonly<Record<string, NewestRow>>;

/** What a run was made with. */
export type RunFacts = Pick<NewestRow, 'commit' | 'day' | 'machine' | 'size' | 'rounds'>;

/** How much worse a figure may be before it is named: 1.1 is a tenth. */
const tolerance = 1.1;
/** Of figures in these units the smaller one is better; others count only against their peers. */
const smallerIsBetter = new Set(['ms', 's', 'MB', 'us']);

const file = new URL('../../docs/performance.json', import.meta.url);

/** The figures that are kept; none where there is no file. */
export function readNewest(): Newest {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Newest) : {};
}

/** Puts the rows that were measured in place of the older figures. */
export function writeNewest(newest: Newest): void {
  writeFileSync(file, `${JSON.stringify(newest, null, 2)}\n`);
}

/** The figures with those of the rows that were measured now; a row that failed keeps its older ones. */
export function withMeasured(newest: Newest, measured: readonly Measured[], facts: RunFacts): Newest {
  const rows = measured.flatMap(({ row, figures }): [string, NewestRow][] => {
    if (figures === null) return [];
    const parts = figures.parts.map(({ name, ours, peers }) => [name, { ours: short(ours), ratios: ratiosOf(peers) }]);
    const { ours, met } = figures;
    return [
      [
        row.id,
        {
          ...facts,
          unit: row.unit,
          ours: short(ours),
          ratios: ratiosOf(figures.peers),
          parts: Object.fromEntries(parts) as NewestRow['parts'],
          met,
        },
      ],
    ];
  });
  return Object.fromEntries(Object.entries({ ...newest, ...Object.fromEntries(rows) }).toSorted(byId));
}

/** What is more than a tenth worse than the figures that are kept, a line for each. */
export function worseThan(newest: Newest, measured: Newest): string[] {
  return Object.entries(measured).flatMap(([id, now]) => {
    const then = newest[id];
    if (then === undefined) return [`${id}: there is no older figure`];
    if (then.size !== now.size) return [`${id}: the older figure is of ${then.size} companies`];
    const parts = Object.entries(now.parts).flatMap(([name, part]) =>
      worsened(`${id} ${name}`, then.parts[name], part, now.unit),
    );
    return [...worsened(id, then, now, now.unit), ...parts].map((line) => `${line} (${then.commit}, ${then.day})`);
  });
}

type Figures = Pick<NewestRow, 'ours' | 'ratios'>;

function worsened(name: string, then: Figures | undefined, now: Figures, unit: string): string[] {
  if (then === undefined) return [];
  const peers = Object.entries(now.ratios).filter(([peer, ratio]) => ratio * tolerance < (then.ratios[peer] ?? 0));
  const lines = peers.map(([peer, ratio]) => `${name}, ${peer}: ${ratio}x instead of ${then.ratios[peer]}x`);
  const hasPeers = Object.keys(now.ratios).length > 0;
  if (hasPeers || !smallerIsBetter.has(unit) || now.ours <= then.ours * tolerance) return lines;
  return [...lines, `${name}: ${now.ours} ${unit} instead of ${then.ours}`];
}

function ratiosOf(peers: Readonly<Record<string, PeerFigure>>): Record<string, number> {
  const known = Object.entries(peers).flatMap(([name, { ratio }]) => (ratio === null ? [] : [[name, short(ratio)]]));
  return Object.fromEntries(known) as Record<string, number>;
}

function short(value: number): number {
  return Number(value.toPrecision(3));
}

/** T2 before T10. */
function byId([a]: [string, unknown], [b]: [string, unknown]): number {
  return a.localeCompare(b, 'en', { numeric: true });
}
