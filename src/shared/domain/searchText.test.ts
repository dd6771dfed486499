import { expect, it } from 'vitest';
import { inQuotes, searchTerms, termPattern } from './searchTerms.ts';

function finds(term: string, text: string): boolean {
  return new RegExp(termPattern(term), 'iu').test(text);
}

it('reads words and quoted phrases, each once, and takes a quote without its partner for none', () => {
  expect(searchTerms('solar  Wind solar')).toEqual(['solar', 'Wind']);
  expect(searchTerms('berlin "night  train" train')).toEqual(['berlin', 'night train', 'train']);
  expect(searchTerms('“night train” „fast rail“')).toEqual(['night train', 'fast rail']);
  expect(searchTerms('"night train')).toEqual(['night', 'train']);
  expect(searchTerms(' "" ')).toEqual([]);
});

it('finds a phrase as whole words only, a word anywhere', () => {
  expect(finds('night train', 'The Night-Train company')).toBe(true);
  expect(finds('night train', 'night training')).toBe(false);
  expect(finds('night train', 'a train at night')).toBe(false);
  expect(finds('train', 'training')).toBe(true);
  expect(finds('c++ tools', 'C++ tools')).toBe(true);
});

it('puts a search text between quotation marks once', () => {
  expect(inQuotes(' night train ')).toBe('“night train”');
  expect(inQuotes('"night train"')).toBe('“night train”');
  expect(inQuotes('“night train”')).toBe('“night train”');
  expect(inQuotes('"night train" berlin')).toBe('“"night train" berlin”');
});
