import { describe, expect, test } from 'vitest';
import { looksLike } from './personName.ts';

const same: readonly (readonly [string, string])[] = [
  ['Bob Ray', 'Bob Ray'],
  ['Bob Ray', 'BOB RAY'],
  ['Bob Ray', ' bob  ray '],
  ['Bob Ray', 'Bob-Ray'],
  ['Bob Ray', 'Bob\u200b R\u00aday\u3164\u2800'],
  ['Bob Ray', 'Ｂｏｂ Ｒａｙ'],
  ['Bob Ray', '𝐁𝐨𝐛 𝑅𝑎𝑦'],
  ['José García', 'Jose Garcia'],
  ['Łukasz Øst', 'Lukasz Ost'],
  // Cyrillic, small and large, Greek, Armenian, Cherokee, Lisu
  ['Bob Ray', 'Воb Rау'],
  ['Bob Ray', 'ВОВ RАУ'],
  ['Anna Hope', 'Αnna Ηορe'],
  ['Anna Hope', 'Аппа Норе'.replace('пп', 'nn')],
  ['Bono', 'Bօnօ'],
  ['BETH', 'ᏴᎬᎢᎻ'],
  ['JOHN', 'ꓙꓳꓧꓠ'],
  ['Том', 'ТОМ'],
  ['Том', 'TOM'],
  // I, l and 1; 0 and O; rn and m
  ['Ian Lill', 'lan Lill'],
  ['Ian Lill', '1an LiIl'],
  ['Otto', '0tt0'],
  ['Arnold', 'Amold'],
  ['Wim', 'VVim'],
  ['李小龙', '李小龙'],
  ['👩‍🔬', '👩‍🔬'],
  ['', ' '],
];
const different: readonly (readonly [string, string])[] = [
  ['Bob Ray', 'Bob Roy'],
  ['Bob Ray', 'Bob Ray 2'],
  ['Bob Ray', 'Ray Bob'],
  ['Ali', 'Ail'],
  ['Neil', 'Niel'],
  ['Вера', 'Бера'],
  ['李小龙', '李小虎'],
  ['👩‍🔬', '👩‍🚀'],
  ['ann@fund.example', 'ann@found.example'],
];

describe('L1 a name', () => {
  test.for(same)('“%s” looks like “%s”', ([one, other]) => {
    expect([looksLike(one)(other), looksLike(other)(one)]).toEqual([true, true]);
  });

  test.for(different)('“%s” does not look like “%s”', ([one, other]) => {
    expect([looksLike(one)(other), looksLike(other)(one)]).toEqual([false, false]);
  });
});
