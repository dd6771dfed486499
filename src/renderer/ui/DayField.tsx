import { TextInput, type TextInputProps } from '@mantine/core';
import { useState, type ChangeEvent, type FocusEvent, type ReactNode } from 'react';
import { dayFrom } from '#shared/domain/dayText.ts';
import { formatDay } from '#shared/domain/formats.ts';

/** How a day is written where it is typed, in every country. */
const dayForm = 'YYYY-MM-DD';

/** What a field of a day shows and does, and what is wrong with what was typed (`''` for nothing). */
interface DayText {
  readonly problem: string;
  readonly field: {
    readonly value: string;
    readonly placeholder: string;
    readonly autoComplete: string;
    readonly spellCheck: boolean;
    readonly maxLength: number;
    readonly 'aria-invalid': boolean;
    readonly onFocus: (event: FocusEvent<HTMLInputElement>) => void;
    readonly onChange: (event: ChangeEvent<HTMLInputElement>) => void;
    readonly onBlur: () => void;
  };
}

/** The days that a field takes; `''` for no bound. */
interface Bounds {
  readonly min?: string;
  readonly max?: string;
}

/**
 * A day that is typed as text, as `2025-11-03` or in words, and shown as `2025-11-03`: a browser's own field has the
 * order of its language, which may be another one than the reader's. `onDay` gets `''` for an empty field and null for
 * what is no day, or none that the field takes.
 */
export function useDayText(day: string, onDay: (day: string | null) => void, bounds: Bounds = {}): DayText {
  const [typed, setTyped] = useState<string | null>(null);
  const problem = problemOf(typed ?? day, bounds);
  return {
    problem,
    field: {
      value: typed ?? day,
      placeholder: dayForm,
      autoComplete: 'off',
      spellCheck: false,
      maxLength: 30,
      'aria-invalid': problem !== '',
      // What is typed takes the place of the day.
      onFocus: ({ currentTarget }) => currentTarget.select(),
      onChange: ({ currentTarget: { value } }) => {
        setTyped(value);
        if (value.trim() === '') onDay('');
        else onDay(problemOf(value, bounds) === '' ? dayFrom(value) : null);
      },
      // What is wrong stays to be mended.
      onBlur: () => {
        if (problem === '') setTyped(null);
      },
    },
  };
}

function problemOf(text: string, { min = '', max = '' }: Bounds): string {
  if (text.trim() === '') return '';
  const day = dayFrom(text);
  if (day === null) return `Write the day as ${dayForm}.`;
  if (min !== '' && day < min) return `Choose a day from ${formatDay(min)} on.`;
  return max !== '' && day > max ? `Choose a day up to ${formatDay(max)}.` : '';
}

/** A field for a day. */
export function DayField({
  day,
  onDay,
  min = '',
  max = '',
  hasFocus = false,
  ...others
}: {
  readonly day: string;
  /** Whether it takes the keyboard when it comes: what was pressed has asked for it. */
  readonly hasFocus?: boolean;
  readonly onDay: (day: string | null) => void;
} & Bounds &
  Pick<TextInputProps, 'label' | 'aria-label' | 'className'>): ReactNode {
  const { field, problem } = useDayText(day, onDay, { min, max });
  return (
    <TextInput
      {...others}
      {...field}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- what was pressed asks for a day
      autoFocus={hasFocus}
      size="xs"
      error={problem === '' ? null : problem}
    />
  );
}
