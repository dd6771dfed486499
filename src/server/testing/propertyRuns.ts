import process from 'node:process';

const factor = Number(process.env['WINNOW_PROPERTY_FACTOR'] ?? 1);
if (!Number.isInteger(factor) || factor < 1) throw new RangeError('WINNOW_PROPERTY_FACTOR is a whole number from 1.');

/**
 * How many cases a property test makes, or how long they may take: what is usual, times WINNOW_PROPERTY_FACTOR. The
 * longer runs of docs/quality.md are made with it.
 */
export function longer(usual: number): number {
  return usual * factor;
}
