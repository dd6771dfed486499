import { expect, test } from 'vitest';
import type { CompanyInsight } from '#shared/api/schemas.ts';
import { Caller, releasedWeek, type ApiUnderTest } from './apiUnderTest.ts';

/** `POST /api/company`: the sector of a company, or companies similar to it. */
export function insightSpecs(open: () => ApiUnderTest): void {
  const ask = async (body: Record<string, unknown>): Promise<CompanyInsight> =>
    new Caller(open(), open().tokens.owner).ok('getCompanyInsight', { body });

  test('the sector is the default, and says what it rests on', async () => {
    const answer = await ask({ company_id: 1 });
    if (!('sector_data' in answer)) throw new Error('No sector data.');
    const { sector_data: data } = answer;
    expect(data.sector_description).toContain(releasedWeek);
    expect(data.figures.companies).toBeGreaterThan(0);
    expect(await ask({ company_id: 1, type: 'sector' })).toEqual(answer);
  });

  test('any other type asks for similar companies, 50 unless told', async () => {
    for (const [body, most] of [
      [{ type: 'similar' }, 50],
      [{ type: 'anything', n_companies: 3 }, 3],
      [{ type: 'similar', n_companies: 500 }, 500],
    ] as const) {
      const answer = await ask({ company_id: 2, ...body });
      if (!('similar_companies' in answer)) throw new Error('No similar companies.');
      const ids = answer.similar_companies.map(({ id }) => id);
      expect(ids.length).toBeGreaterThan(0);
      expect(ids.length).toBeLessThanOrEqual(most);
      expect(ids).not.toContain(2);
    }
  });

  test('an unknown company is a 404, bad input a 400 that names the field', async () => {
    const caller = new Caller(open(), open().tokens.owner);
    await caller.fails('getCompanyInsight', { body: { company_id: 999_999 } }, 404, 'not_found');
    for (const [body, field] of [
      [{}, 'company_id'],
      [{ company_id: 'x' }, 'company_id'],
      [{ company_id: 1, n_companies: 0 }, 'n_companies'],
      [{ company_id: 1, n_companies: 501 }, 'n_companies'],
      [{ company_id: 1, type: 5 }, 'type'],
    ] as const) {
      const fields = await caller.fails('getCompanyInsight', { body }, 400, 'bad_request');
      expect(Object.keys(fields)).toEqual([field]);
    }
  });
}
