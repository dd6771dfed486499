import type { ColumnMapping, ColumnMatch } from '#shared/bridge/workspace.ts';
import { listSeparator, withBrackets } from '../values/text.ts';
import { ofUnknownUnit } from './amountColumns.ts';
import { byCells, byNamesOfRounds, byPages, textsOfCategories } from './byCells.ts';
import { byHeader } from './byHeader.ts';
import { readMapping } from './columnMapping.ts';
import { byLikenessToSites, supporters } from './companyNames.ts';
import { type Lookups, sampleOf } from './content.ts';
import { namesOfOthers, weakNamesAlone } from './context.ts';
import { type FieldName, languageOf } from './fields.ts';
import { headerKey } from './headerKey.ts';
import { byUser, type Candidate, type Finding, type Found, type Look, none } from './finding.ts';
import { byForm } from './headerless.ts';
import { effectiveHeaders } from './knownLayouts.ts';
import { byNameParts } from './nameParts.ts';
import {
  amountsOfOthers,
  amountsOfRounds,
  companysFirst,
  exactFirst,
  namesBeforeAddresses,
  oneLanguage,
  specificFirst,
  unitsThatAreNamed,
} from './preferences.ts';
import { byRound } from './roundColumns.ts';
import { shortAndLong, textsThatSay } from './textColumns.ts';

interface Rule {
  /** What the rule goes by. */
  readonly by: string;
  /** Only for tables with a header, or without one. */
  readonly of?: 'headed' | 'headless';
  /**
   * What the rule says of columns, given what those before it have found. `proposes` says it of columns that are no
   * field yet, `compares` of any: it looks at columns beside each other, and one gives way.
   */
  readonly proposes?: (look: Look, found: Found) => Iterable<Candidate>;
  readonly compares?: (look: Look, found: Found) => Iterable<Candidate>;
}

/** The rules, the first that proposes a field for a column first. */
const rules: readonly Rule[] = [
  { by: 'what a header means, and whether its cells fit', proposes: byHeader },
  { by: 'first and last names of founders', of: 'headed', proposes: byNameParts },
  { by: 'the form of cells without a header', of: 'headless', proposes: byForm },
  { by: 'categories that are sentences', compares: textsOfCategories },
  { by: 'texts under headers that may mean something else', compares: textsThatSay },
  { by: 'what cells show', proposes: byCells },
  { by: 'names of rounds in a column of kinds', of: 'headed', proposes: byNamesOfRounds },
  { by: 'names that are like the sites beside them', of: 'headed', compares: byLikenessToSites },
  { by: 'an exact number beside a band', compares: exactFirst },
  { by: 'names beside addresses', compares: namesBeforeAddresses },
  { by: 'a short and a long text', compares: shortAndLong },
  { by: 'an organization that supports several companies', of: 'headed', compares: supporters },
  { by: 'a header that says more', compares: specificFirst },
  { by: 'amounts of something else', of: 'headed', compares: amountsOfOthers },
  { by: 'amounts of rounds, a row each', of: 'headed', compares: amountsOfRounds },
  { by: 'what is the company’s beside what is a person’s', of: 'headed', compares: companysFirst },
  { by: 'a weak name without a context', compares: weakNamesAlone },
  { by: 'one of several languages', of: 'headed', compares: oneLanguage },
  { by: 'names in a list of something else', of: 'headed', compares: namesOfOthers },
  { by: 'amounts in a unit that is not named', compares: unitsThatAreNamed },
  { by: 'a column for each round', of: 'headed', compares: byRound },
  { by: 'pages about companies', of: 'headed', proposes: byPages },
];

/**
 * Recognises the columns of a table by header and content. `rows` are sample records; `headers` is null if the file has
 * none; `nested` says that they are JSON keys with dots. A mapping given by the user wins for the columns it names.
 */
export function recogniseColumns(
  headers: readonly string[] | null,
  rows: readonly (readonly string[])[],
  lookups: Lookups,
  { mapping = {}, nested = false }: { mapping?: ColumnMapping | undefined; nested?: boolean } = {},
): ColumnMatch[] {
  const width = headers?.length ?? Math.max(0, ...rows.map((row) => row.length));
  const samples = Array.from({ length: width }, (_, index) => sampleOf(rows.map((row) => row[index] ?? '')));
  const effective = effectiveHeaders(headers, rows);
  const keys = samples.map((_, index) => headerKey(effective?.[index] ?? ''));
  const bases = keys.map((key, index) => languageOf(effective?.[index] ?? '')?.what ?? key);
  const readings = readMapping(mapping, headers, width);
  const found = choose({ headers: effective, keys, bases, samples, rows, lookups, nested, readings });
  const given = found.map((finding, index) => withChoice(finding, readings.get(index)?.field));
  const small = new Map(ofUnknownUnit(given, samples, effective).map((open) => [open.column, open]));
  return samples.map((sample, index) => {
    const { field, score, reason, asks = '', open = small.get(index)?.open ?? null } = given[index]!;
    const shown = [...new Set(sample.values)].slice(0, samplesShown).map(shownCell);
    const header = headers?.[index] ?? '';
    return { index, header, field, confidence: round(score), reason, asks, open, samples: shown, reads: [] };
  });
}

/** What each column is: the one place where candidates become findings. */
function choose(look: Look): Found {
  const found: Finding[] = look.samples.map((_, column) => none(column, 'no field has such a header or such cells'));
  for (const { of, proposes, compares } of rules) {
    if (of !== undefined && (of === 'headed') !== (look.headers !== undefined)) continue;
    for (const { column, ...finding } of proposes?.(look, found) ?? []) {
      if (found[column]?.field === '') found[column] = finding;
    }
    for (const { column, ...finding } of compares?.(look, found) ?? []) found[column] = finding;
  }
  return found;
}

function withChoice(finding: Finding, chosen: FieldName | '' | undefined): Finding {
  return chosen === undefined ? finding : { field: chosen, score: 1, reason: byUser };
}

const samplesShown = 5;

function round(score: number): number {
  return Math.round(Math.min(1, Math.max(0, score)) * 100) / 100;
}

/** A cell for display: lists with commas, at most 200 characters. */
export function shownCell(cell: string): string {
  const text = withBrackets(cell.replaceAll(listSeparator, ', '));
  return text.length > 200 ? `${text.slice(0, 199)}…` : text;
}
