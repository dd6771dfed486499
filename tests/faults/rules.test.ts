import { afterEach, expect, it } from 'vitest';
import { noteIds } from './harness/protocol.ts';
import { Rules } from './harness/rules.ts';
import { World, type FileRow } from './harness/world.ts';

const [first] = noteIds as [string];

let world: World;
afterEach(() => world.close());

/** A queue that works, with two texts of a note and a reason on the way; a test then claims that it did otherwise. */
function watched(): Rules {
  const rules = new Rules();
  world = new World({
    onRequest: (account, request) => rules.onRequest(account, request),
    onEffect: () => undefined,
    onNote: () => undefined,
  });
  rules.watch(world);
  world.signIn('ann');
  world.queue.pause();
  return rules;
}

function rowOf(isIt: (row: FileRow) => boolean): FileRow {
  const row = world.rows().find((each) => isIt(each));
  expect(row).toBeDefined();
  return row!;
}

type Claim = (rules: Rules, row: FileRow) => void;

const ofNote: readonly [string, string, Claim][] = [
  ['right', '', (rules, { key }) => rules.onNote('ann', { key, id: first, text: 'One', before: '' })],
  ['under a key of its own', 'I2', (rules) => rules.onNote('ann', { key: 'x', id: first, text: 'One', before: '' })],
  ['written twice', 'I3', (rules, { key }) => rules.onNote('ann', { key, id: first, text: 'One', before: 'One' })],
  ['another text', 'M2', (rules, { key }) => rules.onNote('ann', { key, id: first, text: 'Two', before: '' })],
  ['another note', 'M2', (rules, { key }) => rules.onNote('ann', { key, id: noteIds[1]!, text: 'One', before: '' })],
  ['another user’s', 'M2', (rules, { key }) => rules.onNote('ben', { key, id: first, text: 'One', before: '' })],
];

it.each(ofNote)('the rules find a note that is %s', (_, rule, claim) => {
  const rules = watched();
  world.write(first, '', 'One');
  rules.look();
  claim(
    rules,
    rowOf(({ note }) => note === first),
  );
  if (rule === '') rules.raise();
  else expect(() => rules.raise()).toThrow(rule);
});

it('the rules find texts of a note that arrive in another order', async () => {
  const rules = watched();
  world.fault = () => 'hangBefore';
  world.write(first, '', 'One');
  world.queue.resume();
  await world.turn(5);
  world.write(first, 'One', 'Two');
  rules.look();
  const keys = ['One', 'Two'].map((written) => rowOf(({ text }) => text === written).key) as [string, string];
  rules.onNote('ann', { key: keys[1], id: first, text: 'Two', before: '' });
  rules.raise();
  rules.onNote('ann', { key: keys[0], id: first, text: 'One', before: 'Two' });
  expect(() => rules.raise()).toThrow('I4');
});

it('the rules find a note that leaves the file although the server does not have it', async () => {
  const rules = watched();
  world.write(first, '', 'One');
  world.queue.resume();
  await world.until('idle');
  world.server().forget();
  expect(() => rules.look()).toThrow('I1');
});

it('the rules find a reason that leaves the file although the server does not have it', async () => {
  const rules = watched();
  const step = world.decide('Archive', [{ entry: 1, from: 'None' }]);
  world.queue.resume();
  await world.until('idle');
  rules.look();
  world.queue.giveReason({ stepId: step!.stepId, reason: 3 });
  await world.until('idle');
  world.server().forget();
  expect(() => rules.look()).toThrow('I1');
});

const ofReason: readonly [string, string, Claim][] = [
  ['right', '', (rules, { key }) => rules.onEffect('ann', { ...given, key })],
  ['under a key of its own', 'I2', (rules) => rules.onEffect('ann', { ...given, key: 'x' })],
  ['for another entry', 'I2', (rules, { key }) => rules.onEffect('ann', { ...given, key, entry: 2 })],
  ['for another list', 'I2', (rules, { key }) => rules.onEffect('ann', { ...given, key, list: 'Watchlist' })],
  ['a move', 'M2', (rules, { key }) => rules.onEffect('ann', { ...given, key, reason: null })],
  [
    'given twice',
    'I4',
    (rules, { key }) => {
      rules.onEffect('ann', { ...given, key });
      rules.onEffect('ann', { ...given, key });
    },
  ],
];
const given = { entry: 1, list: 'Archive', before: 'Archive', reason: 3 } as const;

it.each(ofReason)('the rules find a reason that is %s', (_, rule, claim) => {
  const rules = watched();
  const step = world.decide('Archive', [{ entry: 1, from: 'None' }]);
  world.queue.giveReason({ stepId: step!.stepId, reason: 3 });
  rules.look();
  claim(
    rules,
    rowOf(({ isReason }) => isReason),
  );
  if (rule === '') rules.raise();
  else expect(() => rules.raise()).toThrow(rule);
});

it('the rules find a reason that comes before its decision', () => {
  const rules = watched();
  const step = world.decide('Archive', [{ entry: 1, from: 'None' }]);
  world.queue.giveReason({ stepId: step!.stepId, reason: 3 });
  rules.look();
  rules.onEffect('ann', { ...given, key: rowOf(({ isReason }) => isReason).key });
  const move = rowOf(({ isReason }) => !isReason).key;
  rules.onEffect('ann', { key: move, entry: 1, list: 'Archive', before: 'None', reason: null });
  expect(() => rules.raise()).toThrow('I4');
});
