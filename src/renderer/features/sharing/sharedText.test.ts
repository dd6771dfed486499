import { expect, it } from 'vitest';
import { sharedNews, sharedText } from './sharedText.ts';

const ann = { id: 1, name: 'Ann Lee' };
const place = (name: string, owner = 'Ann Lee') => ({ key: `list ${name}`, name, path: '/list/smart/1', owner });

it('E20 a shared list says who shares it, and with how many', () => {
  expect(sharedText(null)).toBe('');
  expect(sharedText({ role: 'editor', owner: ann, members: 3 })).toBe('Shared by Ann Lee with 3 people');
  expect(sharedText({ role: 'reader', owner: ann, members: 1 })).toBe('Shared by Ann Lee with 1 person');
  expect(sharedText({ role: 'owner', owner: ann, members: 2 })).toBe('Shared with 2 people');
  // An earlier server, and a collection, do not say with how many.
  expect(sharedText({ role: 'editor', owner: ann })).toBe('Shared by Ann Lee');
});

it('E20 what was shared of late is told in one sentence', () => {
  expect(sharedNews([])).toBe('');
  expect(sharedNews([place('Robots')])).toBe('Ann Lee shared “Robots” with you.');
  expect(sharedNews([place('Robots'), place('Energy')])).toBe('Ann Lee shared “Robots” and 1 more list with you.');
  expect(sharedNews([place('Robots'), place('Energy', 'Bob'), place('Health')])).toBe(
    'Ann Lee and others shared “Robots” and 2 more lists with you.',
  );
});
