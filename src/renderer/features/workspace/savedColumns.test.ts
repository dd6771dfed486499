import { expect, it } from 'vitest';
import type { ImportPreview } from '#shared/bridge/workspace.ts';
import { saveCorrections, savedCorrections } from './columnCorrections.ts';

function storageOf(): Storage {
  const values = new Map<string, string>();
  return {
    length: 0,
    clear: () => values.clear(),
    key: () => null,
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  };
}

function previewOf(token: string, headers: readonly (readonly [string, string])[]): ImportPreview {
  const columns = headers.map(([header, field], index) => ({
    index,
    header,
    field,
    confidence: 1,
    reason: '',
    asks: '',
    open: null,
    reads: [],
    samples: [],
  }));
  return {
    token,
    file: 'a.csv',
    format: 'CSV',
    encoding: 'UTF-8',
    delimiter: ',',
    bytes: 1,
    problem: '',
    note: '',
    day: '2026-11-20',
    dayFrom: 'changed',
    sheets: [],
    read: [],
    columns,
    rows: [],
    currencies: {},
  };
}

it('a header that was corrected once is so for the next file, where it is recognised otherwise', () => {
  const storage = storageOf();
  saveCorrections({ t1: { Who: 'name', '#3': 'city', Name: '' } }, storage);
  const first = previewOf('t2', [
    ['Who', ''],
    ['Name', 'name'],
    ['', 'country'],
  ]);
  const second = previewOf('t3', [
    ['Who', 'name'],
    ['Land', 'country'],
  ]);
  expect(savedCorrections([first, second], storage)).toEqual({ t2: { Who: 'name', Name: '' }, t3: {} });
});

it('what is stored and makes no sense is forgotten', () => {
  const storage = storageOf();
  storage.setItem('winnow.importColumns', '{"Who": "nickname", "Town": "city"}');
  const preview = previewOf('t', [
    ['Who', ''],
    ['Town', ''],
  ]);
  expect(savedCorrections([preview], storage)).toEqual({ t: { Town: 'city' } });
  storage.setItem('winnow.importColumns', 'no JSON');
  expect(savedCorrections([preview], storage)).toEqual({ t: {} });
});

it('F57 F59 how a column is read is remembered, forgotten once it is taken back, and not sent to an older server', () => {
  const storage = storageOf();
  saveCorrections({ t1: { When: { field: 'fundedOn', order: 'dayFirst' }, Raised: { unit: 'millions' } } }, storage);
  const preview = previewOf('t2', [
    ['When', 'own'],
    ['Raised', 'own'],
  ]);
  expect(savedCorrections([preview], storage)).toEqual({
    t2: { When: { field: 'fundedOn', order: 'dayFirst' }, Raised: { unit: 'millions' } },
  });
  const older = { ...preview, columns: preview.columns.map(({ open: _open, ...column }) => column) };
  expect(savedCorrections([older], storage)).toEqual({ t2: { When: 'fundedOn' } });
  saveCorrections({ t2: { Raised: {} } }, storage);
  expect(savedCorrections([preview], storage)).toEqual({ t2: { When: { field: 'fundedOn', order: 'dayFirst' } } });
});
