import { expect, it } from 'vitest';
import type { ColumnMatch, ImportPreview } from '#shared/bridge/workspace.ts';
import { columnsText } from './FilePreview.tsx';
import { fieldOf, readingOf, saveCorrections, savedCorrections, withField, withReading } from './columnCorrections.ts';

function previewOf(...columns: [header: string, field: string][]): ImportPreview {
  return {
    token: 't1',
    file: 'a.csv',
    format: 'csv',
    encoding: 'UTF-8',
    delimiter: ',',
    bytes: 10,
    problem: '',
    note: '',
    day: '2026-11-20',
    dayFrom: 'changed',
    sheets: [],
    read: [],
    rows: [],
    currencies: {},
    columns: columns.map(([header, field], index) => ({
      index,
      header,
      field,
      confidence: 1,
      reason: '',
      asks: '',
      open: null,
      reads: [],
      samples: [],
    })),
  };
}

it('sends a column to the field that was chosen, and keeps the one that had it under its header', () => {
  const preview = previewOf(['Firm', 'name'], ['Brand', ''], ['City', 'city']);
  const [firm, brand, city] = preview.columns;
  if (firm === undefined || brand === undefined || city === undefined) throw new Error('Three columns.');
  const corrections = withField({}, preview, brand, 'name');
  expect(corrections).toEqual({ t1: { Brand: 'name', Firm: 'own' } });
  expect([firm, brand, city].map((column) => fieldOf(column, preview, corrections))).toEqual(['own', 'name', 'city']);
});

it('names columns without a header of their own by their place', () => {
  const preview = previewOf(['', 'name'], ['Tag', 'industries'], ['Tag', '']);
  const [first, , third] = preview.columns;
  if (first === undefined || third === undefined) throw new Error('Three columns.');
  expect(withField({}, preview, first, '')).toEqual({ t1: { '#1': '' } });
  expect(withField({}, preview, third, 'highlights')).toEqual({ t1: { '#3': 'highlights' } });
});

it('any number of columns may be kept under their own headers', () => {
  const preview = previewOf(['Batch', 'own'], ['Pitch', 'industries']);
  const [batch, pitch] = preview.columns;
  if (batch === undefined || pitch === undefined) throw new Error('Two columns.');
  const corrections = withField({}, preview, pitch, 'own');
  expect([batch, pitch].map((column) => fieldOf(column, preview, corrections))).toEqual(['own', 'own']);
});

/** The columns of a file that leaves the order of its dates and the unit and currency of its amounts open. */
function openPreview(): { preview: ImportPreview; funded: ColumnMatch; raised: ColumnMatch } {
  const plain = previewOf(['Funded', 'fundedOn'], ['Raised', 'own']);
  const [first, second] = plain.columns;
  if (first === undefined || second === undefined) throw new Error('Two columns.');
  const funded: ColumnMatch = { ...first, open: { field: 'fundedOn', parts: ['order'] } };
  const raised: ColumnMatch = { ...second, open: { field: 'fundingTotal', parts: ['unit', 'currency'] } };
  return { preview: { ...plain, columns: [funded, raised] }, funded, raised };
}

it('F59 a column whose unit is chosen goes to its field, one whose currency alone is chosen does not', () => {
  const { preview, raised } = openPreview();
  const chosen = withReading({}, preview, raised, { unit: 'millions', currency: undefined });
  expect(chosen).toEqual({ t1: { Raised: { unit: 'millions' } } });
  expect([fieldOf(raised, preview, chosen), readingOf(raised, preview, chosen)]).toEqual([
    'fundingTotal',
    { unit: 'millions' },
  ]);
  expect(fieldOf(raised, preview, { t1: { Raised: { currency: 'EUR' } } })).toBe('own');
});

it('F57 F59 a choice that is taken back leaves the field that was chosen, or what was found', () => {
  const { preview, funded, raised } = openPreview();
  const dated = withReading({}, preview, funded, { order: 'dayFirst' });
  expect(dated).toEqual({ t1: { Funded: { order: 'dayFirst' } } });
  const back = withReading(dated, preview, funded, {});
  expect([back, fieldOf(funded, preview, back)]).toEqual([{ t1: { Funded: {} } }, 'fundedOn']);
  const round = withField({}, preview, raised, 'lastRoundAmount');
  const counted = withReading(round, preview, raised, { unit: 'thousands' });
  expect(counted).toEqual({ t1: { Raised: { field: 'lastRoundAmount', unit: 'thousands' } } });
  expect(withReading(counted, preview, raised, {})).toEqual(round);
});

it('says where the columns go', () => {
  expect(columnsText(['name', 'city', 'own', 'own', ''])).toBe(
    '2 of 5 columns matched, 2 kept under their own headers, 1 skipped.',
  );
  expect(columnsText(['name'])).toBe('1 of 1 column matched.');
});

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

it('a header that was corrected once is so for the next file, where it is recognised otherwise', () => {
  const storage = storageOf();
  saveCorrections({ t1: { Who: 'name', '#3': 'city', Name: '' } }, storage);
  const first = { ...previewOf(['Who', ''], ['Name', 'name'], ['', 'country']), token: 't2' };
  const second = { ...previewOf(['Who', 'name'], ['Land', 'country']), token: 't3' };
  expect(savedCorrections([first, second], storage)).toEqual({ t2: { Who: 'name', Name: '' }, t3: {} });
});

it('what is stored and makes no sense is forgotten', () => {
  const storage = storageOf();
  storage.setItem('winnow.importColumns', '{"Who": "nickname", "Town": "city"}');
  const preview = { ...previewOf(['Who', ''], ['Town', '']), token: 't' };
  expect(savedCorrections([preview], storage)).toEqual({ t: { Town: 'city' } });
  storage.setItem('winnow.importColumns', 'no JSON');
  expect(savedCorrections([preview], storage)).toEqual({ t: {} });
});

it('F57 F59 how a column is read is remembered, forgotten once it is taken back, and not sent to an older server', () => {
  const storage = storageOf();
  saveCorrections({ t1: { When: { field: 'fundedOn', order: 'dayFirst' }, Raised: { unit: 'millions' } } }, storage);
  const preview = { ...previewOf(['When', 'own'], ['Raised', 'own']), token: 't2' };
  expect(savedCorrections([preview], storage)).toEqual({
    t2: { When: { field: 'fundedOn', order: 'dayFirst' }, Raised: { unit: 'millions' } },
  });
  const older = { ...preview, columns: preview.columns.map(({ open: _open, ...column }) => column) };
  expect(savedCorrections([older], storage)).toEqual({ t2: { When: 'fundedOn' } });
  saveCorrections({ t2: { Raised: {} } }, storage);
  expect(savedCorrections([preview], storage)).toEqual({ t2: { When: { field: 'fundedOn', order: 'dayFirst' } } });
});
