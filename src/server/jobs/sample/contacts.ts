import type { CompanyLink } from '#shared/domain/company.ts';
import { Weighted, type Random } from './random.ts';
import type { NameTable } from './nameTable.ts';
import { slugOf } from './people.ts';
import type { Place } from './places.ts';

/** Website, profiles and addresses of a company. */
export interface Contacts {
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
