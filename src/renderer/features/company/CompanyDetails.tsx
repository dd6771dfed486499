import type { ReactNode } from 'react';
import { placeText, type Company } from '#shared/domain/company.ts';
import { CompanyLogo } from '../../ui/CompanyLogo.tsx';
import { ScoreBar } from '../../ui/ScoreBar.tsx';
import classes from './CompanyDetails.module.css';
import { Description } from './Description.tsx';
import { Facts } from './Facts.tsx';
import { Founders } from './Founders.tsx';
import { Highlights } from './Highlights.tsx';
import { Links } from './Links.tsx';
import { Marked } from './Marked.tsx';
import { businessTexts, challengesOf } from './texts.ts';

const noTerms: readonly string[] = [];

/**
 * Everything about one company (SPEC 3): the reading pane, the company page and the window of its own show it.
 * `terms` are words to mark in the texts; `actions` stand beside the name, `before` under it, `after` at the end.
 * Give it a `key` of the company's id where the company changes in place.
 */
export function CompanyDetails({
  company,
  terms = noTerms,
  layout = 'pane',
  actions,
  before,
  after,
}: {
  readonly company: Company;
  readonly terms?: readonly string[];
  /** `page` uses two columns where there is room. */
  readonly layout?: 'pane' | 'page';
  readonly actions?: ReactNode;
  readonly before?: ReactNode;
  readonly after?: ReactNode;
}): ReactNode {
  const Heading = layout === 'page' ? 'h1' : 'h2';
  const Title = layout === 'page' ? 'h2' : 'h3';
  const place = placeText(company);
  return (
    <article className={classes.details} data-layout={layout} aria-label={company.name}>
      <header className={classes.head}>
        <CompanyLogo name={company.name} logo={company.logo} size={layout === 'page' ? 48 : 36} />
        <div className={classes.who}>
          <Heading className={classes.name} dir="auto">
            <Marked text={company.name} terms={terms} />
          </Heading>
          <p className={classes.place}>{place === '' ? 'Place unknown' : place}</p>
        </div>
        {company.score !== null && <ScoreBar score={company.score} />}
        {actions}
      </header>
      {before}
      <div className={classes.columns}>
        <div className={classes.main}>
          <Links company={company} />
          <Description company={company} terms={terms} />
          <Highlights tags={company.tags} />
          {businessTexts(company).map(({ title, text }) => (
            <TextSection key={title} title={title} heading={Title}>
              <Marked text={text} terms={terms} />
            </TextSection>
          ))}
          <Challenges company={company} terms={terms} heading={Title} />
        </div>
        <div className={classes.side}>
          <section aria-label="Facts">
            <Title className={classes.title}>Facts</Title>
            <Facts company={company} />
          </section>
          <section aria-label="Founders">
            <Title className={classes.title}>Founders</Title>
            <Founders companyId={company.id} />
          </section>
          {after}
        </div>
      </div>
    </article>
  );
}

function TextSection({
  title,
  heading: Heading,
  children,
}: {
  readonly title: string;
  readonly heading: 'h2' | 'h3';
  readonly children: ReactNode;
}): ReactNode {
  return (
    <section aria-label={title}>
      <Heading className={classes.title}>{title}</Heading>
      <p className={classes.text}>{children}</p>
    </section>
  );
}

function Challenges({
  company,
  terms,
  heading: Heading,
}: {
  readonly company: Company;
  readonly terms: readonly string[];
  readonly heading: 'h2' | 'h3';
}): ReactNode {
  const challenges = challengesOf(company);
  if (challenges.length === 0) return null;
  return (
    <section aria-label="Challenges">
      <Heading className={classes.title}>Challenges</Heading>
      <dl className={classes.challenges}>
        {challenges.map(({ question, answer }) => (
          <div key={question}>
            <dt>{question}</dt>
            <dd>
              <Marked text={answer} terms={terms} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
