import { addDays, addWeeks, digestWeekOf, mondayOf } from '#shared/domain/digestWeek.ts';
import type { Random } from './random.ts';

/** Weeks before and after today's that are filled evenly, so that the weekly digests are of one size. */
const weeksBack = 12;
const weeksAhead = 4;
const evenShare = 0.2;
const olderDays = 3 * 365;

/** A day by its date and the year in it. */
export interface Day {
  readonly date: string;
  readonly year: number;
}

/**
 * Spreads the days on which companies were found: a fifth evenly over the weeks around today (the last four of them not
 * yet released), the rest over the three years before.
 */
export class DiscoveryCalendar {
  readonly #random: Random;
  readonly #older: Day[] = [];
  readonly #weeks: Day[][] = [];
  readonly #fundingDays: Day[] = [];

  /** `today`: `YYYY-MM-DD`. */
  constructor(random: Random, today: string) {
    this.#random = random;
    const thisWeek = digestWeekOf(today);
    const firstMonday = mondayOf(addWeeks(thisWeek, -weeksBack));
    for (let day = olderDays; day > 0; day--) this.#older.push(dayOf(addDays(firstMonday, -day)));
    for (let week = -weeksBack; week <= weeksAhead; week++) {
      const monday = mondayOf(addWeeks(thisWeek, week));
      const days = Array.from({ length: 7 }, (_, index) => addDays(monday, index));
      // What is released today was found by today.
      this.#weeks.push(days.filter((date) => week !== 0 || date <= today).map(dayOf));
    }
    for (let day = 0; day < olderDays; day++) this.#fundingDays.push(dayOf(addDays(today, -day)));
  }

  discovered(): Day {
    const random = this.#random;
    return random.chance(evenShare) ? random.pick(random.pick(this.#weeks)) : random.pick(this.#older);
  }

  /** A day of the last three years not before this year, or `''` when there is none. */
  funded(founded: number): string {
    for (let attempt = 0; attempt < 4; attempt++) {
      const day = this.#random.pick(this.#fundingDays);
      if (day.year >= founded) return day.date;
    }
    return '';
  }
}

function dayOf(date: string): Day {
  return { date, year: Number(date.slice(0, 4)) };
}
