import { expect, it } from 'vitest';
import { sourceNameSchema } from './knownSource.ts';
import { knownCell, knownLine, markText } from './knownText.ts';

it.each([
  [{ source: 'Affinity', status: 'Passed', contact: '2025-03-12' }, 'Affinity: Passed · Mar 2025'],
  [{ source: 'Affinity', status: 'Passed', contact: '' }, 'Affinity: Passed'],
  [{ source: 'Affinity', status: '', contact: '2025-03-12' }, 'Affinity: Mar 2025'],
  [{ source: 'Affinity', status: '', contact: '' }, 'Affinity'],
])('the mark of %o is “%s”', (mark, text) => {
  expect(markText(mark)).toBe(text);
});

it('a file has every mark of a company, with days as files have them', () => {
  const marks = [
    { source: 'Affinity', status: 'Passed', contact: '2025-03-12' },
    { source: 'HubSpot', status: '', contact: '' },
  ];
  expect(knownCell(marks)).toBe('Affinity: Passed (2025-03-12); HubSpot');
  expect(knownCell([])).toBe('');
});

it('a line says status, owner and last contact, as far as they are known', () => {
  expect(knownLine({ status: 'Passed', owner: 'Ann Roe', contact: '2025-03-12' })).toBe(
    'Passed · Ann Roe · last contact 12 Mar 2025',
  );
  expect(knownLine({ status: '', owner: '', contact: '' })).toBe('');
});

it.each(['', '  ', 'any', 'Any', 'a,b', '-x', 'x'.repeat(41), 'a\nb'])('a source is not called “%s”', (name) => {
  expect(sourceNameSchema.safeParse(name).success).toBe(false);
});

it('a source’s name is without blanks around it', () => {
  expect(sourceNameSchema.parse(' Our list ')).toBe('Our list');
});
