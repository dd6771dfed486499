import { describe, expect, it } from 'vitest';
import { barBeside, besideText, isInSight, roomFor, roomyName, wholeColumns } from './pinning.ts';

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

it('E9 a column is in sight where all of it fits, pinned or not, and never where it is hidden', () => {
  const changed = { id: 'changed', width: 168, pinned: null };
  const whole = 34 + 208 + 118 + 280 + 168;
  expect(isInSight('changed', whole, [name, text, changed, score, list])).toBe(true);
  expect(isInSight('changed', whole - 1, [name, text, changed, score, list])).toBe(false);
  expect(isInSight('changed', 300, [name, { ...changed, pinned: 'left' }, text])).toBe(true);
  expect(isInSight('changed', 2000, [name, text, score, list])).toBe(false);
});

const widthOf = (id: string): number => (id === 'name' ? 190 : 118);

describe('what stays pinned', () => {
  it('is the name alone where the list would cover it: 1024 pixels with filters and pane', () => {
    expect(roomFor(312, widthOf)).toEqual({ name: true, list: false });
  });

  it('is both where there is room for something between them, and neither in a sliver', () => {
    expect(roomFor(34 + 190 + 118 + 240, widthOf)).toEqual({ name: true, list: true });
    expect(roomFor(34 + 190 + 59, widthOf)).toEqual({ name: false, list: false });
  });
});

describe('the width of the long text', () => {
  const stage = { id: 'stages', width: 78, pinned: null };
  const place = { id: 'place', width: 132, pinned: null };
  const shown = [name, text, stage, place, list];
  const pinned = 34 + 208 + 118;

  it('takes the room of a column that would be cut', () => {
    expect(wholeColumns(pinned + 300 + 78 + 60, shown)).toBe(360);
    expect(wholeColumns(pinned + 300 + 78, shown)).toBe(300);
    // One that the table had given it before counts as its least.
    expect(wholeColumns(pinned + 300 + 78 + 60, [name, { ...text, width: 360 }, stage, place, list])).toBe(360);
  });

  it('is left to the table where all columns fit, or not even the text does', () => {
    expect(wholeColumns(pinned + 300 + 78 + 132, shown)).toBeNull();
    expect(wholeColumns(pinned + 299, shown)).toBeNull();
    expect(wholeColumns(700, [name, stage, place, list])).toBeNull();
  });

  it('ends before the scroll bar, unless that lies over a pinned column', () => {
    const overRows = { over: 16, beside: 0 };
    expect(barBeside([name, text], overRows)).toBe(16);
    expect(barBeside([name, text, list], overRows)).toBe(0);
    const besideRows = { over: 10, beside: 10 };
    expect(barBeside([name, text], besideRows)).toBe(10);
    expect(barBeside([name, text, list], besideRows)).toBe(10);
  });
});

describe('the width of the name', () => {
  const least = { ...text, width: 300 };
  const facts = { id: 'stages', width: 600, pinned: null };

  it('E10 is what it is by default where every pixel is needed', () => {
    expect(roomyName(34 + 190 + 300 + 500, [name, least, { ...facts, width: 500 }])).toBe(190);
    expect(roomyName(400, [name, least, facts])).toBe(190);
  });

  it('E10 grows into room that no column needs: all of it beside facts, a part beside the long text, and not without end', () => {
    expect(roomyName(34 + 190 + 600 + 100, [name, facts])).toBe(290);
    expect(roomyName(34 + 190 + 300 + 400 + 100, [name, least, { ...facts, width: 400 }])).toBe(230);
    // Columns that do not fit leave the room before them.
    expect(roomyName(34 + 190 + 300 + 100, [name, least, facts])).toBe(230);
    expect(roomyName(4000, [name, facts])).toBe(380);
    expect(roomyName(4000, [name, least, facts])).toBe(380);
  });

  it('E10 is wider in a wide table, even if the last column gives way', () => {
    const many = { ...facts, width: 4000 };
    expect(roomyName(1600, [name, many])).toBe(250);
    expect(roomyName(3000, [name, many])).toBe(280);
  });
});
