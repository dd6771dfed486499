import { once, readTable } from '#node/resources.ts';
import { assertNever } from '#shared/errors.ts';
import { pattern } from '#shared/domain/pattern.ts';
import { listOf, type Family } from './vocabulary.ts';
import { Weighted, type Random } from './random.ts';
import type { Place } from './places.ts';

type Kind =
  'coined' | 'themed' | 'compound' | 'coinedTrade' | 'wordTrade' | 'surname' | 'pair' | 'local' | 'clipped' | 'long';

/** Combinations that no company would choose; tested against one-word names. */
const unfit = pattern()`
  fuck|shit|cunt|dick|cock|cum|slut|whore|nazi|piss|fag|twat|wank|tits|penis|vagin|porn|rape|anus|anal(?!y)|nigg|coon
  |homo|spic|arse|jizz|dildo|kkk|ass(?:bit|hole|$)|crap|poop|turd|hitler
`;

const partRows = once(() => readTable('sample/nameParts.tsv', ['part', 'of', 'words']).rows);

/** The words for a part of names, by culture or country; `-` if they fit any. */
function nameParts(part: string): ReadonlyMap<string, readonly string[]> {
  const rows = partRows().filter((row) => row.part === part);
  if (rows.length === 0) throw new Error(`resources/sample/nameParts.tsv has no words for “${part}”.`);
  return new Map(rows.map((row) => [row.of, listOf(row.words)]));
}

function wordsFor(part: string): readonly string[] {
  return nameParts(part).get('-') ?? [];
}

/** Makes names of companies. */
export class CompanyNamer {
  readonly #random: Random;
  readonly #starts = wordsFor('coinedStarts');
  readonly #middles = wordsFor('coinedMiddles');
  readonly #endings = wordsFor('coinedEndings');
  readonly #openers = wordsFor('openers');
  readonly #closers = wordsFor('closers');
  readonly #nouns = wordsFor('nouns');
  readonly #adjectives = wordsFor('adjectives');
  readonly #surnames = wordsFor('generalSurnames');
  readonly #local = nameParts('localWords');
  readonly #forms = nameParts('companyForms');
  readonly #taken = new Set(wordsFor('takenNames'));
  readonly #kinds: Weighted<Kind> = new Weighted<Kind>([
    ['coined', 27],
    ['themed', 17],
    ['compound', 13],
    ['coinedTrade', 11],
    ['wordTrade', 8],
    ['surname', 4],
    ['pair', 5],
    ['local', 7],
    ['clipped', 4],
    ['long', 4],
  ]);

  constructor(random: Random) {
    this.#random = random;
  }

  /**
   * A name that fits the trade and the place; `founder` is a surname, `attempt` counts from 0 when names were taken.
   */
  name(family: Family, place: Place, founder: string, attempt: number): string {
    // After many taken names, use the kind with the most possible names, so that a million companies find one each.
    const kind = attempt > 6 ? 'coinedTrade' : this.#kinds.pick(this.#random);
    const name = this.#make(kind, family, place, founder);
    const key = name.toLowerCase();
    if (this.#taken.has(key) || unfit.test(key)) return this.name(family, place, founder, attempt + 1);
    const forms = this.#forms.get(place.code);
    return forms !== undefined && this.#random.chance(0.015) ? `${name} ${this.#random.pick(forms)}` : name;
  }

  #make(kind: Kind, family: Family, place: Place, founder: string): string {
    const random = this.#random;
    switch (kind) {
      case 'coined':
        return this.#coined();
      case 'themed':
        return random.chance(0.5)
          ? joined(random.pick(family.stems), random.pick(this.#closers), random)
          : joined(random.pick(this.#openers), random.pick(family.stems).toLowerCase(), random);
      case 'compound':
        return joined(random.pick(this.#openers), random.pick(this.#closers), random);
      case 'coinedTrade':
        return `${this.#coined()} ${this.#trade(family)}`;
      case 'wordTrade':
        return `${random.pick(random.chance(0.6) ? this.#openers : this.#nouns)} ${this.#trade(family)}`;
      case 'surname':
        return random.chance(0.7) ? `${founder} ${this.#trade(family)}` : `${founder} & Co`;
      case 'pair':
        return `${random.pick(this.#adjectives)} ${random.pick(this.#nouns)}`;
      case 'local':
        return this.#localName(family, place);
      case 'clipped':
        return this.#clipped(family);
      case 'long':
        return random.chance(0.5)
          ? `${random.pick(this.#adjectives)} ${random.pick(this.#nouns)} ${this.#trade(family)}`
          : `${random.pick(this.#openers)} & ${random.pick(this.#nouns)} ${this.#trade(family)}`;
      default:
        return assertNever(kind);
    }
  }

  #trade(family: Family): string {
    return this.#random.chance(0.72) ? this.#random.pick(family.surnames) : this.#random.pick(this.#surnames);
  }

  #coined(): string {
    const random = this.#random;
    const start = random.pick(this.#starts);
    const middle = random.chance(0.62) ? random.pick(this.#middles) : '';
    const ending = random.pick(this.#endings);
    const tail = start.charAt(start.length - 1);
    // Two equal letters where the parts meet, or three consonants, read badly.
    const joint =
      middle === '' && isConsonant(tail) && isConsonant(ending.charAt(0)) ? 'aeio'.charAt(random.below(4)) : middle;
    return start + (joint.charAt(0) === tail ? joint.slice(1) : joint) + ending;
  }

  #localName(family: Family, place: Place): string {
    const words = this.#local.get(place.language);
    if (words === undefined)
      return joined(this.#random.pick(this.#nouns), this.#random.pick(this.#closers), this.#random);
    const word = this.#random.pick(words);
    if (this.#random.chance(0.45)) return `${word} ${this.#trade(family)}`;
    const second = this.#random.pick(words);
    return second === word || this.#random.chance(0.4)
      ? joined(word, this.#random.pick(this.#closers), this.#random)
      : `${word} ${second}`;
  }

  #clipped(family: Family): string {
    const random = this.#random;
    const stem = random.pick(family.stems);
    const draw = random.below(6);
    if (draw === 0) return `get${stem}${random.pick(this.#closers)}`;
    if (draw === 1) return `${stem}${random.pick(this.#closers)}.io`;
    if (draw === 2) return `${stem}${random.pick(this.#closers)}.ai`;
    if (draw === 3) return `${random.pick(this.#openers)}${random.pick(['ly', 'ify', 'io', 'eo', 'able', 'ster'])}`;
    if (draw === 4)
      return `${stem.replace(/[aeiouy]$/, '')}${random.pick(['ly', 'ify', 'io', 'ora', 'ella', 'ico', 'ense'])}`;
    return `${random.between(2, 99)} ${random.pick(this.#nouns)}s`;
  }
}

function joined(first: string, second: string, random: Random): string {
  if (first.toLowerCase() === second.toLowerCase()) return `${first}works`;
  // Every third joined name keeps its capital inside.
  const tail = random.chance(0.3) ? second.charAt(0).toUpperCase() + second.slice(1) : second;
  return first.replaceAll(' ', '') + tail;
}

function isConsonant(letter: string): boolean {
  return !'aeiouy'.includes(letter);
}
