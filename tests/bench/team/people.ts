import type { State } from '#server/state/port.ts';
import { emptyFilters } from '#shared/domain/filters.ts';

/** How many companies each user decides about. */
const ofEach = 50;

/** A user of a team: a token, and entries of one list. */
export interface Person {
  readonly token: string;
  readonly entries: readonly number[];
}

/** Adds users with a list of some of these companies each, to a file or to a database alike. */
export async function addPeople(state: State, count: number, companies: readonly number[]): Promise<Person[]> {
  const people: Person[] = [];
  for (let number = 0; number < count; number++) {
    const name = `user ${String(number)}`;
    const user = await state.users.add({ email: `${name}@example.com`, name, role: 'analyst', addons: [] });
    const seeds = Array.from({ length: ofEach }, (_, place) => ({
      companyId: companies[(number * 13 + place) % companies.length] ?? 0,
      merit: place,
      topMatch: false,
      week: '',
    }));
    const list = { name, filters: emptyFilters(), matchedWeek: '', now: new Date().toISOString() };
    const made = await state.smartLists.create(user.id, list, seeds, []);
    if (made === 'name_taken') throw new Error('There are such users already.');
    const { rows } = await state.entries.page(user.id, { smartListId: made.list.id }, { offset: 0, limit: ofEach });
    const token = await state.users.issueToken(user.id, 'bench');
    people.push({ token, entries: rows.map(({ id }) => id) });
  }
  return people;
}
