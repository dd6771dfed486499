import type { ColumnSample } from './content.ts';
import type { FieldName } from './fields.ts';

interface Match {
  field: FieldName | '';
  confidence: number;
}

/**
 * Settles which of several columns of one field goes first, by what they hold: exact numbers of employees before bands,
 * whatever they are called; names before addresses, as which knowledge bases give the thing itself.
 */
export function settleByContent(found: Match[], samples: readonly ColumnSample[]): void {
  const share = (index: number, form: RegExp): number => {
    const values = samples[index]?.values ?? [];
    return values.length === 0 ? 0 : values.filter((value) => form.test(value)).length / values.length;
  };
  const employees = indicesOf(found, 'employees');
  if (employees.some((index) => share(index, exact) > 0.9)) {
    for (const index of employees) {
      const match = found[index];
      if (match !== undefined && share(index, exact) < 0.5) match.confidence *= 0.85;
    }
  }
  const names = indicesOf(found, 'name');
  if (names.some((index) => share(index, /\p{L}/u) > 0.5 && share(index, address) < 0.1)) {
    for (const index of names) if (share(index, address) > 0.9) found[index] = { field: '', confidence: 0 };
  }
}

const exact = /^\d[\d.,\s]*$/;
const address = /^https?:\/\/\S+$/i;

function indicesOf(found: readonly Match[], field: FieldName): number[] {
  return found.flatMap((match, index) => (match.field === field ? [index] : []));
}
