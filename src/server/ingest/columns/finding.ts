import type { FieldName } from './fields.ts';

/** What a column seems to be, `''` for nothing that is imported, and how certainly (0 to 1). */
export interface ColumnFinding {
  field: FieldName | '';
  confidence: number;
  /** What the file leaves open of its values; absent for nothing. */
  asks?: string;
}
