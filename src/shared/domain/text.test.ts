import { expect, test } from 'vitest';
import { nameKey } from './text.ts';

test.each([
  ['Alma Inc.', 'Alma, Inc', 'ALMA INC', 'alma incorporated'],
  ['Bero Ltd.', 'Bero Limited', 'BERO, LTD'],
  ['Cito G.m.b.H.', 'Cito GmbH', 'CITO GMBH'],
  ['Dora S.A.S.', 'Dora SAS'],
  ['Elmo Co., Ltd.', 'Elmo Company Limited'],
  ['Fine Corp', 'Fine Corporation'],
  ['Gil & Sons', 'Gil and Sons', 'Gil  &  Sons'],
  ["Hana's Kites", 'Hana’s Kites'],
  ['Çelik A.Ş.', 'Celik AS'],
  ['Kite-Works', 'Kite Works'],
])('%j is one name in %#', (...spellings) => {
  expect(new Set(spellings.map(nameKey)).size).toBe(1);
});

test.each([
  ['Alma Inc', 'Alma'],
  ['Alma Inc', 'Alma GmbH'],
  ['C++ Labs', 'C Labs'],
  ['Limited Run', 'Ltd Run'],
  ['云海', '星河'],
  ['???', '!!!'],
])('%j and %j are two names', (one, other) => {
  expect(nameKey(one)).not.toBe(nameKey(other));
});

test('a key is its own key, so that what was folded before has the same', () => {
  for (const name of ['Alma, Inc.', 'Çelik A.Ş.', 'Gil & Sons', '...', 'Kite-Works', '  Óra  ']) {
    expect(nameKey(nameKey(name))).toBe(nameKey(name));
    expect(nameKey(name.toLowerCase())).toBe(nameKey(name));
  }
});
