import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { filterSetSchema, defaultFilters, emptyFilters, isActive } from '#shared/domain/filters.ts';
import { chipsOf } from './FilterChips.tsx';
import { filterFieldNames, filterFields, isListField, type ListField } from '#shared/fields/filterFields.ts';
import { nextState, stateOf, withChoice, withoutFields, type ChoiceState } from './filterEdits.ts';

const choices = filterFieldNames.filter(isListField).flatMap((field) => {
  const { panel } = filterFields[field];
  if (typeof panel === 'string') return [];
  return panel.flatMap((list) => list.choices().map(({ value }) => ({ field, value })));
});
const edits = fc.array(
  fc.record({ choice: fc.constantFrom(...choices), state: fc.constantFrom<ChoiceState>('off', 'in', 'out') }),
);

/** The states that two clicks on an unchosen value lead to. */
function round(field: ListField): ChoiceState[] {
  const first = nextState(field, 'off');
  return [first, nextState(field, first)];
}

describe('editing filters', () => {
  it('goes through include and exclude where the specification has an exclude, else only through include', () => {
    expect(round('regions')).toEqual(['in', 'out']);
    expect(nextState('regions', 'out')).toBe('off');
    expect(round('businessModels')).toEqual(['in', 'off']);
  });

  it('says of each value what was chosen last, and stays a filter set that the API takes', () => {
    fc.assert(
      fc.property(edits, (all) => {
        let filters = emptyFilters();
        for (const { choice, state } of all) {
          const possible = state === 'out' && nextState(choice.field, 'in') === 'off' ? 'off' : state;
          filters = withChoice(filters, choice.field, choice.value, possible);
          expect(stateOf(filters, choice.field, choice.value)).toBe(possible);
        }
        expect(filterSetSchema.parse(filters)).toEqual(filters);
      }),
    );
  });

  it('empties fields, their excluded part too', () => {
    const filters = withChoice(defaultFilters(), 'stages', 'inv_stage_series_c', 'out');
    expect(isActive(withoutFields(filters, ['stages']))).toBe(false);
    expect(withoutFields(filters, ['stages']).exclude.stages).toEqual([]);
  });
});

describe('chips', () => {
  it('are one for each thing that restricts, and taking all away leaves nothing', () => {
    fc.assert(
      fc.property(edits, fc.constantFrom('', 'ab', 'fintech'), (all, text) => {
        let filters = emptyFilters();
        filters.include.textSearch = text;
        for (const { choice } of all) filters = withChoice(filters, choice.field, choice.value, 'in');
        for (let chips = chipsOf(filters); chips.length > 0; chips = chipsOf(filters)) {
          const [first] = chips;
          if (first === undefined) break;
          filters = first.without;
          expect(chipsOf(filters)).toHaveLength(chips.length - 1);
        }
        expect(isActive(filters)).toBe(false);
      }),
      { numRuns: 50 },
    );
  });

  it('put a searched phrase between one pair of quotation marks', () => {
    const filters = emptyFilters();
    filters.include.textSearch = '"night train"';
    expect(chipsOf(filters)).toMatchObject([{ label: '“night train”' }]);
  });

  it('name what is excluded', () => {
    const filters = withChoice(emptyFilters(), 'countries', 'FR', 'out');
    expect(chipsOf(filters)).toMatchObject([{ label: 'France', isExcluded: true }]);
  });
});
