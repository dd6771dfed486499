import { once, readTable } from '#node/resources.ts';
import type { CompanyLink } from '#shared/domain/company.ts';
import type { PersonRecord } from '#shared/domain/person.ts';
import { fold } from '#shared/domain/text.ts';
import { listOf } from './vocabulary.ts';
import type { Place } from './places.ts';
import { Weighted, type Random } from './random.ts';

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
    'CTO & Co-Founder|Co-Founder & CTO|Co-Founder & COO|Co-Founder & CPO|Co-Founder|Chief Technology Officer|' +
      'Chief Scientific Officer|Head of Product & Co-Founder|Co-Founder & CFO|Chief Operating Officer|' +
      'Co-founder and Chief Scientist',
  );

  constructor(random: Random) {
    this.#random = random;
  }

  /** `scientific`: trades whose founders more often have a doctorate. */
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
      // Two founders of the same name would look like one person twice.
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

/** `fold`, with a shortcut for the many names that need only lower case. */
export function foldedName(text: string): string {
  return ascii.test(text) ? text.toLowerCase() : fold(text);
}

const withoutFoldedForm: Readonly<Record<string, string>> = { ß: 'ss', ø: 'o', æ: 'ae', ł: 'l', ı: 'i', đ: 'd' };

/** A text as part of an address: ASCII letters and digits, hyphens between words. */
function slugOf(text: string): string {
  return foldedName(text)
    .replaceAll(/[ßøæłıđ]/g, (letter) => withoutFoldedForm[letter] ?? '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}

/** Website, profiles and addresses of a company. */
interface Contacts {
  readonly links: CompanyLink[];
  readonly emails: string[];
}

/** Domain endings as measured; `national` stands for the country's own. */
const endings: readonly (readonly [string, number])[] = [
  ['com', 60],
  ['national', 11],
  ['ai', 8.5],
  ['io', 6],
  ['co', 4.2],
  ['app', 1.6],
  ['dev', 1.4],
  ['net', 1.1],
  ['org', 1],
  ['tech', 0.8],
  ['me', 0.6],
  ['so', 0.5],
  ['bio', 0.5],
  ['health', 0.4],
  ['us', 0.3],
  ['xyz', 0.25],
  ['space', 0.2],
  ['energy', 0.2],
];

const mailboxes: readonly (readonly [string, number])[] = [
  ['info', 40],
  ['hello', 24],
  ['contact', 18],
  ['team', 5],
  ['office', 4],
  ['hi', 4],
  ['support', 3],
  ['sales', 2],
];

const affixes: readonly ((slug: string) => string)[] = [
  (slug) => slug,
  (slug) => `get${slug}`,
  (slug) => `${slug}hq`,
  (slug) => `try${slug}`,
  (slug) => `${slug}-group`,
  (slug) => `join${slug}`,
  (slug) => `${slug}-online`,
];

/** Makes the contacts of companies; no two get the same domain. */
export class ContactMaker {
  readonly #random: Random;
  readonly #domains: NameTable;
  readonly #endings = new Weighted(endings);
  readonly #mailboxes = new Weighted(mailboxes);

  constructor(random: Random, domains: NameTable) {
    this.#random = random;
    this.#domains = domains;
  }

  contacts(name: string, place: Place): Contacts {
    const random = this.#random;
    const links: CompanyLink[] = [];
    const slug = slugOf(name).replace(/^get-?(?=.{4})/, '');
    const handle = slug.replaceAll('-', '').slice(0, 15);
    const domain = random.chance(0.974) ? this.#domain(slug.replaceAll('-', ''), place) : '';
    if (domain !== '') links.push({ type: 'website', url: `https://${random.chance(0.45) ? 'www.' : ''}${domain}` });
    if (random.chance(0.68)) links.push({ type: 'linkedin', url: `https://www.linkedin.com/company/${slug}` });
    if (random.chance(0.44)) links.push({ type: 'twitter', url: `https://twitter.com/${handle}` });
    if (random.chance(0.3)) links.push({ type: 'facebook', url: `https://www.facebook.com/${handle}` });
    const emails: string[] = [];
    if (domain !== '' && random.chance(0.57)) {
      const mailbox = this.#mailboxes.pick(random);
      emails.push(`${mailbox}@${domain}`);
      if (mailbox !== 'support' && random.chance(0.12)) emails.push(`support@${domain}`);
    }
    return { links, emails };
  }

  #domain(slug: string, place: Place): string {
    for (let attempt = 0; ; attempt++) {
      const drawn = this.#endings.pick(this.#random);
      const ending = drawn === 'national' ? place.ending || 'com' : drawn;
      const affix = attempt < 2 ? 0 : attempt % affixes.length;
      const tail = attempt > 12 ? String(attempt) : '';
      const domain = `${(affixes[affix] ?? String)(slug)}${tail}.${ending}`;
      if (this.#domains.add(domain)) return domain;
    }
  }
}

/**
 * Remembers which texts have been used, in 8 bytes each: two hashes in an open table. Once in billions of times it may
 * take an unused text for a used one; then another is drawn, which harms nobody.
 */
export class NameTable {
  readonly #first: Uint32Array;
  readonly #second: Uint32Array;
  readonly #mask: number;

  /** `capacity`: the most texts it will have to keep. */
  constructor(capacity: number) {
    const size = 2 ** Math.ceil(Math.log2(Math.max(16, capacity * 2)));
    this.#first = new Uint32Array(size);
    this.#second = new Uint32Array(size);
    this.#mask = size - 1;
  }

  /** Adds a text; false if it was already there. The caller takes care of case and accents. */
  add(text: string): boolean {
    let one = 0x811c9dc5;
    let two = 0x9747b28c;
    for (let index = 0; index < text.length; index++) {
      const code = text.charCodeAt(index);
      one = Math.imul(one ^ code, 0x01000193);
      two = Math.imul(two ^ code, 0x5bd1e995);
      two ^= two >>> 15;
    }
    const first = one >>> 0 || 1;
    const second = two >>> 0;
    let place = (first ^ (first >>> 16)) & this.#mask;
    while (this.#first[place] !== 0) {
      if (this.#first[place] === first && this.#second[place] === second) return false;
      place = (place + 1) & this.#mask;
    }
    this.#first[place] = first;
    this.#second[place] = second;
    return true;
  }
}
