import { expect, test } from 'vitest';
import { createLog } from '#node/log.ts';
import type { Change, Command } from './command.ts';
import { logTransitions } from './transitions.ts';

function command(seq: number, change: Partial<Command> = {}): Command {
  return {
    seq,
    key: 'k',
    stepId: 's',
    entryId: null,
    companyId: 1000 + seq,
    name: 'Kettlestudio',
    from: 'None',
    to: 'Watchlist',
    state: 'pending',
    reason: 'No such entry: Kettlestudio',
    ...change,
  };
}

function logged(changes: readonly Change[]): Record<string, unknown>[] {
  const lines: string[] = [];
  logTransitions(
    createLog((line) => lines.push(line)),
    changes,
  );
  expect(lines.join('')).not.toContain('Kettlestudio');
  return lines.map((line) => {
    const { event, from, to, moves } = JSON.parse(line) as Record<string, unknown>;
    return { event, from, to, moves };
  });
}

test('each move is logged with where it came from, where it goes and what has become of it; never its name', () => {
  expect(
    logged([
      { kind: 'put', command: command(1) },
      { kind: 'put', command: command(2, { state: 'sent', to: 'Archive' }) },
      { kind: 'put', command: command(3, { state: 'failed' }) },
      { kind: 'remove', command: command(4), why: 'done' },
      { kind: 'remove', command: command(5), why: 'gone' },
    ]),
  ).toEqual([
    { event: 'queue.pending', from: 'None', to: 'Watchlist', moves: '1:1001' },
    { event: 'queue.sent', from: 'None', to: 'Archive', moves: '2:1002' },
    { event: 'queue.failed', from: 'None', to: 'Watchlist', moves: '3:1003' },
    { event: 'queue.done', from: 'None', to: 'Watchlist', moves: '4:1004' },
    { event: 'queue.gone', from: 'None', to: 'Watchlist', moves: '5:1005' },
  ]);
});

test('a bulk decision names all of its moves, none cut off', () => {
  const largest = 2 ** 52;
  const commands = Array.from({ length: 1000 }, (_, index) => command(largest - index, { companyId: largest - index }));
  const lines = logged(commands.map((each) => ({ kind: 'put', command: each })));
  expect(lines.flatMap(({ moves }) => String(moves).split(' '))).toEqual(
    commands.map(({ seq, companyId }) => `${seq}:${companyId}`),
  );
});
