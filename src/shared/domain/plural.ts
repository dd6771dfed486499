/**
 * The singular and the plural of English words, for searching (ADR 33): who looks for `hospital` wants `hospitals`.
 * The index knows which words there are, so an ending that may be of two kinds gives both (`caches`: `cache`, `cach`),
 * and only what would be another word needs to stand in a list. Words are in the form of `foldLetters`.
 */

const listed = (words: string): readonly string[] => words.trim().split(/\s+/);

/** Singulars and plurals that no rule gives. A word may have several. */
const irregular = listed(`
  person/people person/persons man/men woman/women foot/feet tooth/teeth mouse/mice goose/geese ox/oxen
  businessman/businessmen craftsman/craftsmen fireman/firemen fisherman/fishermen policeman/policemen salesman/salesmen
  tradesman/tradesmen workman/workmen
  leaf/leaves life/lives wife/wives housewife/housewives knife/knives shelf/shelves bookshelf/bookshelves half/halves
  wolf/wolves loaf/loaves calf/calves self/selves thief/thieves scarf/scarves hoof/hooves
  criterion/criteria phenomenon/phenomena bacterium/bacteria symposium/symposia curriculum/curricula
  memorandum/memoranda spectrum/spectra stratum/strata genus/genera corpus/corpora fungus/fungi nucleus/nuclei
  stimulus/stimuli alumnus/alumni radius/radii bacillus/bacilli cactus/cacti cactus/cactuses locus/loci
  focus/foci focus/focuses alga/algae larva/larvae antenna/antennae antenna/antennas formula/formulae formula/formulas
  index/indices index/indexes appendix/appendices matrix/matrices vertex/vertices vortex/vortices
  axis/axes axe/axes basis/bases base/bases die/dice crisis/crises oasis/oases diagnosis/diagnoses prognosis/prognoses
  emphasis/emphases quiz/quizzes bus/buses gas/gases lens/lenses thesis/theses
  ad/ads ai/ais cd/cds ev/evs id/ids ip/ips pc/pcs tv/tvs vc/vcs
`).map((pair) => pair.split('/') as [singular: string, plural: string]);

/** Endings that make a word irregular whatever is before them: grandchildren, salespeople. */
const irregularEndings = [
  ['person', 'people'],
  ['child', 'children'],
  ['woman', 'women'],
] as const;

const pluralsOf = Map.groupBy(irregular, ([singular]) => singular);
const singularsOf = Map.groupBy(irregular, ([, plural]) => plural);

/** Words without another number, those whose s makes another word of them, and those that only look like a plural. */
const unchanging = new Set(
  listed(`
    aircraft spacecraft sheep fish salmon shrimp deer moose series species means headquarters news offspring
    data media analytics athletics acoustics ethics gymnastics linguistics logistics obstetrics optics orthopedics
    physics politics robotics semantics
    goods customs clothes odds arms always perhaps besides towards afterwards overseas this thus does these
    canvas chaos cosmos ethos kudos debris paris texas mars
  `),
);

/** Endings of words without another number: economics, electronics, pediatrics, SaaS. */
const unchangingEnding =
  /(?:.{3}omics|tronics|photonics|avionics|bionics|ponics|matics|netics|nautics|dynamics|atrics|aas)$/;

/** A word that is shorter is an abbreviation as often as not: `gps` is no plural, and `us` none of `uses`. */
const shortest = 3;

/**
 * What else a word may be called by its number: the plurals of a singular, the singulars of a plural. Nothing for a
 * word that has no other number, that is too short to tell, or that has more than the letters a to z.
 */
export function otherNumbers(word: string): readonly string[] {
  const known = [
    ...(pluralsOf.get(word) ?? []).map(([, plural]) => plural),
    ...(singularsOf.get(word) ?? []).map(([singular]) => singular),
  ];
  if (known.length > 0) return known.filter((other) => other !== word);
  if (!/^[a-z]+$/.test(word) || word.length < shortest) return [];
  if (isUnchanging(word)) return [];
  for (const [singular, plural] of irregularEndings) {
    if (word.endsWith(singular)) return [`${word.slice(0, -singular.length)}${plural}`];
    if (word.endsWith(plural)) return [`${word.slice(0, -plural.length)}${singular}`];
  }
  return [...regularSingulars(word), ...regularPlurals(word)].filter((other) => !isUnchanging(other));
}

function isUnchanging(word: string): boolean {
  return unchanging.has(word) || unchangingEnding.test(word);
}

function regularSingulars(word: string): readonly string[] {
  if (!word.endsWith('s') || word.endsWith('ss') || word.length <= shortest) return [];
  const stem = word.slice(0, -1);
  const others = [stem];
  if (word.endsWith('ies') && word.length > 4) others.push(`${word.slice(0, -3)}y`);
  else if (word.endsWith('yses')) others.push(`${word.slice(0, -2)}is`);
  else if (word.endsWith('theses')) return [`${word.slice(0, -2)}is`];
  else if (/(?:s|x|z|ch|sh|o)es$/.test(word) && word.length - 2 >= shortest) others.push(word.slice(0, -2));
  return others;
}

function regularPlurals(word: string): readonly string[] {
  if (/[^aeiou]y$/.test(word)) return [`${word.slice(0, -1)}ies`];
  if (word.endsWith('sis')) return [`${word.slice(0, -2)}es`];
  if (/(?:[aiou]s|ss|x|z|sh)$/.test(word)) return [`${word}es`];
  if (word.endsWith('s')) return [];
  // Both are written: heroes and videos, churches and stomachs.
  return /(?:ch|o)$/.test(word) ? [`${word}s`, `${word}es`] : [`${word}s`];
}
