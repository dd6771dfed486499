import { beforeEach, describe, expect, test } from 'vitest';
import { useListWorkspace } from '#server/lists/testing/listWorkspace.ts';
import { emptyFilters } from '#shared/domain/filters.ts';
import { factsOf } from '#shared/domain/decisionFacts.ts';
import type { Back, Later } from '#shared/domain/later.ts';

const the = useListWorkspace();
let list: number;

const header = 'name,website,country,stage,employees,last funding date,total funding\n';

beforeEach(async () => {
  await the.load('crm_2026-11-01.csv', `${header}Acme,acme.example,France,Seed,20,2026-01-10,2000000\n`);
  list = await the.list('All', emptyFilters(), [{ companyId: 1, merit: -1, topMatch: false, week: '2026-W47' }]);
});

async function entry() {
  const { rows } = await the.workspace.state.entries.page(the.user, { smartListId: list }, { offset: 0, limit: 9 });
  return rows[0]!;
}

async function putOff(later: Later): Promise<void> {
  const facts = async (companyId: number) => factsOf((await the.workspace.companies.get(companyId))!);
  const { id } = await entry();
  await the.workspace.state.entries.move(the.user, id, 'Later', the.now.toISOString(), null, { later, facts });
}

/** Why it is back, and how often the ledger says so. */
async function told(): Promise<{ readonly back: Back | null; readonly times: number }> {
  const events = await the.workspace.state.ledger.ofCompany(the.user, 1);
  const { back, list: now_ } = await entry();
  expect(now_).toBe(back === null ? 'Later' : 'None');
  return { back, times: events.filter(({ kind }) => kind === 'back').length };
}

describe('M4 a company that was put off', () => {
  test('is back at the first start on its day or after it, once, whatever the clock does', async () => {
    await putOff({ until: '2026-12-20' });
    // The last moment of the day before, in this time zone; then the clock goes back a month.
    for (const moment of [new Date(2026, 11, 19, 23, 59), new Date(2026, 10, 19, 12)]) {
      the.now = moment;
      await the.reopen();
      expect(await told()).toEqual({ back: null, times: 0 });
    }
    // Weeks were missed.
    the.now = new Date(2027, 1, 3, 0, 1);
    await the.reopen();
    const back = { why: 'day', what: '2026-12-20', from: 'None' };
    expect(await told()).toEqual({ back, times: 1 });
    await the.reopen();
    await the.workspace.jobs.startRefresh(true);
    expect(await told()).toEqual({ back, times: 1 });
  });

  test('is back at the refresh on its day', async () => {
    await putOff({ until: '2026-12-20' });
    the.now = new Date(2026, 11, 20, 0, 0);
    await the.workspace.jobs.startRefresh(true);
    expect(await told()).toMatchObject({ back: { why: 'day' }, times: 1 });
  });

  test('is back when a newer file says that it has raised, and not when one says something else', async () => {
    await putOff({ when: 'raises' });
    await the.load('crm_2026-11-10.csv', `${header}Acme,acme.example,France,Seed,40,2026-01-10,2000000\n`);
    expect(await told()).toEqual({ back: null, times: 0 });
    await the.load('crm_2026-11-15.csv', `${header}Acme,acme.example,France,Series A,40,2026-11-12,9000000\n`);
    expect(await told()).toEqual({ back: { why: 'raises', what: 'Series A', from: 'None' }, times: 1 });
    // To be decided again, and put off again.
    await putOff({ when: 'grows' });
    await the.load('crm_2026-11-16.csv', `${header}Acme,acme.example,France,Series A,49,2026-11-12,9000000\n`);
    expect(await told()).toEqual({ back: null, times: 1 });
    await the.load('crm_2026-11-17.csv', `${header}Acme,acme.example,France,Series A,50,2026-11-12,9000000\n`);
    expect(await told()).toEqual({ back: { why: 'grows', what: '25%', from: 'None' }, times: 2 });
  });
});
