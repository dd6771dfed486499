import { z } from 'zod';

const bucketSchema = z.object({ value: z.string(), label: z.string(), count: z.number().int().nonnegative() });
const buckets = z.array(bucketSchema);
export type SectorBucket = z.infer<typeof bucketSchema>;

/** The figures a sector overview is based on (issue `Similar companies and sector overview`). */
export const sectorFiguresSchema = z.object({
  companies: z.number().int().nonnegative(),
  byStage: buckets,
  byCountry: buckets,
  byFoundedYear: buckets,
  bySize: buckets,
  byIndustry: buckets,
});
export type SectorFigures = z.infer<typeof sectorFiguresSchema>;

/** The overview of a company's sector (product 7 `POST /api/company`), computed from the data in the store. */
export const sectorDataSchema = z.object({
  sector: z.string(),
  sector_description: z.string(),
  sector_overview: z.string(),
  trends_and_challenges: z.string(),
  sub_sectors: z.array(z.string()),
  applies_to_company: z.string(),
  figures: sectorFiguresSchema,
});
export type SectorData = z.infer<typeof sectorDataSchema>;
