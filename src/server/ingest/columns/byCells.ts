import { isRound, stageOfName } from '../values/stage.ts';
import { arePages, guessFromContent, isFreeText, nameCountries } from './content.ts';
import { isAnothers, type FieldName } from './fields.ts';
import { type Candidate, columnsOf, type Found, labelOfField, type Look, percent } from './finding.ts';

/** What the cells of a field are called. */
const cellsOf: Partial<Record<FieldName, string>> = {
  emails: 'email addresses',
  linkedin: 'pages on LinkedIn',
  twitter: 'pages on X (Twitter)',
  facebook: 'pages on Facebook',
  profilePages: 'pages about companies',
  logo: 'pictures',
  website: 'sites of their own',
  country: 'countries',
  city: 'well-known cities',
  location: 'places with their country',
  industries: 'known industries',
};

/** Columns without a known header that show what they are, if no other column is that already. */
export function* byCells({ headers, samples, lookups }: Look, found: Found): Generator<Candidate> {
  const placesAt = found.findIndex(({ field }) => field === 'location');
  for (const [column, sample] of samples.entries()) {
    if (found[column]?.field !== '') continue;
    const header = headers?.[column] ?? '';
    const guess = guessFromContent(sample, lookups, header !== '');
    if (guess === undefined || found.some(({ field }) => field === guess.field)) continue;
    if (isAnothers(header, guess.field)) continue;
    // If the file says where its companies are, other places belong to something else (a founder's university).
    const hasPlaces = found.some(({ field }) => field === 'city' || field === 'country');
    if (guess.field === 'location' && hasPlaces) continue;
    if (guess.field === 'country' && nameCountries(samples[placesAt], lookups)) continue;
    const what = cellsOf[guess.field] ?? `like “${labelOfField(guess.field)}”`;
    const reason = `${percent(guess.confidence / surest)} of its cells are ${what}`;
    yield { column, field: guess.field, score: guess.confidence, reason };
  }
}

/** Columns of kinds (`Type`, `Art`) whose cells are all names of rounds: they say which round it was. */
export function* byNamesOfRounds({ keys, samples }: Look, found: Found): Generator<Candidate> {
  if (found.some(({ field }) => field === 'stage' || field === 'lastRound')) return;
  for (const [column, { values }] of samples.entries()) {
    if (found[column]?.field !== '' || values.length === 0 || !ofKinds.test(keys[column] ?? '')) continue;
    if (values.every((value) => stageOfName(value) !== undefined || isRound(value)))
      yield { column, field: 'stage', score: 0.6, reason: 'all of its cells name rounds' };
  }
}

const ofKinds = /^(?:type|kind|art|typ|tipo|soort|rodzaj|slag|category|event|transaction|operation|deal|financing)$/;

/** What cells alone tell, at most. */
const surest = 0.7;

/** Pages about companies on sites that have such, whatever their header. */
export function* byPages({ headers = [], samples }: Look, found: Found): Generator<Candidate> {
  for (const [column, sample] of samples.entries()) {
    if (found[column]?.field === '' && !isAnothers(headers[column] ?? '', 'profilePages') && arePages(sample))
      yield { column, field: 'profilePages', score: 0.5, reason: 'most of its cells are pages about companies' };
  }
}

/** A column of categories that contains sentences becomes the description if the file has none. */
export function* textsOfCategories({ samples, lookups }: Look, found: Found): Generator<Candidate> {
  for (const column of columnsOf(found, 'industries')) {
    const sample = samples[column];
    if (sample === undefined || !isFreeText(sample, lookups) || columnsOf(found, 'descriptionShort').length > 0)
      continue;
    const reason = 'its header means categories, but its cells are sentences, and no other column describes companies';
    yield { column, field: 'descriptionShort', score: 0.6, reason };
  }
}
