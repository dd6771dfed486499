import type { Stage } from '#shared/domain/choices.ts';
import { parseStage } from '#shared/domain/stage.ts';

/**
 * The stage a funding type stands for, or undefined.
 *
 * | Funding type                                   | Stage     | Because                                                  |
 * |------------------------------------------------|-----------|----------------------------------------------------------|
 * | Pre-Seed, Friends and Family                   | Pre-Seed  | the round before Seed                                    |
 * | Angel                                          | Pre-Seed  | private persons' money, before a fund's first round      |
 * | Seed, Seed Funding, Seed/Angel, Seed+          | Seed      | names it                                                 |
 * | Pre-Series A                                   | Seed      | still before Series A                                    |
 * | Series A, A1, A (Extension); B; C              | A; B; C   | name it                                                  |
 * | Series D and later, IPO, Post-IPO, PE          | –         | later than any stage SPEC 3 has                          |
 * | Grant, Debt, Convertible Note, Crowdfunding,   | –         | happen at any stage                                      |
 * | Series Unknown, Venture, Bridge, Secondary     |           |                                                          |
 */
export function stageOf(fundingType: string): Stage | undefined {
  const exact = parseStage(fundingType);
  if (exact !== undefined) return exact;
  const text = fundingType
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}+]+/gu, ' ')
    .trim();
  if (/\bpost ipo\b|\bequity crowd/.test(text)) return undefined;
  if (/\bpre ?seed\b|\bfriends (?:and )?family\b|\bvorseed\b|\bpre amorcage\b/.test(text)) return 'inv_stage_pre_seed';
  if (/\bpre ?(?:series )?a\b/.test(text)) return 'inv_stage_seed';
  const series =
    /\b(?:series|serie|round|runde|ronda|rodada) ([a-z])\d?\b/.exec(text) ?? /^([a-c])[1-3]?\+?(?: round)?$/.exec(text);
  if (series !== null) return seriesStages[series[1] ?? ''];
  const chinese = /^([a-c])[+1-3]?轮/.exec(text);
  if (chinese !== null) return seriesStages[chinese[1] ?? ''];
  if (/天使/.test(text)) return 'inv_stage_pre_seed';
  if (/种子|種子/.test(text)) return 'inv_stage_seed';
  if (/\bseed\b|\bamorcage\b|\bsemilla\b|\bsemente\b/.test(text)) return 'inv_stage_seed';
  return /\bangel\b|\bangle\b/.test(text) ? 'inv_stage_pre_seed' : undefined;
}

const seriesStages: Readonly<Record<string, Stage>> = {
  a: 'inv_stage_series_a',
  b: 'inv_stage_series_b',
  c: 'inv_stage_series_c',
};
