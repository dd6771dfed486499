import { labelOf, stages, type Choice } from '#shared/domain/choices.ts';
import type { Company } from '#shared/domain/company.ts';
import { knownOf } from './overviewText.ts';
import type { SectorView } from './sectorView.ts';
import { countOf, medianYear } from './sectorCounts.ts';
import { counted, formatCount, formatScore, shareText } from '#shared/domain/formats.ts';
import { countryText as placeText, listText, paragraph } from '#shared/report/wording.ts';

/** The company's place among those of its sector, by what is known of it. */
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
  const number = counted(companies, 'company', 'companies');
  const others = companies - 1;
  const named = counted(others, 'other', 'others');
  if (why === 'own') {
    const like = others === 0 ? 'the only company to do so' : `as ${others === 1 ? 'does' : 'do'} ${named}`;
    if (company.industry.length === 1) return `${company.name} lists ${name} as its industry, ${like}.`;
    return (
      `Of the industries ${company.name} lists, ${name} is the most specific one to compare it in; ` +
      `${named} ${others === 1 ? 'lists' : 'list'} it too.`
    );
  }
  if (why === 'group') {
    return (
      `The industries ${company.name} lists have too few companies each, ` +
      `so it is compared with the ${number} in their group ${name}.`
    );
  }
  if (why === 'alike') {
    const lacks = company.industry.length === 0 ? 'no industry' : 'no industry with enough companies';
    return (
      `${company.name} lists ${lacks}. Its description is closest to ${name}, ` +
      `so it is compared with the ${number} there.`
    );
  }
  const { name: own } = company;
  return `Neither its industries nor its description place ${own} in a sector, so it is compared with all companies.`;
}

function scoreText(view: SectorView, { score }: Company): string {
  if (score === null) return '';
  const { scored, below } = view.counts;
  const others = scored - Number(isCounted(view));
  if (others < 1) return `Its score is ${formatScore(score)}; no other company here has one.`;
  if (below === others) return `Its score of ${formatScore(score)} is the highest here.`;
  if (below === 0) return `Its score is ${formatScore(score)}; no other company here has a lower one.`;
  const compared = counted(others, 'other', 'others');
  return (
    `Its score of ${formatScore(score)} is higher than that of ${shareText(below, others)} ` +
    `of the ${compared} with a score.`
  );
}

function ageText({ counts }: SectorView, { founded }: Company): string {
  const median = medianYear(counts);
  if (founded === null) return '';
  if (median === null) return `It was founded in ${founded}.`;
  if (founded === median) return `It was founded in ${founded}, the median year here.`;
  const years = counted(Math.abs(founded - median), 'year', 'years');
  return `It was founded in ${founded}, ${years} ${founded > median ? 'after' : 'before'} the median here (${median}).`;
}

function sizeText({ counts }: SectorView, { size, sizeCategory }: Company): string {
  const known = knownOf(counts, 'company_sizes');
  if (size.label === '' || sizeCategory === 'unknown' || known === 0) return '';
  const alike = shareText(countOf(counts, 'company_sizes', sizeCategory), known);
  const label = sizeCategory === 'more' ? 'more than 500' : sizeCategory.replace('-', ' to ');
  return `It has ${size.label.replace('More', 'more')}; ${alike} of companies with a known size have ${label}.`;
}

function stageText({ counts }: SectorView, { stages: own }: Company): string {
  const labels: readonly Choice[] = stages;
  const named = own.map((stage) => `${labelOf(labels, stage)} (${formatCount(countOf(counts, 'stages', stage))} here)`);
  if (named.length === 0) return '';
  return `Its ${named.length === 1 ? 'stage is' : 'stages are'} ${listText(named)}.`;
}

function countryText(view: SectorView, { location: { country } }: Company): string {
  if (country.code === '') return '';
  const place = placeText(country.name === '' ? country.code : country.name);
  const others = countOf(view.counts, 'country_codes', country.code) - Number(isCounted(view));
  if (others < 1) return `No other company here is from ${place}.`;
  return `Like ${counted(others, 'other', 'others')} here, it is from ${place}.`;
}

const fundingAges: Readonly<Record<string, string>> = {
  funded: 'less than 3 months ago',
  'funded 3': '3 to 6 months ago',
  'funded 6': '6 to 9 months ago',
  'funded 9': '9 to 12 months ago',
  'funded 12': '12 to 15 months ago',
  'funded 15': 'over 15 months ago',
};

function fundingText({ counts }: SectorView, { funded }: Company): string {
  const age = fundingAges[funded];
  if (age === undefined) return '';
  const alike = shareText(countOf(counts, 'funded_tags', funded), knownOf(counts, 'funded_tags'));
  return `It last raised money ${age}; so did ${alike} of companies with a known last round.`;
}
