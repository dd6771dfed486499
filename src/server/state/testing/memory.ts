import { emptyFilters } from '#shared/domain/filters.ts';
import { usualReasons } from '#shared/domain/reasons.ts';
import type { NewKnownRow, State } from '../port.ts';

/** The companies that `fillMemory` is about. */
const companies = [1, 2, 3, 4, 5, 6, 7, 8];

const at = (minute: number): string => `2026-11-20T10:${String(minute).padStart(2, '0')}:00.000Z`;

/**
 * Gives a user a smart list and everything that Winnow remembers: decisions with reasons of their own, a company that
 * is put off, notes with their history, two files of a CRM with a choice, and exports.
 */
export async function fillMemory(state: State, user: number): Promise<void> {
  const filters = emptyFilters();
  filters.exclude.known = ['any'];
  const asked = { name: 'Remembered', filters, matchedWeek: '2026-W47', now: at(0) };
  const seeds = companies.map((companyId) => ({ companyId, merit: 0.5, topMatch: false, week: '2026-W47' }));
  const made = await state.smartLists.create(user, asked, seeds, []);
  if (typeof made !== 'object') throw new Error('The list was not made.');
  const { rows } = await state.entries.page(user, { smartListId: made.list.id }, { offset: 0, limit: 100 });
  const entryOf = (company: number): number => rows.find(({ companyId }) => companyId === company)?.id ?? 0;
  await state.reasons.replace(user, [...usualReasons, { id: 8, name: 'No answer', retired: false }]);
  await state.entries.move(user, entryOf(1), 'Archive', at(1), null, { reason: 3 });
  await state.entries.move(user, entryOf(2), 'Opportunities', at(2), null);
  await state.entries.giveReason(user, entryOf(2), 8, at(3), null);
  await state.entries.move(user, entryOf(3), 'Later', at(4), null, { later: { until: '2027-02-01' } });
  await write(state, user, 2, ['Met the founder', 'Met the founder, twice'], 'a');
  await write(state, user, 4, ['Raises in spring'], 'b');
  await write(state, user, 4, ['A mistake', ''], 'c');
  await known(state, user, 'deals_2026-10-01.csv', [rowOf(5, 'New'), rowOf(0, 'Lead', [6, 7])]);
  const first = (await state.known.sources(user))[0];
  const { rows: open } = await state.known.rows(user, first?.id ?? 0, 'to_choose', { offset: 0, limit: 10 });
  await state.known.choose(user, open[0]?.id ?? 0, 6);
  await known(state, user, 'deals_2026-11-03.csv', [rowOf(5, 'Passed'), rowOf(0, 'Lead', [6, 7]), rowOf(0, 'Lost')]);
  const upTo = await state.ledger.place();
  const exported = { at: at(9), what: 'Opportunities', preset: 'affinity', columns: [], rows: 1, upTo } as const;
  await state.exports.add(user, { id: 'export-1', ...exported });
  await state.exports.add(user, {
    ...exported,
    id: 'export-2',
    what: 'Remembered',
    preset: '',
    columns: ['name'],
    upTo: 0,
  });
}

async function write(state: State, user: number, company: number, texts: readonly string[], id: string): Promise<void> {
  for (const [index, text] of texts.entries()) {
    await state.notes.write(user, company, { id: `note-${id}`, text }, at(5 + index), null);
  }
}

function rowOf(companyId: number, status: string, candidates: readonly number[] = []): NewKnownRow {
  const name = `${status} of ${String(companyId)}`;
  const facts = {
    name,
    website: '',
    status,
    owner: 'Ann Roe',
    contact: '2025-03-12',
    note: 'Said no',
    theirId: status,
  };
  return { line: 2, ...facts, theirId: candidates.length > 0 ? 'asked' : status, companyId, candidates };
}

async function known(state: State, user: number, file: string, rows: readonly NewKnownRow[]): Promise<void> {
  const day = /\d{4}-\d\d-\d\d/.exec(file)?.[0] ?? '';
  await state.known.add(user, { name: 'Affinity', file, day, digest: file, skipped: 1, now: at(8) }, rows);
}

/** All that is remembered of these companies, as the app asks for it. */
export async function memoryOf(state: State, user: number) {
  const slice = { offset: 0, limit: 100 };
  const sources = await state.known.sources(user);
  const list = (await state.smartLists.list(user, slice)).rows.find(({ name }) => name === 'Remembered');
  return {
    reasons: await state.reasons.list(user),
    waiting: (await state.ledger.waiting()).filter(({ userId }) => userId === user),
    history: await Promise.all(companies.map((id) => state.ledger.ofCompany(user, id))),
    notes: await state.notes.all(user),
    texts: await Promise.all(companies.map((id) => state.notes.ofCompany(user, id))),
    sources,
    toChoose: await Promise.all(sources.map(({ id }) => state.known.rows(user, id, 'to_choose', slice))),
    missing: await Promise.all(sources.map(({ id }) => state.known.rows(user, id, 'missing', slice))),
    facts: await Promise.all(companies.map((id) => state.known.ofCompany(user, id))),
    exports: await state.exports.list(user, 100),
    handedOver: [...(await state.exports.lastHandovers(user))],
    shown: list === undefined ? [] : await state.entries.companyIds(list.id, 'shown'),
    undecided: list === undefined ? [] : await state.entries.companyIds(list.id, 'undecided'),
  };
}

/** What `fillMemory` makes, in short: that a comparison of two memories is about something. */
export const filledMemory = {
  notes: [{ text: 'Raises in spring' }, { text: 'Met the founder, twice' }],
  sources: [{ name: 'Affinity', file: 'deals_2026-11-03.csv', rows: 3, matched: 2, replaced: { day: '2026-10-01' } }],
  exports: [{ id: 'export-2' }, { id: 'export-1' }],
  handedOver: [['affinity', {}]],
  waiting: [{ companyId: 3, later: { until: '2027-02-01' } }],
  undecided: [4, 7, 8],
};
