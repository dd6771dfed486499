import { expect, test } from 'vitest';
import { phraseForm, wordsOf } from './words.ts';

test.each([
  ['Crème-brûlée & CO', ['creme', 'brulee', 'co', 'cremebrulee']],
  ['ﬁnance 3D', ['finance', '3d']],
  ['Łódź, Tromsø, STRASSE, Straße', ['lodz', 'tromso', 'strasse', 'strasse', 'lodz', 'tromsoe', 'strasse', 'strasse']],
  ['Ærø IĞDIR Iğdır', ['aero', 'igdir', 'igdir', 'aeroe', 'igdir', 'igdir']],
  ['人工智能 AI', ['人', '工', '智', '能', '人工', '工智', '智能', 'ai']],
  ['한국어', ['한', '국', '어', '한국', '국어']],
  ['🚀rocket', ['rocket']],
  ['lone \ud800surrogate', ['lone', 'surrogate']],
  ['x'.repeat(50), ['x'.repeat(40)]],
  ['  ', []],
])('%s becomes words', (text, words) => {
  expect(wordsOf(text, 'index')).toEqual(words);
});

test('a query needs no single characters where it has pairs', () => {
  expect(wordsOf('人工智', 'query')).toEqual(['人工', '工智']);
  expect(wordsOf('人 工', 'query')).toEqual(['人', '工']);
});

test('texts are compared in sequence word by word, unspaced scripts character by character', () => {
  expect(phraseForm('The 人工-Lab!')).toBe(' the 人 工 lab ');
});
