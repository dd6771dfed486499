import type { FundedTag, Highlight, HighlightGroup } from './choices.ts';

const strongTeam: readonly Highlight[] = [
  'phd_founder',
  'top_uni_founder',
  'serial_entrepreneur_founder',
  'strong_tech_education',
  'strong_software_dev_education',
];

const promising: readonly Highlight[] = ['top_match', 'positive_rated'];
const fundedLongAgo: readonly FundedTag[] = ['funded 12', 'funded 15'];

/**
 * What a preset highlight group means (docs/api.md): any of `anyHighlight` and, where `anyFunded` is not empty, any of
 * those funded tags.
 */
export const highlightGroupRules: Readonly<
  Record<HighlightGroup, { anyHighlight: readonly Highlight[]; anyFunded: readonly FundedTag[] }>
> = {
  'Strong team': { anyHighlight: strongTeam, anyFunded: [] },
  'Potentially fundraising': { anyHighlight: promising, anyFunded: fundedLongAgo },
};
