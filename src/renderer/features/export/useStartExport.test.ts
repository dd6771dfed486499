import { expect, it } from 'vitest';
import { whyNoExport } from './useStartExport.tsx';

const user = { id: 1, email: '', name: '', is_staff: false, addons: ['export'] };
const config = {
  allowExperiments: false,
  domain: '',
  planUid: '',
  authenticationCallbackUrl: '',
  addons: { export: 'csv-export' },
};

it('names the add-on that is missing (product 6)', () => {
  expect(whyNoExport({ user, config: null })).toBe('');
  expect(whyNoExport({ user, config })).toBe('Export needs the “csv-export” add-on, which is not in your plan.');
  expect(whyNoExport({ user: { ...user, addons: ['csv-export'] }, config })).toBe('');
  expect(whyNoExport({ user: { ...user, addons: [] }, config: null })).toContain('“export”');
  expect(whyNoExport({ user: null, config: null })).not.toBe('');
});
