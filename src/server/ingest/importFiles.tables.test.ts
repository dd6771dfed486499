import { expect, test } from 'vitest';

import { importText, outcome } from './testing/importText.ts';

test('S43 F23 a cell of any length and kind is no header, and neither ends an import nor holds it up', async () => {
  const long = 50_000;
  const cells = [
    '1.'.repeat(long),
    '1 '.repeat(long),
    `A${' '.repeat(long)}B)`,
    `(${'1'.repeat(long)}`,
    'a/'.repeat(long),
  ];
  for (const cell of cells) {
    const { report } = await importText(`Company\tTotal funding ($M)\tNotes\nAlma\t${cell}\t${cell}\nBravo\t$2\tx\n`);
    expect(outcome(report)).toEqual([2, 2, 0, 0, 0]);
  }
});
