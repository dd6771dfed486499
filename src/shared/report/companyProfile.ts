import { fundedTags, labelOf, stages, type Choice } from '../domain/choices.ts';
import { businessModelText, linkOf, preferredDescription, type Company } from '../domain/company.ts';
import { domainOf } from '../domain/webAddress.ts';
import { isolated } from './escape.ts';

const stageChoices: readonly Choice[] = stages;
const fundedChoices: readonly Choice[] = fundedTags;

/** Longest description, in characters; a report is about the sector. */
const descriptionLength = 480;

/** What is known of the company that a report is applied to. */
export function companyProfile(company: Company): string {
  const { location, founded, size, score, industry } = company;
  const facts = [
    ['Industries', industry.slice(0, 8).join(', ')],
    ['Stage', company.stages.map((stage) => labelOf(stageChoices, stage)).join(', ')],
    ['Place', placeOf(company)],
    ['Region', location.country.name === '' ? '' : company.region],
    ['Founded', founded === null ? '' : String(founded)],
    ['Size', size.label],
    ['Business model', businessModelText(company.business_model)],
    ['Last funding', company.funded === '' ? '' : labelOf(fundedChoices, company.funded)],
    ['Score', score === null ? '' : score.toFixed(2)],
    ['Website', domainOf(linkOf(company, 'website'))],
  ] as const;
  const known = facts.filter(([, value]) => value !== '');
  const about = shortened(preferredDescription(company.description), descriptionLength);
  return [
    '<div class="profile">',
    about === '' ? '' : `<p>${isolated(about)}</p>`,
    `<dl>${known.map(([term, value]) => `<div><dt>${term}</dt><dd>${isolated(value)}</dd></div>`).join('')}</dl>`,
    '</div>',
  ].join('\n');
}

/** City and country, as far as they are known. */
export function placeOf({ location: { city, country } }: Pick<Company, 'location'>): string {
  return [city, country.name].filter((part) => part !== '').join(', ');
}

/** A text of at most so many characters, cut between words where there are any. */
export function shortened(text: string, most: number): string {
  const plain = text.replaceAll(/\s+/g, ' ').trim();
  const signs = Array.from(plain);
  if (signs.length <= most) return plain;
  const cut = signs.slice(0, most - 1).join('');
  const space = cut.lastIndexOf(' ');
  return `${(space > most / 2 ? cut.slice(0, space) : cut).replace(/[\s,;:.–-]+$/u, '')}…`;
}
