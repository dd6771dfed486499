import { parseAmount } from '../values/numbers.ts';
import { namesTitles } from '../values/people.ts';
import { isRound } from '../values/stage.ts';
import { type ColumnSample, isListOfRegions, likeness, type Lookups } from './content.ts';
import { HeaderNames, isAnothers, type FieldName, type NameMatch } from './fields.ts';
import { type Candidate, type Finding, labelOfField, type Look, none, percent } from './finding.ts';

/** What columns are by their headers, as far as their cells do not tell otherwise. */
export function* byHeader({ headers = [], samples, lookups, nested }: Look): Generator<Candidate> {
  const names = new HeaderNames();
  for (const [column, sample] of samples.entries()) {
    const header = headers[column] ?? '';
    const match = names.match(header, nested);
    const finding = match === undefined ? undefined : findingOf(match, sample, lookups);
    if (finding !== undefined) yield { column, ...finding };
    else if (match === undefined && header !== '' && isAnothers(header, 'website'))
      yield none(column, 'its header says that it is about somebody else');
    else if (match !== undefined)
      yield none(column, `its header means “${labelOfField(match.field)}”, but its cells do not look like that`);
  }
}

function findingOf(match: NameMatch, sample: ColumnSample, lookups: Lookups): Finding | undefined {
  const [field, like] = byContent(match.field, sample, lookups);
  const team = ofTeam(match, like, sample);
  if (team !== undefined) return team;
  // A column called name is the names even if all of them are bad: its rows must be rejected one by one.
  if (like < leastLikeness && (field !== 'name' || match.strength < 1)) return undefined;
  return { field, score: match.strength * (0.5 + 0.5 * like), reason: reasonOf(match.field, field, like) };
}

function reasonOf(named: FieldName, field: FieldName, like: number): string {
  if (named !== field)
    return `its header means “${labelOfField(named)}”, and its cells are those of “${labelOfField(field)}”`;
  const fitting = like < 0.995 ? `, and ${percent(like)} of its cells look like it` : '';
  return `its header means “${labelOfField(field)}”${fitting}`;
}

/** Below this share of fitting values, a header is not believed. */
const leastLikeness = 0.2;

/** What a column is whose name may mean several things, and how many of its values look like it. */
function byContent(named: FieldName, sample: ColumnSample, lookups: Lookups): [field: FieldName, like: number] {
  let field = named;
  // "Markets" may be lines of business or countries.
  if (field === 'industries' && isListOfRegions(sample, lookups)) field = 'regions';
  // "Last round" may be its type, its date or its amount.
  const judged = field;
  const like = likeness(judged, sample, lookups);
  if (like < leastLikeness && ofRounds.has(field)) field = roundField(sample, lookups) ?? field;
  // What can be less than nothing, or is a share, is no number of people.
  if (field === 'employees' && sample.values.some((value) => isNoCount.test(value))) return [field, 0];
  // "Investors" may say how many there are.
  const isCount = sample.values.length > 0 && likeness('investorCount', sample, lookups) > 0.8;
  if (field === 'investors' && isCount) field = 'investorCount';
  // "Country" over whole places and "City" over "City, Country" are locations; "Description" may be long texts.
  const isPlace = (field === 'country' || field === 'city') && isPlaceList(sample, lookups, like);
  if (isPlace) field = 'location';
  // Judging a column by all its values takes time: once for the field that it is.
  return [field, field === judged ? like : likeness(field, sample, lookups)];
}

const isNoCount = /^[-−–]\s?\d[\d.,]*\s?%?$|^[+]?[\d.,]+\s?%$/;

/** "Team" may say how many people there are, or who they are; those count only with their titles. */
function ofTeam({ field, strength }: NameMatch, like: number, sample: ColumnSample): Finding | undefined {
  if (field === 'employees' && like < leastLikeness && nameTitles(sample))
    return { field: 'founders', score: 0.5, reason: 'its header means a team, and its cells name people with titles' };
  const isUntitled = field === 'founders' && strength <= 0.5 && !nameTitles(sample);
  return isUntitled ? { field: '', score: 0, reason: 'its people have no titles that say who founded it' } : undefined;
}

function nameTitles({ values }: ColumnSample): boolean {
  return values.filter((value) => namesTitles(value)).length > values.length * 0.6;
}

const ofRounds: ReadonlySet<FieldName> = new Set(['stage', 'lastRound', 'fundedOn', 'lastRoundAmount', 'fundingTotal']);

/** Smaller numbers count something other than dollars. */
const leastRound = 1000;

/** What most values of a column about funding rounds are. */
function roundField(sample: ColumnSample, lookups: Lookups): FieldName | undefined {
  const rounds = sample.values.filter(isRound).length;
  const hasStage = sample.values.some((value) => lookups.cells.stages(value) !== undefined);
  if (hasStage && rounds > sample.values.length * 0.5) return 'stage';
  if (likeness('fundedOn', sample, lookups) > 0.8) return 'fundedOn';
  const amounts = sample.values.filter((value) => (parseAmount(value) ?? 0) >= leastRound).length;
  return amounts > sample.values.length * 0.8 ? 'lastRoundAmount' : undefined;
}

function isPlaceList(sample: ColumnSample, lookups: Lookups, like: number): boolean {
  const lists = sample.values.filter((value) => value.includes(',')).length;
  return lists > sample.values.length * 0.4 && (like < 0.5 || likeness('location', sample, lookups) > 0.8);
}
