import { groupsOfIndustry, industriesOfGroup } from '#shared/reference/industries.ts';
import { Weighted, type Random } from './random.ts';
import type { Concept } from './vocabulary.ts';

/** How many industries companies carry, in per cent, as measured in the Crunchbase export of 2017. */
const counts: readonly (readonly [number, number])[] = [
  [0, 22.61],
  [1, 21.93],
  [2, 14.13],
  [3, 27.7],
  [4, 6.93],
  [5, 3.28],
  [6, 1.81],
  [7, 0.82],
  [8, 0.42],
  [9, 0.37],
];

/** Industries that companies of any trade carry besides their own. */
const general: readonly (readonly [string, number])[] = [
  ['Software', 30],
  ['Artificial Intelligence', 16],
  ['Information Technology', 14],
  ['Internet', 10],
  ['Mobile', 9],
  ['SaaS', 8],
  ['Machine Learning', 7],
  ['Mobile Apps', 6],
  ['Apps', 6],
  ['Analytics', 5],
  ['Enterprise Software', 5],
  ['E-Commerce', 5],
  ['Consulting', 4],
  ['Hardware', 4],
  ['Big Data', 3],
  ['Internet of Things', 3],
  ['Social Media', 3],
  ['Web Apps', 2],
];

/** Chooses industries that go together. */
export class IndustryPicker {
  readonly #random: Random;
  readonly #counts = new Weighted(counts);
  readonly #general = new Weighted(general);

  constructor(random: Random) {
    this.#random = random;
  }

  industries(concept: Concept): string[] {
    const random = this.#random;
    const count = this.#counts.pick(random);
    const chosen: string[] = [];
    for (let own = 0; chosen.length < count; own++) {
      const name = this.#next(concept, own);
      if (!chosen.includes(name)) chosen.push(name);
    }
    return chosen;
  }

  /** Mostly the concept's own, in their order; else a general one or a neighbour from the same group. */
  #next(concept: Concept, own: number): string {
    const random = this.#random;
    const draw = random.next();
    const mine = concept.industries[own];
    if (mine !== undefined && draw < 0.76) return mine;
    if (draw < 0.95) return this.#general.pick(random);
    const [group] = groupsOfIndustry(concept.industries[0] ?? '');
    return group === undefined ? this.#general.pick(random) : random.pick(industriesOfGroup(group));
  }
}
