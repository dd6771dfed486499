import { join } from 'node:path';
import type { MoveTarget } from '#shared/bridge/moves.ts';
import type { BenchRow, PeerFigure, RowFigures } from '../benchRow.ts';
import { mean } from '../measure/figures.ts';
import { skipped, Targets } from '../measure/ratios.ts';
import { JsonDrain } from '../moves/jsonDrain.ts';
import { JsonQueue } from '../moves/jsonQueue.ts';
import { MovesServer } from '../moves/movesServer.ts';
import { OwnQueue } from '../moves/ownQueue.ts';
import type { Workbench } from '../workbench.ts';

const moves = 10_000;
const movedTo = 'Archive';
const peerName = 'p-queue and JSON file';

/** T11: ten thousand moves are sent one after another; a move that has arrived is never sent again. */
export const drainRow: BenchRow = {
  id: 'T11',
  metric: `${moves} moves sent one at a time, each exactly once, to the same server`,
  unit: 'moves/s',
  must: '2.5x p-queue with a JSON file written atomically',
  stretch: '6x',
  async run(workbench) {
    const server = await workbench.ending(MovesServer.start(workbench.server, workbench.folder));
    const [mine = [], theirs = []] = await server.undecided(moves);
    const own = new OwnQueue(join(workbench.folder, 'drain.db'), server.destination);
    const json = await openPeer(workbench, server, theirs);
    try {
      own.attach();
      own.queue.enqueue({ to: movedTo, targets: mine });
      const times = { own: [] as number[], peer: [] as number[] };
      const share = Math.ceil(moves / workbench.rounds);
      for (let left = moves; left > 0; left -= share) {
        const count = Math.min(share, left);
        times.own.push((await seconds(() => own.send(count))) / count);
        if (json !== null) times.peer.push((await seconds(() => json.send(count))) / count);
      }
      await server.check(0, movedTo, mine, own.sent);
      if (json !== null) await server.check(1, movedTo, theirs, json.sent);
      return figuresOf(times.own, times.peer);
    } finally {
      own.close();
    }
  },
};

async function openPeer(
  workbench: Workbench,
  { destination }: MovesServer,
  targets: readonly MoveTarget[],
): Promise<JsonDrain | null> {
  const kept = await JsonQueue.open(join(workbench.folder, 'drain.json'));
  kept?.enqueue(movedTo, targets);
  const drain = kept === null ? null : await JsonDrain.open(kept, destination);
  return drain ?? workbench.skip(peerName, 'its packages could not be installed');
}

async function seconds(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
}

/** From seconds per move, one for each part of the moves: the peer's file gets shorter from part to part. */
function figuresOf(ours: readonly number[], theirs: readonly number[]): RowFigures {
  const ratios = theirs.map((time, part) => time / (ours[part] ?? Number.NaN));
  const figure: PeerFigure =
    theirs.length === 0
      ? skipped
      : { value: 1 / mean(theirs), ratio: mean(theirs) / mean(ours), worst: Math.min(...ratios) };
  const targets = new Targets();
  targets.atLeast(peerName, figure.ratio, 2.5, 6);
  const { met, stretchMet, notes } = targets;
  return { ours: 1 / mean(ours), peers: { [peerName]: figure }, parts: [], met, stretchMet, notes };
}
