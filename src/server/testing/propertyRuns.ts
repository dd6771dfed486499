import process from 'node:process';

const factor = Number(process.env['WINNOW_PROPERTY_FACTOR'] ?? 1);
if (!Number.isInteger(factor) || factor < 1) throw new RangeError('WINNOW_PROPERTY_FACTOR is a whole number from 1.');

/**
 * How many cases a property test runs, or how long it may take: the usual value times WINNOW_PROPERTY_FACTOR, which the
 * longer runs of docs/quality.md set.
 */
export function longer(usual: number): number {
  return usual * factor;
}
