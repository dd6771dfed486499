import { expect, it } from 'vitest';
import { duplicatesText } from './DuplicatesSection.tsx';

it.each([
  [0, false, 'No pairs of companies look like one.'],
  [1, false, '1 pair of companies looks like one. You decide which are; nothing is merged by itself.'],
  [12, false, '12 pairs of companies look like one. You decide which are; nothing is merged by itself.'],
  [200, true, '200 pairs of companies or more look like one. You decide which are; nothing is merged by itself.'],
])('%i pairs (more: %s): %s', (count, isMore, text) => expect(duplicatesText({ count, isMore })).toBe(text));
