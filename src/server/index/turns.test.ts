import { describe, expect, test, vi } from 'vitest';
import { exportColumns } from '#shared/domain/exportColumns.ts';
import { generateCompanies } from '#server/jobs/sample/generate.ts';
import { addBatch, monday, query, useCompanyFolder } from '#server/index/testing/companyFolder.ts';
import type { CompanyReader } from './port.ts';

vi.setConfig({ testTimeout: 120_000 });

const folder = useCompanyFolder();

function sample(count: number, seed: number) {
  return [...generateCompanies({ count, seed, today: '2026-11-20' })];
}

/** A reader of two segments, and a writer next to it. */
async function opened(): Promise<{ reader: CompanyReader; writer: ReturnType<typeof folder.writer> }> {
  const writer = folder.writer();
  await writer.release('2026-W47', monday);
  await addBatch(writer, 'sample', sample(6000, 1));
  await addBatch(writer, 'import', sample(500, 2));
  return { reader: folder.reader(), writer };
}

const sorts = ['best_match', 'company_name', 'incorporated_year', 'digest_qualified_date'] as const;

async function pageOf(reader: CompanyReader, words = '', sortBy: (typeof sorts)[number] = 'best_match') {
  const json = await reader.searchJson(query(words, { sortBy }), 0, 1000);
  return JSON.parse(new TextDecoder().decode(json)) as { count: number; items: { id: number }[] };
}

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** How many turns other calls get until the result is there. */
function turnsUntil(work: Promise<unknown>): Promise<number> {
  return new Promise((resolve, reject) => {
    let turns = 0;
    let timer: NodeJS.Immediate | undefined;
    const count = (): void => {
      turns += 1;
      timer = setImmediate(count);
    };
    count();
    void work
      .then(
        () => resolve(turns),
        (error: unknown) => reject(error instanceof Error ? error : new Error(String(error))),
      )
      .finally(() => clearImmediate(timer));
  });
}

describe('a long search', () => {
  test('S22 lets other calls have their turn, and answers as one that does not', async () => {
    const { reader } = await opened();
    for (const words of ['', 'energy']) {
      for (const sortBy of sorts) {
        const page = pageOf(reader, words, sortBy);
        const turns = await turnsUntil(page);
        const whole = await reader.search(query(words, { sortBy }), 0, 1000);
        expect(await page).toEqual(JSON.parse(JSON.stringify(whole)));
        if (whole.items.length === 1000) expect(turns).toBeGreaterThan(2);
        const ids = await reader.searchIds(query(words, { sortBy }), 10_000);
        expect(ids.slice(0, 1000)).toEqual(whole.items.map(({ id }) => id));
        expect(ids).toHaveLength(whole.count);
      }
    }
  });

  test('S22 several of them beside short ones get in nobody’s way', async () => {
    const { reader } = await opened();
    const alone = await Promise.all(sorts.map(async (sortBy) => pageOf(reader, 'company', sortBy)));
    const together = sorts.flatMap((sortBy) => [pageOf(reader, 'company', sortBy), pageOf(reader, 'company', sortBy)]);
    const exported = reader.openExport({ search: query('company') }, exportColumns);
    for (let round = 0; round < 20; round++) {
      const { count } = await reader.search(query('energy'), 0, 25);
      expect(count).toBeGreaterThan(0);
      await reader.facets(query('energy'));
    }
    expect(await Promise.all(together)).toEqual(alone.flatMap((page) => [page, page]));
    const open = await exported;
    expect(open.total).toBe(alone[0]?.count);
    open.close();
  });

  test('I14 is of one generation, also where the companies change in the middle of it', async () => {
    const { reader, writer } = await opened();
    const seen: number[] = [];
    for (let seed = 3; seed < 9; seed++) {
      const [page, ids] = [pageOf(reader), reader.searchIds(query(), 100_000)];
      const exported = reader.openExport({ search: query() }, exportColumns);
      await nextTurn();
      await addBatch(writer, 'import', sample(40, seed));
      const { count, items } = await page;
      const [all, open] = [await ids, await exported];
      seen.push(count);
      // Everything of one generation has the same count, and its page is the beginning of its ids.
      const later = await reader.searchIds(query(), 100_000);
      expect(count <= later.length && open.total <= later.length && all.length <= later.length).toBe(true);
      if (all.length === count) expect(items.map(({ id }) => id)).toEqual(all.slice(0, 1000));
      open.close();
    }
    expect(new Set(seen).size).toBeGreaterThan(3);
  });

  test('S22 ends where nobody waits for it any more, and where the workspace is closed', async () => {
    const { reader } = await opened();
    let isWanted = true;
    const left = reader.searchJson({ ...query(), isWanted: () => isWanted }, 0, 1000);
    const gone = expect(left).rejects.toMatchObject({ code: 'cancelled' });
    isWanted = false;
    await gone;
  });
});
