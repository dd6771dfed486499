import type { ReactNode } from 'react';
import { employeeSizes, fundedTags, labelOf, stages } from '#shared/domain/choices.ts';
import { placeText, type Company } from '#shared/domain/company.ts';
import { universityName } from '#shared/reference/universities.ts';
import { formatCount } from '../../ui/numbers.ts';
import classes from './CompanyDetails.module.css';
import { discoveredText } from './texts.ts';

/** What is known about a company in short, as a list of terms; what is not known is left out. */
export function Facts({ company }: { readonly company: Company }): ReactNode {
  return (
    <dl className={classes.facts}>
      {factsOf(company).map(({ term, value }) => (
        <div key={term} className={classes.fact}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function factsOf(company: Company): { term: string; value: string }[] {
  const { size, sizeCategory, founded, cb_rank: rank, sem_score_percentile: percentile } = company;
  const facts = [
    { term: 'Stage', value: company.stages.map((stage) => labelOf(stages, stage)).join(', ') },
    { term: 'Funding', value: company.funded === '' ? '' : labelOf(fundedTags, company.funded) },
    { term: 'Location', value: placeText(company) },
    { term: 'Region', value: company.region },
    { term: 'Founded', value: founded === null ? '' : String(founded) },
    { term: 'Size', value: size.label === '' ? labelOf(employeeSizes, sizeCategory) : size.label },
    { term: 'Industries', value: company.industry.join(', ') },
    { term: 'Followers', value: company.followers },
    { term: 'Universities', value: company.allTopUnis.map((code) => universityName(code)).join(', ') },
    { term: 'Discovered', value: discoveredText(company) },
    { term: 'Rank', value: rank === null ? '' : formatCount(rank) },
    {
      term: 'Text match',
      value: percentile === null ? '' : `Top ${Math.max(1, Math.round((1 - percentile) * 100))} %`,
    },
  ];
  return facts.filter(({ value }) => value !== '');
}
