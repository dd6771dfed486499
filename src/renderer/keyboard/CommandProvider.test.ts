import { expect, it } from 'vitest';
import { CommandRegistry } from './CommandProvider.tsx';

it('runs the handler of the topmost layer, and within a layer the newest', () => {
  const registry = new CommandRegistry();
  const log: string[] = [];
  const add = (layer: 'frame' | 'screen' | 'pane', name: string) =>
    registry.register(layer, () => ({ 'go.back': () => void log.push(name) }));
  const endPane = add('pane', 'pane');
  const endSecond = (add('screen', 'first'), add('screen', 'second'));
  add('frame', 'frame');
  registry.run(['go.back'], null);
  endPane();
  registry.run(['go.back'], null);
  endSecond();
  registry.run(['go.back'], null);
  expect(log).toEqual(['pane', 'second', 'first']);
});

it('goes on to the next handler when one says the key is not for it', () => {
  const registry = new CommandRegistry();
  const log: string[] = [];
  registry.register('frame', () => ({ 'go.back': () => void log.push('frame') }));
  registry.register('screen', () => ({ 'go.back': () => false }));
  expect(registry.run(['go.back'], null)).toBe(true);
  expect(log).toEqual(['frame']);
  expect(registry.run(['list.next'], null)).toBe(false);
});

it('runs only what a dialog has registered while one is open', () => {
  const registry = new CommandRegistry();
  const log: string[] = [];
  registry.register('screen', () => ({ 'triage.archive': () => void log.push('behind') }));
  expect(registry.run(['triage.archive'], null, { dialogOnly: true })).toBe(false);
  registry.register('dialog', () => ({ 'triage.archive': () => void log.push('dialog') }));
  expect(registry.run(['triage.archive'], null, { dialogOnly: true })).toBe(true);
  expect(log).toEqual(['dialog']);
});

it('tells which commands are live, and that this has changed', () => {
  const registry = new CommandRegistry();
  const before = registry.snapshot();
  const end = registry.register('screen', () => ({ 'list.filters': () => {} }));
  expect([...registry.live()]).toEqual(['list.filters']);
  expect(registry.snapshot()).not.toBe(before);
  end();
  expect(registry.live().size).toBe(0);
});
