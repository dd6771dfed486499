import { describe, expect, it } from 'vitest';
import { emptyFilters } from './filters.ts';
import { matchReasons } from './matchReasons.ts';
import { company } from './testing/company.ts';

/** Why an inn for hospitals is found by a text. */
function reasons(textSearch: string): string[] {
  const filters = emptyFilters();
  filters.include.textSearch = textSearch;
  const short = 'Hospitality for hospitals';
  return matchReasons(filters)(company(1, { name: 'Inn', description: { short, long: '', llm: '' } }));
}

describe('why a company matched', () => {
  it('names the words that were found and the values that it meets', () => {
    const filters = emptyFilters();
    filters.include.textSearch = 'Café payments';
    filters.include.stages = ['inv_stage_seed', 'inv_stage_series_a'];
    filters.include.incorporatedYears = ['2024'];
    const matched = company(1, {
      name: 'Cafe One',
      description: { short: 'Payments for shops', long: '', llm: '' },
      stages: ['inv_stage_seed'],
      founded: 2024,
    });
    expect(matchReasons(filters)(matched)).toEqual([
      '“Café” in the name',
      '“payments” in the description',
      'Seed',
      'Founded 2024',
    ]);
  });

  it('takes a phrase for one', () => {
    const filters = emptyFilters();
    filters.include.textSearch = '"night train"';
    const [has, hasNot] = ['A night train', 'A train at night'].map((short) =>
      matchReasons(filters)(company(1, { description: { short, long: '', llm: '' } })),
    );
    expect(has).toEqual(['“night train” in the description']);
    expect(hasNot).toEqual([]);
  });

  it('finds words as the search does: whole ones in either number, or longer ones after a beginning', () => {
    expect(reasons('hospital')).toEqual(['“hospital” in the description']);
    expect(reasons('hosp* -inn')).toEqual(['“hosp*” in the description']);
    expect(reasons('hosp')).toEqual([]);
    expect(reasons('(clinic | inns)')).toEqual(['“inns” in the name']);
  });

  it('says where else words are found: in the city, in a former name, in several texts', () => {
    const filters = emptyFilters();
    filters.include.textSearch = 'Zürich oldco e-mail';
    const matched = company(1, {
      name: 'E Co',
      former_names: ['OldCo'],
      location: { country: { name: 'Switzerland', code: 'CH' }, city: 'Zurich' },
      description: { short: '', long: 'Mail for all', llm: '' },
    });
    expect(matchReasons(filters)(matched)).toEqual([
      '“Zürich” in the city',
      '“oldco” in the former name',
      '“e-mail” in the name and description',
    ]);
  });

  it('says of alternatives those that are met, and single letters and pairs of characters as the search does', () => {
    expect(reasons('(inn clinic | hospitals)')).toEqual(['“hospitals” in the description']);
    const filters = emptyFilters();
    filters.include.textSearch = 'R&D 人工智能';
    const matched = company(1, { name: 'R and D', description: { short: '人工 工智 智能', long: '', llm: '' } });
    expect(matchReasons(filters)(matched)).toEqual(['“R&D” in the name', '“人工智能” in the description']);
  });

  it('says what was to be left out only where nothing else is to be said', () => {
    const filters = emptyFilters();
    filters.exclude.stages = ['inv_stage_seed', 'inv_stage_series_a'];
    filters.exclude.textSearch = 'hospital';
    const matched = company(1, { name: 'Inn', stages: ['inv_stage_series_b'] });
    expect(matchReasons(filters)(matched)).toEqual(['not “hospital”', 'not Seed', 'not Series A']);
    filters.include.textSearch = 'inn -clinic';
    expect(matchReasons(filters)(matched)).toEqual(['“inn” in the name']);
    expect(reasons('-clinic')).toEqual(['not “clinic”']);
  });

  it('takes a company to have what is the user’s own, and names their lists', () => {
    const filters = emptyFilters();
    filters.include.bookmarkList = ['watchlist', 'archive'];
    filters.include.smartLists = ['5'];
    filters.include.digestDays = 30;
    const names = { smartLists: new Map([['5', 'Robots']]), collections: new Map(), reasons: new Map() };
    expect(matchReasons(filters, names)(company(1))).toEqual([
      'Discovered in the last 30 days',
      'In Watchlist or In Archive',
      'In “Robots”',
    ]);
  });

  it('says nothing where nothing was asked for', () => {
    expect(matchReasons(emptyFilters())(company(1))).toEqual([]);
  });
});
