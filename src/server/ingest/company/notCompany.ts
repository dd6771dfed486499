import { pattern } from '#shared/domain/pattern.ts';
import { fold } from '#shared/domain/text.ts';
import { headerKey } from '../columns/headerKey.ts';
import { stageOf } from '../values/stage.ts';
import { isSum } from '../values/sums.ts';
import { cellText } from '../values/text.ts';
import type { Row, RowReading } from './row.ts';

/**
 * Why a row with this name is no company, or `''`: a line of sums under a list, a remark beside it. A company that is
 * called so has a site, or says more about itself.
 */
export function notCompany(
  row: Row,
  { name, links }: { readonly name: string; readonly links: readonly unknown[] },
  reading: RowReading,
): string {
  if (isHeaderAgain(row, reading)) return 'the header again, not a company';
  if (reading.isExport) return '';
  if (ofOthers.test(row.cell(reading.kindColumn).trim())) return 'a person or a product, not a company';
  if (links.length > 0) return '';
  if (isSumRow(row, name, reading)) return 'a row of totals';
  if (isSum(name)) return '';
  if (!row.isAlone()) return '';
  // What Notion calls a page of which nothing is known.
  if (name === 'Untitled') return 'no company name';
  if (counts.test(name)) return 'a row of totals';
  if (markdownHeading.test(name)) return 'a heading, not a company';
  if (reading.columns.size >= columnsOfHeaded && isHeading(name, reading)) return 'a heading, not a company';
  return remarks.test(name) ? 'a remark, not a company' : '';
}

const telling = [
  'website',
  'country',
  'city',
  'location',
  'descriptionShort',
  'descriptionLong',
  'industries',
] as const;

/** Counts of rows below a list. */
const counts = pattern('i')`
  ^(?:count|rows?|records?|number of \S+|anzahl|nombre|número|liczba|件数)\s*[:=]\s*[\d.,]+$
  |^[\d.,]+ (?:rows|records|results|companies|startups|organizations|einträge|zeilen|lignes|filas|registros)(?: .*)?$
`;

/** Remarks above and below a list: where it comes from, when it was made, who may read it. */
const remarks = pattern('iu')`
  ^(?:(?:data )?sources?|quellen?|fuentes?|fonti?|fontes?|źródł[oa]|käll[aor]+|bron|kaynak|notes?|notas?|remarks?
    |anmerkung(?:en)?|hinweis|stand|as of|data as of|(?:last )?updated|export(?:ed)?(?: date| on)?|downloaded
    |generated|created|printed|(?:prepared|compiled|reviewed|audited|checked) by|disclaimer
    |filter(?:s|ed by)?)(?: by| on| from| at)?\s*[:：]
  |^(?:exported|downloaded|generated|printed) (?:on|by|from|at|with) |^(?:©|\(c\)|copyright\b)
  |^\*+\s*[=:–-]?\s*\p{L}
  |^(?:strictly |private (?:and|&) )?confidential$
  |\b(?:do not distribute|all rights reserved|for internal use only)\b
`;

/** Whether a row repeats the header, as pages that were put together do. */
function isHeaderAgain(row: Row, { headers, columns }: RowReading): boolean {
  if (headers === null) return false;
  const isAgain = (index: number): boolean => row.cell(index).trim() === headers[index];
  // This is asked for every row.
  return (columns.get('name') ?? []).some(isAgain) && headers.length > 1 && headers.every((_, index) => isAgain(index));
}

const ofOthers = /^(?:person|persons|people|contact|product|user)$/i;

/** `Total Fintech`, `Germany Total`: a sum of the rows that an industry, a country or a stage gathers. */
function isSumOf(name: string, reading: RowReading): boolean {
  if (!sumWord.test(name)) return false;
  const [, behind, before] = sumOf.exec(name) ?? [];
  return isHeading(behind ?? before ?? '', reading);
}

/** `Total Travel` is as good a name as a sum; texts in columns of any kind say that it is one. */
function isSumRow(row: Row, name: string, reading: RowReading): boolean {
  if (!isSum(name) && (!isSumOf(name, reading) || saysMore(row, name, reading))) return false;
  return telling.every((field) => !/\p{L}/u.test(row.peek(field)));
}

/** Whether a row has a text besides its name: words without a number, and not those of the name again. */
function saysMore(row: Row, name: string, { columns }: RowReading): boolean {
  const own = fold(name);
  return row.beside(columns.get('name') ?? []).some((cell) => {
    const text = cellText(cell);
    return text !== '' && aText.test(text) && !isSum(text) && !own.includes(fold(text));
  });
}

/** An address, or letters and no digits; three letters are a currency's. */
const aText = /^(?:https?:\/)?\/\S{3}|^(?=\D*\p{L}{4})\D+$/u;

const sumWord = /total|summe|somme|suma/i;
const sumOf = /^(?:sub-?|zwischen)?(?:totale?|summe|somme|suma)\s+(\S.*)$|^(\S.*?)\s*[-–:]?\s+(?:sub-?)?total$/i;

/** Whether a text alone in its row names an industry, a country or a stage, by which the rows below are gathered. */
function isHeading(name: string, { lookups: { industries, countries } }: RowReading): boolean {
  return industries.referenceOf(name).length > 0 || countries.codeOf(name) !== '' || stageOf(name) !== undefined;
}

const markdownHeading = /^#{1,6}\s+\S/;

/**
 * Columns that are recognised in a list in which a lone industry or country is a heading: one of names has it as a
 * name.
 */
const columnsOfHeaded = 3;

/** The column that says of what kind each row is, in a dump of everything; undefined where there is none. */
export function kindColumnOf(headers: readonly string[] | null): number | undefined {
  const index = headers?.findIndex((header) => /^(?:entity|object|record) type$/.test(headerKey(header))) ?? -1;
  return index === -1 ? undefined : index;
}
