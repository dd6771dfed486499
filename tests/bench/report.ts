import type { BenchRow, PeerFigure, RowFigures } from './benchRow.ts';

/** A row and its result; `figures` is null if it failed, and `error` says why. */
export interface Measured {
  readonly row: BenchRow;
  readonly figures: RowFigures | null;
  readonly error: string;
}

/** The rows as `--json` prints them. */
export function jsonRows(measured: readonly Measured[]): object[] {
  return measured.map(({ row, figures, error }) => ({
    id: row.id,
    metric: row.metric,
    unit: row.unit,
    ours: figures === null ? null : rounded(figures.ours),
    peers: peersOf(figures?.peers ?? {}),
    must: row.must,
    met: figures?.met ?? false,
    stretch: row.stretch,
    stretchMet: figures?.stretchMet ?? false,
    parts: (figures?.parts ?? []).map(({ name, ours, peers }) => ({
      name,
      ours: rounded(ours),
      peers: peersOf(peers),
    })),
    notes: error === '' ? (figures?.notes ?? []) : [error],
  }));
}

function peersOf(peers: Readonly<Record<string, PeerFigure>>): object {
  return Object.fromEntries(
    Object.entries(peers).map(([name, { value, ratio, worst }]) => [
      name,
      { value: rounded(value), ratio: rounded(ratio), worst: rounded(worst) },
    ]),
  );
}

function rounded(value: number | null): number | null {
  return value === null ? null : Number(value.toPrecision(3));
}

/** The rows as a table for people. */
export function tableOf(measured: readonly Measured[]): string {
  const lines: string[][] = [['', 'metric', 'unit', 'ours', 'peer: figure (ratio, worst round)', 'met']];
  for (const { row, figures, error } of measured) {
    const met = figures === null ? 'failed' : figures.met ? (figures.stretchMet ? 'stretch' : 'must') : 'NO';
    lines.push([row.id, row.metric, row.unit, shown(figures?.ours ?? null), peerText(figures?.peers ?? {}), met]);
    for (const { name, ours, peers } of figures?.parts ?? [])
      lines.push(['', `  ${name}`, '', shown(ours), peerText(peers), '']);
    for (const note of error === '' ? (figures?.notes ?? []) : [error]) lines.push(['', `  ! ${note}`, '', '', '', '']);
  }
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function peerText(peers: Readonly<Record<string, PeerFigure>>): string {
  return Object.entries(peers)
    .map(([name, { value, ratio, worst }]) =>
      value === null ? `${name}: skipped` : `${name}: ${shown(value)} (${shown(ratio)}x, ${shown(worst)}x)`,
    )
    .join('; ');
}

function shown(value: number | null): string {
  return value === null ? '-' : String(rounded(value));
}
