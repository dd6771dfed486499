import { describe, expect, it } from 'vitest';
import { besideText, roomFor } from './pinning.ts';

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

describe('what stays pinned', () => {
  const widthOf = (id: string): number => (id === 'name' ? 190 : 118);

  it('is the name alone where the list would cover it: 1024 pixels with filters and pane', () => {
    expect(roomFor(312, widthOf)).toEqual({ name: true, list: false });
  });

  it('is both where there is room for something between them, and neither in a sliver', () => {
    expect(roomFor(34 + 190 + 118 + 160, widthOf)).toEqual({ name: true, list: true });
    expect(roomFor(34 + 190 + 59, widthOf)).toEqual({ name: false, list: false });
  });
});
