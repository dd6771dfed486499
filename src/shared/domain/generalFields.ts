import { wireFields, type PlainField } from '../fields/companyFields.ts';
import { assertNever } from '../errors.ts';
import { fundedTags, labelOf } from './choices.ts';
import type { Company } from './company.ts';
import { dollarText, formatCount, formatDay, formatMonth, formatPercent, growthText } from './formats.ts';
import { moneyText, originOf, writtenText } from './money.ts';
import { fold, withoutPlaceholder } from './text.ts';

/**
 * Fields without a place of their own (`companyFields`, `label`): each is a column of the grid, hidden at first, a
 * column of exports, and a fact on the company's page, its pane and in reports.
 */
export interface GeneralField extends PlainField {
  readonly label: string;
}

export const generalFields: readonly GeneralField[] = generalFieldsOf(wireFields);

/** What stands before the name of an own column of imported files in its key, in exports and in the grid. */
export const ownPrefix = 'own:';

/**
 * A header or the name of a file as a value of a filter: on one line, and without the signs that mean something in a
 * list of values (commas, a minus in front); `''` where nothing is left.
 */
export function plainName(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\s*,\s*/g, ' / ')
    .replace(/^[\s-]+/, '')
    .slice(0, longestName)
    .trim();
}

const longestName = 100;

/** Those of them that page, pane and report show as facts of their own. */
export const factFields: readonly GeneralField[] = generalFields.filter(({ isTold }) => !isTold);

/** Those of some fields that have no place of their own. */
export function generalFieldsOf(fields: readonly PlainField[]): readonly GeneralField[] {
  return fields.flatMap((field) => (field.label === null ? [] : [{ ...field, label: field.label }]));
}

/** A field of a company for reading; `''` if nothing is known, or if a flag is not set. */
export function generalText({ wire, kind, measure, choices }: GeneralField, company: Company): string {
  const value = (company as Readonly<Record<string, unknown>>)[wire];
  if (measure === 'money') return writtenText(value as string);
  if (wire === 'last_round_amount' && value === null) return writtenText(company.last_round_amount_original);
  switch (kind) {
    case 'flag':
      return value === true ? 'Yes' : '';
    case 'number':
      return typeof value === 'number' ? numberText(value, measure) : '';
    case 'list':
      return listed(value as readonly string[], wire, company).join(', ');
    case 'day':
      return formatDay(value as string);
    case 'text':
      return choices === null ? withoutPlaceholder(value as string) : labelOf(choices, value as string);
    default:
      return assertNever(kind);
  }
}

/** What an earlier Winnow read as a former name may be what the company is called now. */
function listed(values: readonly string[], wire: string, { name }: Company): readonly string[] {
  return wire === 'former_names' ? values.filter((former) => fold(former) !== fold(name)) : values;
}

function numberText(value: number, measure: PlainField['measure']): string {
  if (measure === 'dollars') return dollarText(value);
  if (measure === 'share') return formatPercent(value);
  if (measure === 'growth') return growthText(value);
  return formatCount(value);
}

type RaisedBy = Pick<Company, 'funding_total' | 'funding_total_original'>;

/** What a company has raised, in short: in dollars, or else in its source's currency; `''` where that is unknown. */
export function raisedText({ funding_total: raised, funding_total_original: original }: RaisedBy): string {
  return raised === null ? writtenText(original) : dollarText(raised);
}

/** Both where one source gives dollars and another one an amount in its currency: `$5M, €8M`. */
function raisedInFull(company: RaisedBy): string {
  const { funding_total: total, funding_total_original: original } = company;
  const raised = total === null || total <= 0 ? null : total;
  const other = originOf({ raised, original }) === null ? writtenText(original) : '';
  return [raised === null ? '' : dollarText(raised), other].filter((part) => part !== '').join(', ');
}

/** The amounts that may be worked out from another currency, by their names. */
const convertible = {
  funding_total: 'funding_total_original',
  last_round_amount: 'last_round_amount_original',
} as const;

/** What dollars of a company were worked out from: `€2M at 1.08`; `''` where a source gives them. */
export function rateText(company: Company, field: string): string {
  if (field !== 'funding_total' && field !== 'last_round_amount') return '';
  const origin = originOf({ raised: company[field], original: company[convertible[field]] });
  return origin === null ? '' : `${moneyText(origin)} at ${String(origin.rate)}`;
}

/**
 * What is known of a company's funding in one line: `$25.5M raised · Series B, Oct 2015`; `''` where nothing is. Where
 * no day is known, how long ago the last funding was.
 */
export function fundingText(company: Company): string {
  const { last_round: round, funded_on: day, funded } = company;
  const amount = raisedInFull(company);
  const raised = amount === '' ? '' : `${amount} raised`;
  const when = formatMonth(day);
  const last = [withoutPlaceholder(round), when].filter((part) => part !== '').join(', ');
  const ago = funded === '' ? '' : labelOf(fundedTags, funded);
  return [raised, last === '' ? ago : last].filter((part) => part !== '').join(' · ');
}

/** Who has invested: the names, and how many more are counted; `''` where nothing is known. */
export function investorsText({ investors, investor_count: count }: Company): string {
  const more = (count ?? 0) - investors.length;
  if (investors.length === 0) return more > 0 ? formatCount(more) : '';
  return more > 0 ? `${investors.join(', ')} and ${formatCount(more)} more` : investors.join(', ');
}
