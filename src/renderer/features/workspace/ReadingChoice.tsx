import { NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ColumnMatch, ColumnReading } from '#shared/bridge/workspace.ts';
import classes from './Workspace.module.css';

/** The choices for each part of a column's values: the value, and its name on the screen. */
const choices = {
  order: [
    ['dayFirst', 'Day first'],
    ['monthFirst', 'Month first'],
  ],
  unit: [
    ['millions', 'Millions'],
    ['thousands', 'Thousands'],
    ['ones', 'As written'],
  ],
} as const;

/** Currencies that most lists are in; the others follow by their codes. */
const usual = ['USD', 'EUR', 'GBP', 'CHF', 'SEK', 'NOK', 'DKK', 'CAD', 'AUD', 'INR', 'CNY', 'JPY'];

function currencies(): readonly (readonly [string, string])[] {
  const names = new Intl.DisplayNames('en', { type: 'currency' });
  const others = Intl.supportedValuesOf('currency').filter((code) => !usual.includes(code));
  return [...usual, ...others].map((code) => [code, `${code}, ${names.of(code) ?? code}`] as const);
}

type Part = Pick<ColumnReading, 'order' | 'unit' | 'currency'>;

/**
 * How a column's values are read where its file does not say it: the choice, and the first cells with what each is then
 * read as. Nothing for a column that its file leaves nothing open of.
 */
export function ReadingChoice({
  column,
  isForeign,
  header,
  field,
  reading,
  onRead,
}: {
  /** The column as it is read with what was chosen. */
  readonly column: ColumnMatch;
  /** Its header says that it is in another currency than US dollars, and not in which. */
  readonly isForeign: boolean;
  readonly header: string;
  /** The field that it goes to. */
  readonly field: string;
  readonly reading: ColumnReading;
  /** Without any part it is to be kept as text. */
  readonly onRead: (reading: Part) => void;
}): ReactNode {
  const { open } = column;
  if (open === null || open === undefined) return null;
  const isAmount = field === 'fundingTotal' || field === 'lastRoundAmount';
  const { order, unit, currency } = reading;
  const hasUnit = open.parts.includes('unit');
  return (
    <span className={classes.readings}>
      {open.parts.includes('order') && (
        <Choice
          label={`How to read the dates of ${header}`}
          value={order ?? ''}
          none="Keep as text"
          options={choices.order}
          onChoose={(value) => onRead(value === '' ? {} : { order: value })}
        />
      )}
      {hasUnit && (
        <Choice
          label={`What the numbers of ${header} count in`}
          value={unit ?? (isAmount ? 'ones' : '')}
          // A column of a round without an amount still says who had it.
          none={field === 'stage' ? 'Not as amounts' : 'Keep as text'}
          options={choices.unit}
          onChoose={(value) => onRead(value === '' ? {} : { unit: value, currency })}
        />
      )}
      {open.parts.includes('currency') && (isAmount || !hasUnit) && (
        <Choice
          label={`The currency of ${header}`}
          value={currency ?? ''}
          none={isForeign ? 'Keep as text' : 'US dollars, as nothing else is said'}
          options={currencies()}
          onChoose={(value) => onRead(value === '' ? { unit } : { unit, currency: value })}
        />
      )}
      <span>{readsText(column)}</span>
    </span>
  );
}

function Choice<T extends string>({
  label,
  value,
  none,
  options,
  onChoose,
}: {
  readonly label: string;
  readonly value: T | '';
  /** Its name for no choice. */
  readonly none: string;
  readonly options: readonly (readonly [T, string])[];
  readonly onChoose: (value: T | '') => void;
}): ReactNode {
  return (
    <NativeSelect
      size="xs"
      aria-label={label}
      value={value}
      onChange={({ currentTarget }) => {
        onChoose(options.find(([option]) => option === currentTarget.value)?.[0] ?? '');
      }}
    >
      <option value="">{none}</option>
      {options.map(([option, text]) => (
        <option key={option} value={option}>
          {text}
        </option>
      ))}
    </NativeSelect>
  );
}

/** Cells that are shown with what they are read as. */
const readsShown = 3;

/** `03/04/2023 → 3 Apr 2023 · 5 May → as text` */
function readsText({ samples, reads }: ColumnMatch): string {
  if (reads.every((read) => read === '')) return '';
  return samples
    .slice(0, readsShown)
    .map((sample, at) => `${sample} → ${reads[at] || 'kept as text'}`)
    .join(' · ');
}
