import { wireFields, type PlainField } from '../fields/companyFields.ts';
import { assertNever } from '../errors.ts';
import type { Company } from './company.ts';
import { withoutPlaceholder } from './text.ts';

/**
 * Fields without a place of their own (`companyFields`, `label`): each is a column of the grid, hidden at first, a
 * column of exports, and a fact on the company's page, its pane and in reports.
 */
export interface GeneralField extends PlainField {
  readonly label: string;
}

export const generalFields: readonly GeneralField[] = generalFieldsOf(wireFields);

/** Those of some fields that have no place of their own. */
export function generalFieldsOf(fields: readonly PlainField[]): readonly GeneralField[] {
  return fields.flatMap((field) => (field.label === null ? [] : [{ ...field, label: field.label }]));
}

// Created on first use: it takes 10 ms, which no start should wait for.
let grouped: Intl.NumberFormat | undefined;
let calendarDay: Intl.DateTimeFormat | undefined;

/** A field of a company for reading; `''` if nothing is known, or if a flag is not set. */
export function generalText({ wire, kind, measure }: GeneralField, company: Company): string {
  const value = (company as Readonly<Record<string, unknown>>)[wire];
  switch (kind) {
    case 'flag':
      return value === true ? 'Yes' : '';
    case 'number':
      return typeof value === 'number' ? numberText(value, measure) : '';
    case 'list':
      return (value as readonly string[]).join(', ');
    case 'day':
      return dayText(value as string);
    case 'text':
      return withoutPlaceholder(value as string);
    default:
      return assertNever(kind);
  }
}

function numberText(value: number, measure: PlainField['measure']): string {
  if (measure === 'share') return `${Math.round(value * 100)} %`;
  grouped ??= new Intl.NumberFormat('en');
  return grouped.format(value);
}

function dayText(day: string): string {
  if (day === '') return '';
  calendarDay ??= new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  });
  return calendarDay.format(new Date(day));
}
