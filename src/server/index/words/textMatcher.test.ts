import { describe, expect, it } from 'vitest';
import { textMatcher } from './textMatcher.ts';

const note = 'Met Zoë in Lisbon: two hospitals use it, raises €2m in autumn.\nWarm intro by Dr. Müller, 東京都.';

describe('a text is searched like companies', () => {
  it.each([
    ['hospital', true],
    ['hospitals', true],
    // Not within a word, nor at its beginning, unless it is asked for so.
    ['hospit', false],
    ['pital', false],
    ['hospit*', true],
    ['pital*', false],
    ['zoe LISBON', true],
    ['zoe madrid', false],
    ['lisbon two', true],
    ['"in Lisbon: two"', true],
    ['"two lisbon"', false],
    ['lisbon -autumn', false],
    ['lisbon -winter', true],
    ['-winter', true],
    ['(madrid | lisbon) zoe', true],
    ['madrid OR porto', false],
    ['-"warm intro"', false],
    ['müller', true],
    ['2m', true],
    ['Dr', true],
    ['東京', true],
    ['京都', true],
    ['大阪', false],
    ['!', false],
  ] as const)('%s: %s', (text, isIn) => {
    expect(textMatcher(text)(note)).toBe(isIn);
  });
});
