import { labelOf, stages, type Choice } from '#shared/domain/choices.ts';
import type { Company } from '#shared/domain/company.ts';
import { knownOf } from './overviewText.ts';
import type { SectorView } from './sectorView.ts';
import { countOf, medianYear } from './sectorCounts.ts';
import {
  countryText as placeText,
  countText,
  listText,
  numberText,
  paragraph,
  shareText,
} from '#shared/report/wording.ts';

/** The company's place among those of its sector. */
export function companyText(view: SectorView, company: Company): string {
  const named = { ...company, name: company.name === '' ? 'This company' : company.name };
  return paragraph(
    choiceText(view, named),
    scoreText(view, named),
    ageText(view, named),
    sizeText(view, named),
    stageText(view, named),
    countryText(view, named),
    fundingText(view, named),
  );
}

/** Whether the company itself is among those counted. */
function isCounted({ sector: { why } }: SectorView): boolean {
  return why !== 'alike';
}

/** Why this sector. */
function choiceText({ sector: { why, name }, counts: { companies } }: SectorView, company: Company): string {
  const number = countText(companies, 'company', 'companies');
  const others = companies - 1;
  const named = countText(others, 'other', 'others');
  if (why === 'own') {
    const like = others === 0 ? 'as no other does' : `as ${others === 1 ? 'does' : 'do'} ${named}`;
    if (company.industry.length === 1) return `${company.name} names ${name} as its industry, ${like}.`;
    return (
      `Of the industries ${company.name} names, ${name} is the most specific one to compare it in: ` +
      `it is named by ${named}.`
    );
  }
  if (why === 'group') {
    return (
      `The industries ${company.name} names have too few companies each; ` +
      `it is compared with the ${number} of their group ${name}.`
    );
  }
  if (why === 'alike') {
    const lacks = company.industry.length === 0 ? 'no industry' : 'no industry that has enough companies';
    return (
      `${company.name} names ${lacks}; of the companies whose descriptions are most like its own, ` +
      `most that can be compared name ${name}, so it is held against the ${number} there.`
    );
  }
  const { name: own } = company;
  return `Neither the industries nor the description of ${own} place it, so it is compared with all companies.`;
}

function scoreText(view: SectorView, { score }: Company): string {
  if (score === null) return 'It has no score.';
  const { scored, below } = view.counts;
  const others = scored - Number(isCounted(view));
  if (others < 1) return `Its score is ${score.toFixed(2)}; no other company here has one.`;
  const compared = countText(others, 'other', 'others');
  return (
    `Its score of ${score.toFixed(2)} is higher than that of ${shareText(below, others)} ` +
    `of the ${compared} with a score.`
  );
}

function ageText({ counts }: SectorView, { founded }: Company): string {
  const median = medianYear(counts);
  if (founded === null) return 'Its founding year is not known.';
  if (median === null) return `It was founded in ${founded}.`;
  if (founded === median) return `It was founded in ${founded}, the median year here.`;
  const years = countText(Math.abs(founded - median), 'year', 'years');
  return `It was founded in ${founded}, ${years} ${founded > median ? 'after' : 'before'} the median here (${median}).`;
}

function sizeText({ counts }: SectorView, { size, sizeCategory }: Company): string {
  const known = knownOf(counts, 'company_sizes');
  if (size.label === '' || sizeCategory === 'unknown' || known === 0) return 'Its size is not known.';
  const alike = shareText(countOf(counts, 'company_sizes', sizeCategory), known);
  const label = sizeCategory === 'more' ? 'more than 500' : sizeCategory.replace('-', ' to ');
  return `It has ${size.label.replace('More', 'more')}; ${alike} of those whose size is known have ${label}.`;
}

function stageText({ counts }: SectorView, { stages: own }: Company): string {
  const labels: readonly Choice[] = stages;
  const named = own.map((stage) => `${labelOf(labels, stage)} (${numberText(countOf(counts, 'stages', stage))} here)`);
  if (named.length === 0) return 'Its stage is not known.';
  return `Its ${named.length === 1 ? 'stage is' : 'stages are'} ${listText(named)}.`;
}

function countryText(view: SectorView, { location: { country } }: Company): string {
  if (country.code === '') return 'Its country is not known.';
  const place = placeText(country.name === '' ? country.code : country.name);
  const others = countOf(view.counts, 'country_codes', country.code) - Number(isCounted(view));
  if (others < 1) return `No other company here is from ${place}.`;
  return `Like ${countText(others, 'other', 'others')} here, it is from ${place}.`;
}

const fundingAges: Readonly<Record<string, string>> = {
  funded: 'less than 3 months ago',
  'funded 3': '3 to 6 months ago',
  'funded 6': '6 to 9 months ago',
  'funded 9': '9 to 12 months ago',
  'funded 12': '12 to 15 months ago',
  'funded 15': '15 months ago or more',
};

function fundingText({ counts }: SectorView, { funded }: Company): string {
  const age = fundingAges[funded];
  if (age === undefined) return 'No funding round of it is known.';
  const alike = shareText(countOf(counts, 'funded_tags', funded), knownOf(counts, 'funded_tags'));
  return `It last raised money ${age}; so did ${alike} of those whose last round is known.`;
}
