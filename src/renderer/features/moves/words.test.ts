import { describe, expect, it } from 'vitest';
import { decidedText } from './words.ts';

describe('what a decision did', () => {
  it('counts companies, not their entries, as everywhere else', () => {
    const targets = Array.from({ length: 12_000 }, (_, companyId) => ({ name: '', companyId }));
    expect(decidedText('Watchlist', [...targets, ...targets])).toBe('Moved 12,000 companies to Watchlist');
    expect(decidedText('Archive', targets.slice(0, 2))).toBe('Archived 2 companies');
  });
});
