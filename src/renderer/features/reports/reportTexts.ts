import type { SectorData } from '#shared/domain/sector.ts';

/** The title of a sector report, which is also how its file is called (SPEC 9). */
export function reportTitle({ sector }: Pick<SectorData, 'sector'>): string {
  return `Sector Report on ${sector}`;
}

/** Which companies a report counts, in words. */
export function statedQuery({ sector }: Pick<SectorData, 'sector'>): string {
  return `All companies of the sector ${sector}`;
}
