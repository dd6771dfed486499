import { pattern } from '#shared/domain/pattern.ts';
import { headerKey } from './headerKey.ts';
import type { Candidate, Look } from './finding.ts';

/** The first and the last names of founders in columns of their own: `Founder 1 First Name`, `Founder 1 Last Name`. */
export function* byNameParts({ headers = [] }: Look): Generator<Candidate> {
  for (const pair of pairsIn(headers)) {
    for (const column of pair)
      yield { column, field: 'founders', score: 0.8, reason: 'it is a part of a founder’s name, beside the other one' };
  }
}

/** The columns with the last names of founders, by those with their first names. */
export function namePartsIn(
  headers: readonly string[] | null,
  columns: readonly { readonly index: number; readonly field: string }[],
): ReadonlyMap<number, number> {
  const founders = new Set(columns.filter(({ field }) => field === 'founders').map(({ index }) => index));
  return new Map(pairsIn(headers ?? []).filter((pair) => pair.every((index) => founders.has(index))));
}

function pairsIn(headers: readonly string[]): [first: number, last: number][] {
  const keys = headers.map((header) => (header.length > longestHeader ? '' : headerKey(header)));
  const whose = (form: RegExp): Map<string, number> =>
    new Map(
      keys.flatMap((key, index): [string, number][] =>
        founderWords.test(key) && form.test(key) ? [[key.replace(form, ' ').replaceAll(/ +/g, ' ').trim(), index]] : [],
      ),
    );
  const lastNames = whose(lastName);
  return [...whose(firstName)].flatMap(([founder, first]): [number, number][] => {
    const last = lastNames.get(founder);
    return last === undefined ? [] : [[first, last]];
  });
}

const longestHeader = 60;

const founderWords = pattern()`
  founder|grunder|fondateur|fondatrice|fundador|fondator|oprichter|zalozyciel|zakladatel|grundare|grunnlegger|perustaja
  |kurucu|основател
`;
const firstName = pattern()`
  (?:^|\x20)(?:first(?:\x20name|$)|firstname|given\x20name|forename|vorname|prenom|nombre|nome|imie|jmeno
    |fornamn|fornavn|voornaam|etunimi|имя|fname)(?=\x20|$)
`;
const lastName = pattern()`
  (?:^|\x20)(?:last(?:\x20name|$)|lastname|family\x20name|surname|nachname|nom\x20de\x20famille|nom|apellidos?|cognome
    |sobrenome|nazwisko|prijmeni|efternamn|etternavn|efternavn|achternaam|sukunimi|фамилия|lname)(?=\x20|$)
`;
