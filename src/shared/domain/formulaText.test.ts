import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formulaSigns, withGuards, withoutGuards } from './formulaText.ts';

const signs = Array.from(formulaSigns);
const text = fc.oneof(
  fc
    .array(fc.constantFrom(...signs, ';', '\t', '\n', '\r\n', ' ', "'", '"', ',', 'a', '1', '\0'), { maxLength: 12 })
    .map((parts) => parts.join('')),
  fc.string({ unit: 'binary', maxLength: 20 }),
);

/** What a spreadsheet makes cells of, whichever of these separates in it; it may skip blanks before them. */
function cellsOf(written: string): string[] {
  return written.split(/[;\t]/u).map((cell) => cell.replace(/^ +/u, ''));
}

describe('texts that could be formulas', () => {
  test('S39 have no cell that begins with a sign, by whatever they are separated', () => {
    expect(signs).toEqual(expect.arrayContaining(['=', '+', '-', '@', '﹢', '﹣', '﹦', '﹫']));
    fc.assert(
      fc.property(text, (value) => {
        for (const cell of cellsOf(withGuards(value))) expect(signs).not.toContain(cell.charAt(0));
      }),
    );
  });

  test('S39 have no line that begins with one, but for the dash of a list', () => {
    fc.assert(
      fc.property(text, (value) => {
        for (const line of withGuards(value).split(/[\r\n]/u))
          expect(line).not.toMatch(/^ *(?!- )[=+\-@＝＋－＠﹢﹣﹦﹫]/u);
      }),
    );
  });

  test('S39 come back as they were', () => {
    fc.assert(
      fc.property(text, (value) => {
        expect(withoutGuards(withGuards(value))).toBe(value);
      }),
    );
  });

  test.each([
    ['a;=1+1', "a;'=1+1"],
    ['a; @x', "a; '@x"],
    ['a\t+1', "a\t'+1"],
    ['﹦1', "'﹦1"],
    ["'=1", "''=1"],
    ['x\n=1;2', "x\n'=1;2"],
    ['Why:\n- fast\n- small', 'Why:\n- fast\n- small'],
    ["It's 5-6; that's a + b", "It's 5-6; that's a + b"],
    ['-5', "'-5"],
  ])('%j is written as %j', (value, written) => {
    expect(withGuards(value)).toBe(written);
  });
});
