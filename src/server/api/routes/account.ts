import { AppError } from '#shared/errors.ts';
import { dayEndsIn, localDate } from '../../lists/schedule.ts';
import { bestMatches } from '../../lists/entrySeeds.ts';
import type { Handlers } from './handler.ts';
import { opinionsOf, smartListView } from './smartLists.ts';
import { peopleOf } from './team.ts';

type AccountCalls = 'getConfig' | 'getMe' | 'signUp' | 'getDigest';

/** What the first smart list is called; a number is added if the name is taken. */
const firstListName = 'My first smart list';

export const accountHandlers: Pick<Handlers, AccountCalls> = {
  async getConfig(_request, { deps }) {
    return deps.config;
  },

  async getMe(_request, { user }) {
    const { id, email, name, role, addons } = user;
    return { id, email, name, is_staff: role === 'staff', role, addons: [...addons] };
  },

  async signUp({ body }, context) {
    const { deps, user } = context;
    const { state, companies, now } = deps;
    await state.users.completeSignUp(user.id, body.user_email, body.account_id);
    // Read the week first: a digest released meanwhile is then matched to the list, like any digest it has missed.
    const { week } = await companies.status();
    const entries = await bestMatches(deps, user.id, body.filters);
    for (let number = 1; number <= 1000; number++) {
      const name = number === 1 ? firstListName : `${firstListName} ${number}`;
      const list = { name, filters: body.filters, matchedWeek: week, now: now().toISOString() };
      const created = await state.smartLists.create(user.id, list, entries, opinionsOf(body.feedback));
      if (created !== 'name_taken') return smartListView(created.list, await peopleOf(context));
    }
    throw new AppError('conflict', `Every name like "${firstListName}" is taken.`);
  },

  async getDigest(_request, { deps }) {
    const { week, date, newWeek, companies, refreshedAt } = await deps.companies.status();
    const now = deps.now();
    const today = { today: localDate(now), today_ends_in: dayEndsIn(now) };
    return { week, date, new_week: newWeek, companies, refreshed: refreshedAt, ...today };
  },
};
