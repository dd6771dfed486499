import type { ReactNode } from 'react';
import type { FilterSet } from '#shared/domain/filters.ts';
import { anySource } from '#shared/domain/knownSource.ts';
import { useKnownSources } from '../../data/known.ts';
import { Choices } from './Choices.tsx';
import { stateOf, valuesOf, withChoice, type ChoiceState } from './filterEdits.ts';
import { typeGroup } from '../../keyboard/typeAhead.ts';
import classes from './FilterPanel.module.css';

/** More sources than these can be searched. */
const fewNames = 12;

/** What a list does with known companies. */
const ways: readonly { readonly state: ChoiceState; readonly label: string }[] = [
  { state: 'off', label: 'Mark' },
  { state: 'in', label: 'Only' },
  { state: 'out', label: 'Leave out' },
];

/** Companies that the user knows from a CRM or a portfolio: marked as everywhere, only these, or none of them. */
export function Known({
  filters,
  onChange,
}: {
  readonly filters: FilterSet;
  readonly onChange: (filters: FilterSet) => void;
}): ReactNode {
  const sources = useKnownSources() ?? [];
  const chosen = [...valuesOf(filters, 'include', 'known'), ...valuesOf(filters, 'exclude', 'known')];
  const names = [...new Set([...sources.map(({ name }) => name), ...chosen])].filter((name) => name !== anySource);
  const choices = names.map((value) => ({ value, label: value }));
  const state = stateOf(filters, 'known', anySource);
  return (
    <>
      <fieldset className={classes.segments} aria-label="Known companies" {...typeGroup}>
        {ways.map((way) => (
          <button
            key={way.label}
            type="button"
            className={classes.segment}
            aria-pressed={state === way.state}
            onClick={() => onChange(withChoice(filters, 'known', anySource, way.state))}
          >
            {way.label}
          </button>
        ))}
      </fieldset>
      {names.length > 1 && (
        <Choices
          field="known"
          list={{
            title: 'Known from',
            choices: () => choices,
            layout: 'rows',
            ...(names.length > fewNames ? { search: 'Find a source' } : {}),
          }}
          filters={filters}
          counts={undefined}
          onChange={onChange}
        />
      )}
    </>
  );
}
