import { once, readTable } from '#node/resources.ts';
import type { PersonRecord } from '#shared/domain/person.ts';
import { fold } from '#shared/domain/text.ts';
import { listOf } from './phrases.ts';
import { Weighted, type Random } from './random.ts';
import type { Place } from './places.ts';

interface Named {
  readonly text: string;
  /** For addresses: lower case, accents folded. */
  readonly slug: string;
}

interface Culture {
  readonly women: readonly Named[];
  readonly men: readonly Named[];
  readonly surnames: readonly Named[];
}

/** The founders of a company and what follows from them. */
export interface Founders {
  readonly people: PersonRecord[];
  /** The first founder's surname. */
  readonly surname: string;
  readonly women: number;
  readonly doctors: number;
}

/** Makes founders. */
export class FounderMaker {
  readonly #random: Random;
  readonly #cultures = cultures();
  readonly #counts = new Weighted([
    [0, 10],
    [1, 28],
    [2, 38],
    [3, 18],
    [4, 6],
  ]);
  readonly #firstTitles = listOf(
    'CEO & Co-Founder|Co-Founder & CEO|Co-founder and CEO|Founder & CEO|Chief Executive Officer',
  );
  readonly #soleTitles = listOf('Founder & CEO|Founder|Founder and CEO|CEO & Founder|Managing Director');
  readonly #otherTitles = listOf(
    'CTO & Co-Founder|Co-Founder & CTO|Co-Founder & COO|Co-Founder & CPO|Co-Founder|Chief Technology Officer|Chief Scientific Officer|Head of Product & Co-Founder|Co-Founder & CFO|Chief Operating Officer|Co-founder and Chief Scientist',
  );

  constructor(random: Random) {
    this.#random = random;
  }

  /** `scientific`: trades in which founders more often have a doctorate. */
  founders(place: Place, scientific: boolean): Founders {
    const random = this.#random;
    const count = this.#counts.pick(random);
    const people: PersonRecord[] = [];
    const titles = new Set<string>();
    let women = 0;
    let doctors = 0;
    let surname = '';
    for (let index = 0; index < Math.max(1, count); index++) {
      const culture = this.#cultures.get(place.cultures.pick(random));
      if (culture === undefined) throw new Error('A place names a culture without names.');
      const woman = random.chance(0.21);
      const doctor = random.chance(scientific ? 0.3 : 0.07);
      const first = random.pick(woman ? culture.women : culture.men);
      const last = random.pick(culture.surnames);
      // Two founders of one name would look like one person twice.
      if (people.some((person) => person.last_name === last.text && person.first_name.endsWith(first.text))) continue;
      if (index === 0) surname = last.text;
      if (index >= count) break;
      women += woman ? 1 : 0;
      doctors += doctor ? 1 : 0;
      const title = this.#title(index, count, titles);
      const before = doctor && place.language === 'german';
      people.push({
        first_name: before ? `Dr. ${first.text}` : first.text,
        last_name: last.text,
        job_title: doctor && !before ? `${title}, PhD` : title,
        logo_url: '',
        linkedin_url: random.chance(0.76) ? this.#profile(first, last) : '',
      });
    }
    return { people, surname, women, doctors };
  }

  #title(index: number, count: number, given: Set<string>): string {
    const random = this.#random;
    if (index === 0) return random.pick(count === 1 ? this.#soleTitles : this.#firstTitles);
    let title = random.pick(this.#otherTitles);
    for (let attempt = 0; given.has(title) && attempt < 4; attempt++) title = random.pick(this.#otherTitles);
    given.add(title);
    return title;
  }

  #profile(first: Named, last: Named): string {
    const tail = this.#random.chance(0.6) ? `-${(this.#random.below(0xffffff) + 0x1000000).toString(16).slice(1)}` : '';
    return `https://www.linkedin.com/in/${first.slug}-${last.slug}${tail}`;
  }
}

/** The names of people by culture (`resources/sample/personNames.tsv`). */
const cultures = once(() => {
  const { rows } = readTable('sample/personNames.tsv', ['culture', 'women', 'men', 'surnames']);
  return new Map<string, Culture>(
    rows.map(({ culture, women, men, surnames }) => [
      culture,
      { women: named(women), men: named(men), surnames: named(surnames) },
    ]),
  );
});

function named(line: string): Named[] {
  return listOf(line).map((text) => ({ text, slug: slugOf(text) }));
}

const ascii = /^[\u0020-\u007e]*$/;

/** `fold` with a short way for the many names that have nothing to fold but case. */
export function foldedName(text: string): string {
  return ascii.test(text) ? text.toLowerCase() : fold(text);
}

const withoutFoldedForm: Readonly<Record<string, string>> = { ß: 'ss', ø: 'o', æ: 'ae', ł: 'l', ı: 'i', đ: 'd' };

/** A text as part of an address: ASCII letters and digits, hyphens between words. */
export function slugOf(text: string): string {
  return foldedName(text)
    .replaceAll(/[ßøæłıđ]/g, (letter) => withoutFoldedForm[letter] ?? '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}
