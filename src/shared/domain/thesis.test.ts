import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isActiveText, readSearchText, writeSearchText } from './searchText.ts';
import {
  thesisOf,
  thesisText,
  thesisWord,
  widestGroup,
  withOnlyWord,
  withoutExclusion,
  withoutWord,
  withWord,
} from './thesis.ts';

const pieces = ['battery', 'cell*', '"energy storage"', 'grid', '-', '(', ')', '|', 'OR', 'solar', '"', 'of', 'AND'];
const texts = fc
  .array(fc.constantFrom(...pieces), { maxLength: 12 })
  .map((words) => words.join(' '))
  .filter((text) => text.length > 2);

describe('a search text as a thesis', () => {
  it.each([
    ['battery', [['battery']], []],
    ['battery grid', [['battery'], ['grid']], []],
    ['(battery | "energy storage") berlin -coal', [['battery', '"energy storage"'], ['berlin']], ['coal']],
    ['solar OR wind', [['solar', 'wind']], []],
    ['(solar power | wind) -(coal gas)', [['(solar power)', 'wind']], ['coal gas']],
    ['ab', [], []],
    ['...', [], []],
  ])('%s', (text, groups, without) => {
    expect(thesisOf(text)).toEqual({ groups, without });
  });

  it('is written as the text that is read as the same, whatever the text', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const thesis = thesisOf(text);
        if (thesis.groups.length + thesis.without.length === 0) return;
        const plain = writeSearchText(readSearchText(text));
        expect(thesisText(thesis)).toBe(isActiveText(plain) ? plain : `(${plain})`);
        expect(thesisOf(thesisText(thesis))).toEqual(thesis);
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    ['anode', 'anode'],
    [' solid  state ', '"solid state"'],
    ['"solid state"', '"solid state"'],
    ['electroly*', 'electroly*'],
    ['(a1 b1) | c1', '((a1 b1) | c1)'],
    ['-coal', ''],
    ['  ', ''],
  ])('takes “%s” for the word %s', (typed, word) => {
    if (word !== '((a1 b1) | c1)') expect(thesisWord(typed)).toBe(word);
    else
      expect(thesisText(withWord({ groups: [['x1']], without: [] }, 0, thesisWord(typed)))).toBe('(x1 | a1 b1 | c1)');
  });

  it('gains and loses words and groups', () => {
    const thesis = thesisOf('(battery | cell) berlin -coal');
    expect(thesisText(withWord(thesis, 0, '"solid state"'))).toBe('(battery | cell | "solid state") berlin -coal');
    expect(thesisText(withWord(thesis, 0, 'cell'))).toBe('(battery | cell) berlin -coal');
    expect(thesisText(withWord(thesis, 1, 'paris'))).toBe('(battery | cell) (berlin | paris) -coal');
    expect(thesisText(withWord(thesis, 2, 'grid'))).toBe('(battery | cell) berlin grid -coal');
    expect(thesisText(withoutWord(thesis, 0, 'cell'))).toBe('battery berlin -coal');
    expect(thesisText(withoutWord(thesis, 1, 'berlin'))).toBe('(battery | cell) -coal');
    expect(thesisText(withOnlyWord(thesis, 0, 'cell'))).toBe('cell berlin -coal');
    expect(thesisText(withoutExclusion(thesis, 'coal'))).toBe('(battery | cell) berlin');
    expect(thesisText(withOnlyWord(thesisOf('(ai | ml)'), 0, 'ai'))).toBe('(ai)');
    expect(widestGroup(thesis)).toBe(0);
    expect(widestGroup(thesisOf('berlin (battery | cell)'))).toBe(1);
    expect(widestGroup({ groups: [], without: [] })).toBe(0);
  });
});
