import type { Stage } from '#shared/domain/choices.ts';
import { parseStage } from '#shared/domain/stage.ts';
import { fold } from '#shared/domain/text.ts';

/** Words of other languages, folded as the types are. */
function words(names: string): RegExp {
  return new RegExp(fold(names), 'u');
}

const preSeed = words(
  String.raw`\bpre ?seed\b|\bfriends (?:and )?family\b|\bvorseed\b|\bpre ?(?:amorcage|semilla|semente|zalążkowa)\b|プレシード|프리 ?시드|предпосев|пре ?сид|(?:פרי|פרה) סיד|קדם סיד|قبل البذرة`,
);
const seed = words(
  String.raw`\bseed\b|\bamorcage\b|\bsemilla\b|\bsemente\b|\btohum\b|\bzalążkowa\b|种子|種子|シード|시드|посев|(?:^| )сид(?: |$)|סיד|بذر`,
);
const series = words(
  String.raw`(?:^| )(?:(?:series|serie|seria|round|runde|ronda|rodada|runda|tour|раунд|серия|סבב|جولة|سلسلة) |(?:シリーズ|시리즈) ?)([a-z])(?:\d|\b)|^([a-c]) (?:serisi|series|serie)\b`,
);

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
 * | Early Stage VC, Later Stage VC                 | –         | PitchBook's: say how old a company is, not which round;  |
 * |                                                |           | its second column of deal types names that               |
 */
export function stageOf(fundingType: string): Stage | undefined {
  const exact = parseStage(fundingType);
  if (exact !== undefined) return exact;
  const text = fold(fundingType)
    .replaceAll(/[^\p{L}\p{N}+]+/gu, ' ')
    .trim();
  if (/\bpost ipo\b|\bequity crowd/.test(text)) return undefined;
  if (preSeed.test(text)) return 'inv_stage_pre_seed';
  if (/\bpre ?(?:series )?a\b/.test(text)) return 'inv_stage_seed';
  const letter = series.exec(text) ?? /^([a-c])[1-3]?\+?(?: round)?$/.exec(text);
  if (letter !== null) return seriesStages[letter[1] ?? letter[2] ?? ''];
  const chinese = /^([a-c])[+1-3]?轮/.exec(text);
  if (chinese !== null) return seriesStages[chinese[1] ?? ''];
  if (/天使/.test(text)) return 'inv_stage_pre_seed';
  if (seed.test(text)) return 'inv_stage_seed';
  return /\bangel\b|\bangle\b/.test(text) ? 'inv_stage_pre_seed' : undefined;
}

const seriesStages: Readonly<Record<string, Stage>> = {
  a: 'inv_stage_series_a',
  b: 'inv_stage_series_b',
  c: 'inv_stage_series_c',
};
