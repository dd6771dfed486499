import { describe, expect, it, test } from 'vitest';
import { otherNumbers } from './plural.ts';

/** Pairs of every kind of ending, a singular and its plural each. */
const pairs = `
  hospital hospitals, company companies, city cities, day days, app apps, box boxes, tax taxes, church churches,
  search searches, biotech biotechs, dish dishes, glass glasses, process processes, business businesses, house houses,
  case cases, database databases, response responses, nurse nurses, cache caches, prize prizes, quiz quizzes,
  bus buses, virus viruses, bonus bonuses, lens lenses, hero heroes, video videos, photo photos, shoe shoes,
  movie movies, cookie cookies, study studies, leaf leaves, life lives, wolf wolves, shelf shelves, roof roofs,
  child children, grandchild grandchildren, person people, person persons, salesperson salespeople, woman women, man men,
  foot feet, mouse mice, analysis analyses, basis bases, base bases, thesis theses, hypothesis hypotheses, crisis crises,
  criterion criteria, index indices, index indexes, matrix matrices, axis axes, api apis, gpu gpus, menu menus,
  taxi taxis, idea ideas, clinic clinics, metric metrics, fabric fabrics, comic comics, drug drugs, wave waves, ad ads, tv tvs
`
  .trim()
  .split(/,\s*/)
  .map((pair) => pair.split(' ') as [string, string]);

test.each(pairs)('%s and %s are one word', (singular, plural) => {
  expect(otherNumbers(singular)).toContain(plural);
  expect(otherNumbers(plural)).toContain(singular);
});

/** Words that another one looks like a singular or plural of, and is not. */
const strangers = `
  gps gp, aws aw, ios io, sms sm, saas saa, us u, uses us, canvas canva, these thesis, theses these, goods good,
  customs custom, robotics robotic, economics economic, genomics genomic, electronics electronic, news new, series serie,
  data datas, media medias, chaos chao, glass glas, business busines, hospital hospitality, hospital hospitable,
  bio biology, car care, human humen, is i, as a, has ha, this thi, does doe, plus pluss
`
  .trim()
  .split(/,\s*/)
  .map((pair) => pair.split(' ') as [string, string]);

test.each(strangers)('%s and %s are two', (one, other) => {
  expect(otherNumbers(one)).not.toContain(other);
  expect(otherNumbers(other)).not.toContain(one);
});

describe('a word that has no other number', () => {
  it('is one that is too short, has signs or digits, or is of another script', () => {
    for (const word of ['', 'a', 'it', 'b2b', '3d', 'wrocław', 'данные', '人工', 'データ']) {
      expect(otherNumbers(word), word).toEqual([]);
    }
  });

  it('is never itself', () => {
    for (const word of pairs.flat()) expect(otherNumbers(word)).not.toContain(word);
  });
});

it('asks the index for few words', () => {
  for (const word of pairs.flat()) expect(otherNumbers(word).length, word).toBeLessThanOrEqual(3);
  for (const word of ['hospital', 'software', 'company', 'solar']) expect(otherNumbers(word)).toHaveLength(1);
});
