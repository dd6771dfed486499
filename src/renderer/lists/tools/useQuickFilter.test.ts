import * as fc from 'fast-check';
import { expect, test, describe, it } from 'vitest';
import { emptyFilters } from '#shared/domain/filters.ts';
import { listNames, type ListName } from '#shared/domain/listName.ts';
import { company } from '#shared/domain/testing/company.ts';
import { moveAt, noMoves, pressed, told } from '../../decide/overlay.ts';
import { withChoice } from '../../features/filters/filterEdits.ts';
import { decidedEntries, decidedIn, rowFacets } from './useQuickFilter.tsx';

const companyId = 7;

test('a company is in every list that one of its entries is in, the row or another, whatever was decided since', () => {
  const list = fc.constantFrom(...listNames);
  const moves = fc.array(fc.tuple(fc.nat(3), list, fc.boolean()), { maxLength: 6 });
  fc.assert(
    fc.property(fc.array(list, { minLength: 1, maxLength: 4 }), moves, (lists, decisions) => {
      // Entry 0 is the row's. What the server has of the others, as it tells it: an entry for each list, and its
      // doubles.
      const server = [...lists];
      let overlay = noMoves;
      const asked = decidedEntries(
        listNames.slice(1).map((name) => {
          const [first, ...doubles] = [...server.keys()].filter((id) => server[id] === name);
          return {
            list: name,
            revision: 10,
            entries: first === undefined ? [] : [{ id: first, company_id: companyId, doubles }],
          };
        }),
      );
      let revision = 10;
      for (const [entry, to, isDone] of decisions) {
        const entryId = entry % server.length;
        server[entryId] = to;
        revision += 1;
        overlay = told(overlay, [{ entryId, companyId, list: to, isDone, revision }]);
      }
      const ofRow = moveAt(overlay, 0, companyId)?.list ?? lists[0]!;
      const found = new Set(decidedIn(companyId, ofRow, asked, overlay));
      const expected = new Set(server.filter((name): boolean => name !== 'None'));
      // An entry that nobody had decided when the lists were read is known by the newest decision only.
      const unheard = lists.flatMap((name, id) => (name === 'None' && id !== 0 ? [id] : []));
      for (const id of unheard) {
        const isHeard = server.some((name, other) => name === server[id] && !unheard.includes(other));
        if (!isHeard && moveAt(overlay, null, companyId)?.list !== server[id]) expected.delete(server[id]!);
      }
      expect(found).toEqual(expected);
    }),
  );
});

test('before the lists have been read it is the row that says it, and what is decided now', () => {
  let overlay = noMoves;
  const lists = (row: ListName): readonly ListName[] => decidedIn(companyId, row, undefined, overlay);
  expect([lists('None'), lists('Archive')]).toEqual([[], ['Archive']]);
  overlay = pressed(overlay, [{ entryId: 3, companyId, list: 'Watchlist' }], 1);
  expect(lists('None')).toEqual(['Watchlist']);
});

const context = { today: '2026-11-16' };
const rows = [
  company(1, { stages: ['inv_stage_seed'], founded: 2024, tags: 'top_match' }),
  company(2, { stages: ['inv_stage_seed', 'inv_stage_series_a'], founded: null }),
  company(3, { stages: ['inv_stage_series_a'], founded: 2024 }),
];

describe('the counts beside the values, for rows that are all here', () => {
  it('are of the rows that have the value', () => {
    const { count, facets } = rowFacets(rows, emptyFilters(), context);
    expect(count).toBe(3);
    expect(facets['stages']).toEqual({ inv_stage_seed: 2, inv_stage_series_a: 2 });
    expect(facets['incorporated_years']).toEqual({ 2024: 2, unknown: 1 });
    expect(facets['company_highlights']).toMatchObject({ top_match: 1 });
  });

  it('are of those that pass the other fields, not the own one', () => {
    const filters = withChoice(emptyFilters(), 'stages', 'inv_stage_series_a', 'in');
    const { count, facets } = rowFacets(rows, filters, context);
    expect(count).toBe(2);
    expect(facets['stages']).toEqual({ inv_stage_seed: 2, inv_stage_series_a: 2 });
    expect(facets['incorporated_years']).toEqual({ 2024: 1, unknown: 1 });
  });

  it('read a row once, however often it is counted; one that has changed is another row', () => {
    let reads = 0;
    const row = Object.defineProperty(company(4), 'tags', {
      get: () => {
        reads++;
        return 'phd_founder,phd_founder';
      },
    });
    const first = rowFacets([row], emptyFilters(), context);
    expect(first.facets['company_highlights']).toEqual({ phd_founder: 1 });
    expect(reads).toBeGreaterThan(0);
    reads = 0;
    expect(rowFacets([row, ...rows], emptyFilters(), context).facets['company_highlights']).toMatchObject({
      phd_founder: 1,
      top_match: 1,
    });
    expect(reads).toBe(0);
    const changed = rowFacets([company(4, { tags: 'young_team' })], emptyFilters(), context);
    expect(changed.facets['company_highlights']).toEqual({ young_team: 1 });
  });
});
