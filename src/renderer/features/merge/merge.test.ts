import { expect, it } from 'vitest';
import { duplicatesText } from './DuplicatesSection.tsx';

it.each([
  [0, false, 'No likely duplicates.'],
  [1, false, '1 pair of companies looks like the same company. You decide which are; nothing is merged automatically.'],
  [
    12,
    false,
    '12 pairs of companies look like the same company. You decide which are; nothing is merged automatically.',
  ],
  [
    200,
    true,
    'At least 200 pairs of companies look like the same company. You decide which are; nothing is merged automatically.',
  ],
])('%i pairs (more: %s): %s', (count, isMore, text) => expect(duplicatesText({ count, isMore })).toBe(text));
