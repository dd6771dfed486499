import { guessFromContent, likeness, type ColumnSample, type Lookups } from './content.ts';
import type { FieldName } from './fields.ts';
import { type Candidate, labelOfField, type Look } from './finding.ts';

/**
 * Recognises the columns of a file without a header by content alone: first what is obvious (addresses, countries,
 * industries), then years as founding years, long texts as descriptions, and the name as the leftmost column of short
 * texts that hardly repeat.
 */
export function* byForm({ samples, lookups }: Look): Generator<Candidate> {
  const found = new Map<number, Candidate>();
  const taken = new Set<FieldName>();
  const take = (column: number, field: FieldName, score: number): void => {
    if (taken.has(field) || found.has(column)) return;
    taken.add(field);
    const reason = field === 'name' ? 'its cells are short texts that hardly repeat' : `its cells are ${formOf(field)}`;
    found.set(column, { column, field, score, reason });
  };
  for (const [index, sample] of samples.entries()) {
    const guess = guessFromContent(sample, lookups);
    // A column of few words that happen to be industries may be names; if in doubt, names come first.
    if (guess !== undefined && !(guess.field === 'industries' && isNameLike(sample) && index === 0))
      take(index, guess.field, guess.confidence);
  }
  const name = samples.findIndex((sample, index) => !found.has(index) && isNameLike(sample));
  const anyText = samples.findIndex(
    (sample, index) => !found.has(index) && likeness('name', sample, lookups) > 0.5 && !isNumeric(sample),
  );
  const chosen = name === -1 ? anyText : name;
  if (chosen !== -1) take(chosen, 'name', 0.6);
  for (const [index, sample] of samples.entries()) {
    if (found.has(index) || sample.values.length === 0) continue;
    const field = fieldByForm(sample, lookups);
    if (field !== undefined) take(index, field, 0.5);
  }
  yield* found.values();
}

function formOf(field: FieldName): string {
  return forms[field] ?? `those of “${labelOfField(field)}”`;
}

const forms: Partial<Record<FieldName, string>> = {
  descriptionShort: 'long texts',
  founded: 'years',
  employees: 'bands of numbers',
  location: 'lists of two or three parts that name places',
};

/** What a column's values can be by their form alone. */
function fieldByForm(sample: ColumnSample, lookups: Lookups): FieldName | undefined {
  const { values } = sample;
  if (averageLength(sample) > 60) return 'descriptionShort';
  if (values.every((value) => /^(?:1[89]|20)\d{2}$/.test(value))) return 'founded';
  if (values.every((value) => /^\d[\d,]*\+?\s*[-–]\s*\d[\d,]*$/.test(value))) return 'employees';
  const lists = values.filter((value) => /^[^,]+(?:,[^,]+){1,2}$/.test(value)).length;
  return lists > values.length * 0.6 && likeness('location', sample, lookups) > 0.8 ? 'location' : undefined;
}

function isNameLike(sample: ColumnSample): boolean {
  return (
    sample.values.length > 0 &&
    sample.distinct >= sample.values.length * 0.8 &&
    averageLength(sample) <= 40 &&
    !isNumeric(sample) &&
    !sample.values.some((value) => value.startsWith('/') || value.startsWith('http'))
  );
}

function isNumeric(sample: ColumnSample): boolean {
  return sample.values.every((value) => !/\p{L}/u.test(value));
}

function averageLength(sample: ColumnSample): number {
  return sample.values.reduce((sum, value) => sum + value.length, 0) / Math.max(1, sample.values.length);
}
