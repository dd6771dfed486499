import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SocketShares } from './socketShares.ts';

/** What the shares need of a socket: that it can be ended, and says so. */
class Line extends EventEmitter {
  destroyed = false;

  destroy(): this {
    this.destroyed = true;
    this.emit('close');
    return this;
  }
}

function lines(count: number, shares: SocketShares, address = '10.0.0.1'): { line: Line; socket: Socket }[] {
  return Array.from({ length: count }, () => {
    const line = new Line();
    const socket = line as unknown as Socket;
    shares.add(socket, address);
    return { line, socket };
  });
}

const open = (all: readonly { line: Line }[]): number => all.filter(({ line }) => !line.destroyed).length;

describe('connections', () => {
  test('S22 strangers have their share and no more; the one silent longest makes room', () => {
    const shares = new SocketShares({ total: 10, strangers: 4, perOwner: 10 });
    const first = lines(4, shares);
    shares.begin(first[0]!.socket);
    const [last] = lines(1, shares);
    expect(first.map(({ line }) => line.destroyed)).toEqual([false, true, false, false]);
    expect(last!.line.destroyed).toBe(false);
    expect(shares.size).toBe(4);
  });

  test('S22 where all of them are answered the oldest makes room', () => {
    const shares = new SocketShares({ total: 10, strangers: 2, perOwner: 10 });
    const first = lines(2, shares);
    for (const { socket } of first) shares.begin(socket);
    lines(1, shares);
    expect(first.map(({ line }) => line.destroyed)).toEqual([true, false]);
  });

  test('S22 a flood of strangers never costs an owner a connection', () => {
    const shares = new SocketShares({ total: 10, strangers: 4, perOwner: 5 });
    const own = lines(4, shares);
    for (const { socket } of own) expect(shares.belongsTo(socket, 'ann')).toBe(true);
    const flood = lines(100, shares);
    expect(open(own)).toBe(4);
    expect(open(flood)).toBe(4);
    expect(flood.at(-1)?.line.destroyed).toBe(false);
  });

  test('S22 the address with the most connections makes room, not the one that has just come', () => {
    const shares = new SocketShares({ total: 100, strangers: 10, perOwner: 10 });
    const office = lines(2, shares, '10.0.0.2');
    for (const { socket } of office) shares.isFrom(socket, '192.0.2.7');
    const flood = lines(50, shares);
    expect(open(office)).toBe(2);
    expect(open(flood)).toBe(8);
  });

  test('S22 an owner with too many loses what is idle, and is refused where nothing is', () => {
    const shares = new SocketShares({ total: 100, strangers: 50, perOwner: 3 });
    const own = lines(4, shares);
    for (const { socket } of own.slice(0, 3)) {
      shares.begin(socket);
      shares.belongsTo(socket, 'ann');
    }
    expect(shares.belongsTo(own[3]!.socket, 'ann')).toBe(false);
    expect(open(own)).toBe(4);
    shares.end(own[1]!.socket);
    expect(shares.belongsTo(own[3]!.socket, 'ann')).toBe(true);
    expect(own.map(({ line }) => line.destroyed)).toEqual([false, true, false, false]);
    expect(shares.belongsTo(own[0]!.socket, 'ann')).toBe(true);
  });

  test('S22 whatever happens, no share is exceeded and whoever comes gets a place', () => {
    const limits = { total: 12, strangers: 6, perOwner: 3 };
    const step = fc.record({
      act: fc.constantFrom('add', 'own', 'begin', 'end', 'close'),
      at: fc.nat(30),
      who: fc.nat(6),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const shares = new SocketShares(limits);
        const all: { line: Line; socket: Socket; owner: string }[] = [];
        for (const { act, at, who } of steps) {
          if (act === 'add') {
            const [made] = lines(1, shares, `10.0.0.${who}`);
            expect(made!.line.destroyed).toBe(false);
            all.push({ ...made!, owner: '' });
          }
          const one = all[at % Math.max(1, all.length)];
          if (one === undefined || one.line.destroyed) continue;
          if (act === 'own' && shares.belongsTo(one.socket, `user ${who}`)) one.owner = `user ${who}`;
          if (act === 'begin') shares.begin(one.socket);
          if (act === 'end' && shares.isAnswering(one.socket)) shares.end(one.socket);
          if (act === 'close') one.line.destroy();
          const here = all.filter(({ line }) => !line.destroyed);
          expect(shares.size).toBe(here.length);
          expect(here.length).toBeLessThanOrEqual(limits.total);
          expect(here.filter(({ owner }) => owner === '').length).toBeLessThanOrEqual(limits.strangers);
          for (let user = 0; user <= 6; user++) {
            expect(here.filter(({ owner }) => owner === `user ${user}`).length).toBeLessThanOrEqual(limits.perOwner);
          }
        }
      }),
    );
  });
});
