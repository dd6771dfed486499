import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import loadWabt from 'wabt';
import { bitKernelBytes } from './bitKernelBytes.ts';
import { createKernelMemory, kernelStep } from './bitKernels.ts';

test('the bytes are those of the text beside them', async () => {
  const file = fileURLToPath(new URL('bitKernels.wat', import.meta.url));
  const module = (await loadWabt()).parseWat('bitKernels.wat', readFileSync(file, 'utf8'), { simd: true });
  module.validate();
  const { buffer } = module.toBinary({});
  expect(Buffer.from(bitKernelBytes()).toString('base64')).toBe(Buffer.from(buffer).toString('base64'));
});

/** Pairs of bitmaps of one to eight steps, both of the same size. */
const pairs = fc
  .integer({ min: 1, max: 8 })
  .chain((steps) =>
    fc.tuple(...[0, 1].map(() => fc.uint8Array({ minLength: steps * kernelStep, maxLength: steps * kernelStep }))),
  );

function bitsOf(bytes: Uint8Array): number {
  return bytes.reduce((sum, byte) => sum + byte.toString(2).replaceAll('0', '').length, 0);
}

test('they do what the same loops in JavaScript do, and touch nothing beside', () => {
  const { buffer, kernels } = createKernelMemory(65_536);
  const memory = new Uint8Array(buffer);
  const [at, beside] = [4096, 16_384];
  fc.assert(
    fc.property(pairs, ([a = new Uint8Array(), b = new Uint8Array()]) => {
      const lay = (): void => {
        memory.fill(0xa5);
        memory.set(a, at);
        memory.set(b, beside);
      };
      const end = at + a.length;
      for (const [name, combine] of [
        ['and', (x: number, y: number) => x & y],
        ['or', (x: number, y: number) => x | y],
        ['andNot', (x: number, y: number) => x & ~y],
      ] as const) {
        lay();
        const wanted = memory.slice();
        wanted.set(
          a.map((byte, index) => combine(byte, b[index] ?? 0)),
          at,
        );
        kernels[name](at, beside, end);
        expect(Buffer.compare(memory, wanted), name).toBe(0);
      }
      lay();
      expect(kernels.count(at, end)).toBe(bitsOf(a));
      expect(kernels.countAnd(at, beside, end)).toBe(bitsOf(a.map((byte, index) => byte & (b[index] ?? 0))));
    }),
  );
});
