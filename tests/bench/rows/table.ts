import type { BenchRow } from '../benchRow.ts';
import { arrowKeyRow } from './arrowKey.ts';
import { busyScreenRow } from './busyScreen.ts';
import { changedImportRow } from './changedImport.ts';
import { decideKeyRow } from './decideKey.ts';
import { drainRow } from './drain.ts';
import { enqueueRow } from './enqueue.ts';
import { exportRow } from './export.ts';
import { exportMemoryRow } from './exportMemory.ts';
import { facetsRow } from './facets.ts';
import { fairnessRows } from './fairness.ts';
import { filtersRow } from './filters.ts';
import { firstResultRow } from './firstResult.ts';
import { growthRow } from './growth.ts';
import { loadRow } from './load.ts';
import { memoryRow } from './memory.ts';
import { memoryOfYearsRow } from './memoryOfYears.ts';
import { pdfRow } from './pdf.ts';
import { readingsRow } from './readings.ts';
import { refreshRow } from './refresh.ts';
import { searchToRowsRow } from './searchToRows.ts';
import { startRow } from './start.ts';
import { teamRows } from './team.ts';
import { textRow } from './text.ts';
import { textFiltersRow } from './textFilters.ts';

/** Every row, in running order: T15 and T17, which restart PostgreSQL, come after the others that use it. */
export const benchRows: readonly BenchRow[] = [
  filtersRow,
  textRow,
  textFiltersRow,
  facetsRow,
  growthRow,
  ...fairnessRows,
  loadRow,
  memoryOfYearsRow,
  changedImportRow,
  refreshRow,
  decideKeyRow,
  arrowKeyRow,
  enqueueRow,
  drainRow,
  exportRow,
  exportMemoryRow,
  pdfRow,
  startRow,
  firstResultRow,
  searchToRowsRow,
  memoryRow,
  busyScreenRow,
  readingsRow,
  ...teamRows,
];
