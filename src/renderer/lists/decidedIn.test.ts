import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { listNames, type ListName } from '#shared/domain/listName.ts';
import { moveAt, noMoves, pressed, told } from '../decide/overlay.ts';
import { decidedEntries, decidedIn } from './tools/useQuickFilter.tsx';

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
