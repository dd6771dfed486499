import { TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { ratesSchema, type ImportPreview, type Rates } from '#shared/bridge/workspace.ts';
import { counted } from '#shared/domain/formats.ts';
import classes from './Workspace.module.css';

/** The rates that the user types, by currency; undefined for nothing, null for what is no rate. */
type TypedRates = Readonly<Record<string, number | null | undefined>>;

/** The dollar rates of an import. */
export interface ChosenRates {
  readonly given: Rates | undefined;
  /** The same as a part of what an import is asked for. */
  readonly input: { readonly rates?: Rates };
  /** Whether something that is typed is no rate. */
  readonly isWrong: boolean;
  readonly set: (currency: string, rate: number | null | undefined) => void;
}

/** The rates for currencies of these files; `onChange` before each change. */
export function useRates(previews: readonly ImportPreview[], onChange: () => void): ChosenRates {
  const [typed, setTyped] = useState<TypedRates>({});
  const given = ratesOf(typed, currenciesOf(previews));
  return {
    given,
    input: given === undefined ? {} : { rates: given },
    isWrong: Object.values(typed).includes(null),
    set: (currency, rate) => {
      onChange();
      setTyped((all) => ({ ...all, [currency]: rate }));
    },
  };
}

/** How many amounts of files are in each other currency than US dollars. */
function currenciesOf(previews: readonly ImportPreview[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { currencies } of previews) {
    for (const [code, count] of Object.entries(currencies)) counts.set(code, (counts.get(code) ?? 0) + count);
  }
  return counts;
}

/** The rates that are typed for currencies that there are; undefined for none. */
export function ratesOf(typed: TypedRates, currencies: ReadonlyMap<string, number>): Rates | undefined {
  const rates = Object.entries(typed).flatMap(([code, rate]) =>
    typeof rate === 'number' && currencies.has(code) ? [[code, rate] as const] : [],
  );
  return rates.length === 0 ? undefined : Object.fromEntries(rates);
}

/**
 * A line for each other currency of the files: its amounts stay in it, unless the user says what one of it is in US
 * dollars.
 */
export function CurrencyRates({
  previews,
  onRate,
}: {
  readonly previews: readonly ImportPreview[];
  /** Undefined for no rate, null for what is none. */
  readonly onRate: (currency: string, rate: number | null | undefined) => void;
}): ReactNode {
  const currencies = currenciesOf(previews);
  if (currencies.size === 0) return null;
  return (
    <section className={classes.rates} aria-label="Dollar rates">
      {[...currencies].map(([code, count]) => (
        <RateLine key={code} code={code} count={count} onRate={(rate) => onRate(code, rate)} />
      ))}
      <p className={classes.hint}>
        Without a rate these amounts stay as they are, and no filter or order compares them with dollars.
      </p>
    </section>
  );
}

function RateLine({
  code,
  count,
  onRate,
}: {
  readonly code: string;
  readonly count: number;
  readonly onRate: (rate: number | null | undefined) => void;
}): ReactNode {
  const [typed, setTyped] = useState('');
  const isWrong = rateFrom(typed) === null;
  return (
    <p className={classes.rate}>
      <span>
        {counted(count, 'amount in the first rows is', 'amounts in the first rows are')} in {code}: a dollar rate
        (optional)
      </span>
      <span className={classes.day}>
        1 {code} =
        <TextInput
          className={classes.rateField ?? ''}
          size="xs"
          aria-label={`US dollars for 1 ${code}`}
          aria-invalid={isWrong}
          error={isWrong}
          inputMode="decimal"
          autoComplete="off"
          maxLength={20}
          value={typed}
          onChange={({ currentTarget: { value } }) => {
            setTyped(value);
            onRate(rateFrom(value));
          }}
        />
        USD
      </span>
    </p>
  );
}

/** What is typed as a rate, with a comma or a point: undefined for nothing, null for what is none. */
export function rateFrom(typed: string): number | null | undefined {
  const text = typed.trim();
  if (text === '') return undefined;
  if (!/^\d{1,9}(?:[.,]\d{1,9})?$/.test(text)) return null;
  const rate = Number(text.replace(',', '.'));
  return ratesSchema.safeParse({ EUR: rate }).success ? rate : null;
}
