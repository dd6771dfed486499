import { describe, expect, it } from 'vitest';
import { besideText } from './pinning.ts';

const name = { id: 'name', width: 208, pinned: 'left' } as const;
const text = { id: 'text', width: 280, pinned: null };
const score = { id: 'score', width: 104, pinned: null };
const list = { id: 'list', width: 118, pinned: 'right' } as const;

describe('where the long text ends', () => {
  it('is before the pinned columns that lie over it', () => {
    expect(besideText(628, [name, text, score, list])).toBe(34 + 208 + 118);
  });

  it('is there too behind columns that are not pinned, unless they leave too little of it', () => {
    const loose = { ...name, pinned: null };
    expect(besideText(628, [loose, text, list])).toBe(34 + 208 + 118);
    expect(besideText(400, [loose, text, list])).toBe(34 + 118);
  });

  it('is the edge of its column where the user has pinned, hidden or widened it', () => {
    expect(besideText(628, [name, { ...text, pinned: 'left' }, list])).toBeNull();
    expect(besideText(628, [name, score, list])).toBeNull();
    expect(besideText(628, [name, { ...text, width: 420 }, list])).toBeNull();
  });
});
