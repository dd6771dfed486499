import { expect, it } from 'vitest';
import type { ImportPreview } from '#shared/bridge/workspace.ts';
import { columnsText } from './FilePreview.tsx';
import { fieldOf, withField } from './columnCorrections.ts';

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

it('says where the columns go', () => {
  expect(columnsText(['name', 'city', 'own', 'own', ''])).toBe(
    '2 of 5 columns matched, 2 kept under their own headers, 1 skipped.',
  );
  expect(columnsText(['name'])).toBe('1 of 1 column matched.');
});
