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

/** Each with each. */
function pairs(texts: readonly string[]): [string, string][] {
  return texts.flatMap((one) => texts.map((other): [string, string] => [one, other]));
}

describe('a word is found however it is spelled', () => {
  it.each([
    ...pairs(['E-Commerce', 'ecommerce', 'e‑commerce', 'eCommerce']),
    ...pairs(["O'Reilly", 'O’Reilly', 'OReilly', 'o`reilly']),
    ...pairs(['Müller', 'Mueller', 'MUELLER', 'mu\u0308ller']),
    ...pairs(['Müller-Brot', 'Muellerbrot', 'Mueller-Brot', 'Müllerbrot']),
    ...pairs(['Ørsted', 'Oersted']),
    ...pairs(['state-of-the-art', 'stateoftheart', 'state-ofthe-art']),
  ])('%s finds %s', (text, other) => {
    expect(textMatcher(text)(`About ${other}, and more.`)).toBe(true);
  });

  it.each([
    ['e-comm*', 'ecommerce'],
    ['ecomm*', 'E-Commerce'],
    ['Müll*', 'Mueller'],
    ['muel*', 'Müller'],
    ["o'rei*", 'OReilly'],
  ])('%s finds what begins so: %s', (text, other) => {
    expect(textMatcher(text)(other)).toBe(true);
  });

  it.each([
    ['Muller', 'Mueller'],
    ['e commerce', 'ecommerce'],
    ['commerce', 'ecommerce'],
    ['20192021', '2019-2021'],
    ['reilly', 'oreilly'],
    ['-ecommerce', 'e-commerce'],
    ['"ecommerce shop"', 'e-commerce shop'],
  ])('%s does not find %s', (text, other) => {
    expect(textMatcher(text)(`About ${other}, and more.`)).toBe(false);
  });
});
