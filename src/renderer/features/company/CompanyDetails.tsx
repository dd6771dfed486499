import { SegmentedControl } from '@mantine/core';
import { IconBrandLinkedin } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { employeeSizes, highlights, labelOf, stages } from '#shared/domain/choices.ts';
import {
  businessModelText,
  preferredDescription,
  type Company,
  shownHighlights,
  placeText,
} from '#shared/domain/company.ts';
import { personOf } from '#shared/domain/person.ts';
import { formatMonday, formatWeek } from '#shared/domain/digestWeek.ts';
import { factFields, fundingText, generalText, investorsText } from '#shared/domain/generalFields.ts';
import type { SeenValue } from '#shared/domain/history.ts';
import { withoutPlaceholder } from '#shared/domain/text.ts';
import { universityName } from '#shared/reference/universities.ts';
import { formatCount, formatDay, formatPercent } from '#shared/domain/formats.ts';
import { useApiQuery } from '../../data/useApi.ts';
import { useCommands } from '../../keyboard/CommandProvider.tsx';
import { KeyTip } from '../../keyboard/Keys.tsx';
import { CompanyLogo } from '../../ui/CompanyLogo.tsx';
import { LoadingFace } from '../../ui/Faces.tsx';
import { CompanyMarks } from '../../ui/CompanyMarks.tsx';
import { KnownChips } from '../../ui/KnownChips.tsx';
import { ExternalLink, Links, openableUrl } from './Links.tsx';
import { FromFiles, PinnedColumns } from './FromFiles.tsx';
import { factNote, History, rateNote, sourcesText, useHistory } from './History.tsx';
import { Marked } from './Marked.tsx';
import { Score } from './Score.tsx';
import classes from './CompanyDetails.module.css';

const nothing: readonly string[] = [];

/**
 * Everything about one company (product 3): the reading pane, the company page and the window of its own show it.
 * `found` is what to mark in the texts (`foundPattern`); `actions` stand beside the name, `before` under it, `after` at
 * the end. Give it a `key` of the company's id where the company changes in place.
 */
export function CompanyDetails({
  company,
  found = nothing,
  layout = 'pane',
  actions,
  before,
  after,
}: {
  readonly company: Company;
  readonly found?: readonly string[];
  /** `page` uses two columns where there is room. */
  readonly layout?: 'pane' | 'page';
  readonly actions?: ReactNode;
  readonly before?: ReactNode;
  readonly after?: ReactNode;
}): ReactNode {
  const Heading = layout === 'page' ? 'h1' : 'h2';
  const Title = layout === 'page' ? 'h2' : 'h3';
  const { values: history, other_domains: otherDomains } = useHistory(company);
  return (
    <article className={classes.details} data-layout={layout} aria-label={company.name}>
      <header className={classes.head}>
        <CompanyLogo name={company.name} logo={company.logo} size={layout === 'page' ? 48 : 36} />
        <div className={classes.who}>
          <div className={classes.named}>
            <Heading className={classes.name} dir="auto">
              <Marked text={company.name} found={found} />
            </Heading>
            <CompanyMarks company={company} />
            <KnownChips companyId={company.id} />
          </div>
          <p className={classes.place}>{factLine(company)}</p>
        </div>
        {company.score !== null && <Score companyId={company.id} score={company.score} />}
        {actions}
      </header>
      {before}
      <div className={classes.columns}>
        <div className={classes.main}>
          <Links company={company} />
          <Description company={company} found={found} />
          <Highlights tags={company.tags} />
          {businessTexts(company).map(({ title, text }) => (
            <TextSection key={title} title={title} heading={Title}>
              <Marked text={text} found={found} />
            </TextSection>
          ))}
          <Challenges company={company} found={found} heading={Title} />
        </div>
        <div className={classes.side}>
          <section aria-label="Facts">
            <Title className={classes.title}>Facts</Title>
            <Facts company={company} history={history} otherDomains={otherDomains} />
          </section>
          <History history={history} heading={Title} />
          <section aria-label="Founders">
            <Title className={classes.title}>Founders</Title>
            <Founders companyId={company.id} counted={company.founder_count} />
          </section>
          {after}
          <FromFiles company={company} heading={Title} />
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
  found,
  heading: Heading,
}: {
  readonly company: Company;
  readonly found: readonly string[];
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
              <Marked text={answer} found={found} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** The preferred description, with the others one key away (product 12.5). */
function Description({ company, found }: { readonly company: Company; readonly found: readonly string[] }): ReactNode {
  const variants = descriptionVariants(company.description);
  const [chosen, setChosen] = useState('');
  const index = Math.max(
    0,
    variants.findIndex(({ kind }) => kind === chosen),
  );
  const shown = variants[index];
  useCommands(
    { 'company.text': () => setChosen(variants[(index + 1) % variants.length]?.kind ?? '') },
    { enabled: variants.length > 1, layer: 'pane' },
  );
  if (shown === undefined) return <p className={classes.missing}>No description.</p>;
  return (
    <div>
      {variants.length > 1 && (
        <KeyTip id="company.text">
          <SegmentedControl
            size="xs"
            className={classes.variants ?? ''}
            aria-label="Description text"
            value={shown.kind}
            onChange={setChosen}
            data={variants.map(({ kind, label }) => ({ value: kind, label }))}
          />
        </KeyTip>
      )}
      <p className={classes.description}>
        <Marked text={shown.text} found={found} />
      </p>
      {company.isTranslated && <p className={classes.note}>Translated</p>}
    </div>
  );
}

/** What is known about a company in short, as a list of terms; what is not known is left out. */
function Facts({
  company,
  history,
  otherDomains,
}: {
  readonly company: Company;
  readonly history: readonly SeenValue[];
  readonly otherDomains: readonly string[];
}): ReactNode {
  const sources = sourcesText(history);
  return (
    <>
      <dl className={classes.facts}>
        {factsOf(company).map(({ term, value, of }) => {
          const note = rateNote(company, history, of) || factNote(history, of);
          return (
            <div key={term} className={classes.fact}>
              <dt>{term}</dt>
              <dd>
                {value}
                {note !== '' && <span className={classes.factNote}>{note}</span>}
              </dd>
            </div>
          );
        })}
        {otherDomains.length > 0 && (
          <div className={classes.fact}>
            <dt>Other websites</dt>
            <dd>{otherDomains.join(', ')}</dd>
          </div>
        )}
        <PinnedColumns company={company} />
      </dl>
      {sources !== '' && <p className={classes.note}>{sources}</p>}
    </>
  );
}

/** What one looks for first, in one line: `Kiel, Germany · Founded 2021 · 11-50 employees · Seed · $2.5M raised`. */
export function factLine(company: Company): string {
  const { size, sizeCategory, founded, stages: has } = company;
  const [newest] = has;
  const stage = newest === undefined ? '' : labelOf(stages, newest);
  const funding = fundingText(company).split(' · ')[0] ?? '';
  const parts = [
    placeText(company),
    founded === null ? '' : `Founded ${founded}`,
    size.label === '' && sizeCategory !== 'unknown' ? labelOf(employeeSizes, sizeCategory) : size.label,
    // The last round usually is the stage, with its day.
    funding === stage || funding.startsWith(`${stage}, `) ? '' : stage,
    funding,
  ].filter((part) => part !== '');
  return parts.length === 0 ? 'No facts known' : parts.join(' · ');
}

/** The facts about a company; `of` are the fields of its history that one comes from. */
export function factsOf(company: Company): { term: string; value: string; of: readonly string[] }[] {
  const { size, sizeCategory, founded, cb_rank: rank, sem_score_percentile: percentile } = company;
  const facts = [
    { term: 'Stage', value: company.stages.map((stage) => labelOf(stages, stage)).join(', '), of: ['stages'] },
    { term: 'Funding', value: fundingText(company), of: ['funding_total', 'funding_total_original', 'funded_on'] },
    { term: 'Investors', value: investorsText(company), of: [] },
    { term: 'Location', value: placeText(company), of: ['city', 'country_code'] },
    { term: 'Region', value: company.region, of: [] },
    { term: 'Founded', value: founded === null ? '' : String(founded), of: ['founded'] },
    {
      term: 'Size',
      value: size.label === '' ? labelOf(employeeSizes, sizeCategory) : size.label,
      of: ['employees', 'employee_band'],
    },
    { term: 'Industries', value: company.industry.join(', '), of: [] },
    { term: 'Followers', value: company.followers, of: ['followers'] },
    { term: 'Universities', value: company.allTopUnis.map((code) => universityName(code)).join(', '), of: [] },
    { term: 'Discovered', value: discoveredText(company), of: [] },
    { term: 'Crunchbase rank', value: rank === null ? '' : formatCount(rank), of: ['cb_rank'] },
    {
      term: 'Text relevance',
      value: percentile === null ? '' : `Top ${formatPercent(Math.max(0.01, 1 - percentile))}`,
      of: ['sem_score_percentile'],
    },
    ...factFields.map((field) => ({ term: field.label, value: generalText(field, company), of: [field.wire] })),
  ];
  return facts.filter(({ value }) => value !== '');
}

/** The founders of a company (product 7 `GET /api/people/`). */
function Founders({ companyId, counted }: { readonly companyId: number; readonly counted: number | null }): ReactNode {
  const query = useApiQuery('listPeople', { query: { company_id: companyId, page_size: 100 } });
  if (query.isPending) return <LoadingFace lines={2} label="Loading founders" />;
  if (query.isError) {
    return (
      <p className={classes.missing} role="alert">
        Couldn’t load the founders. {query.error.message}{' '}
        <button type="button" className={classes.inlineButton} onClick={() => void query.refetch()}>
          Retry
        </button>
      </p>
    );
  }
  const people = query.data.results.map((record) => personOf(record));
  if (people.length === 0) return <p className={classes.missing}>{unnamedFounders(counted)}</p>;
  return (
    <ul className={classes.people}>
      {people.map((person) => {
        const profile = openableUrl(person.linkedInUrl);
        return (
          <li key={`${person.name} ${person.title}`} className={classes.person}>
            <CompanyLogo name={person.name} logo={person.imageUrl} size={32} round />
            <span className={classes.personText}>
              <span>{person.name}</span>
              <span className={classes.personTitle}>{person.title}</span>
            </span>
            {profile !== null && (
              <ExternalLink url={profile} label={`${person.name} on LinkedIn`}>
                <IconBrandLinkedin size={16} stroke={1.6} aria-hidden />
              </ExternalLink>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** What is said of founders none of whom is named. */
function unnamedFounders(counted: number | null): string {
  if (counted === null || counted === 0) return 'No founders listed.';
  return counted === 1 ? 'One founder, name unknown.' : `${counted} founders, names unknown.`;
}

const groups = [
  { group: 'people', title: 'Team' },
  { group: 'company', title: 'Company' },
] as const;

/** The company's highlights as chips, in their two groups (product 3 `tags`). */
function Highlights({ tags }: { readonly tags: string }): ReactNode {
  const has = shownHighlights(tags);
  const known = new Set<string>(highlights.map(({ value }) => value));
  const others = has.filter((value) => !known.has(value));
  return groups.map(({ group, title }) => {
    const values = highlights
      .filter((item) => item.group === group && has.includes(item.value))
      .map(({ value }) => value);
    // A highlight that this version does not know is told as it came.
    const shown: string[] = group === 'company' ? [...values, ...others] : values;
    if (shown.length === 0) return null;
    return (
      <div key={group} className={classes.highlightGroup}>
        <span className={classes.highlightTitle}>{title}</span>
        <ul className={classes.chips} aria-label={`${title} highlights`}>
          {shown.map((value) => (
            <li key={value} className={classes.chip} data-group={group}>
              {labelOf(highlights, value)}
            </li>
          ))}
        </ul>
      </div>
    );
  });
}

/** One of the texts that describe a company. */
interface DescriptionVariant {
  readonly kind: 'llm' | 'long' | 'short';
  readonly label: string;
  readonly text: string;
}

const labels = { llm: 'Summary', long: 'Long', short: 'Short' } as const;

/**
 * The company's description texts, the preferred one first (product 3); those that are empty or the same are left out.
 */
export function descriptionVariants(description: Company['description']): DescriptionVariant[] {
  const preferred = preferredDescription(description);
  const all = (['llm', 'long', 'short'] as const)
    .map((kind) => ({ kind, label: labels[kind], text: withoutPlaceholder(description[kind]) }))
    .filter(({ text }) => text !== '');
  const unique = all.filter(({ text }, index) => all.findIndex((other) => other.text === text) === index);
  return unique.toSorted((a, b) => Number(b.text === preferred) - Number(a.text === preferred));
}

/**
 * The three challenge questions and their answers; those without an answer are left out (product 3 `challenges_llm`).
 */
function challengesOf({ challenges_llm: answers }: Company): { question: string; answer: string }[] {
  return [
    { question: 'What is hard to build?', answer: withoutPlaceholder(answers.question1) },
    { question: 'What is hard to sell?', answer: withoutPlaceholder(answers.question2) },
    { question: 'What could go wrong?', answer: withoutPlaceholder(answers.question3) },
  ].filter(({ answer }) => answer !== '');
}

/** The texts below the description, with their headings; empty ones are left out. */
function businessTexts(company: Company): { title: string; text: string }[] {
  return [
    { title: 'Customer problem', text: withoutPlaceholder(company.customer_problem) },
    { title: 'Target customer', text: withoutPlaceholder(company.target_customer) },
    { title: 'Business model', text: businessModelText(company.business_model) },
  ].filter(({ text }) => text !== '');
}

/** When a company was found: its day, and the digest week where that began on another one. */
export function discoveredText({ discovered, discovered_date: date }: Company): string {
  const day = formatDay(date);
  if (discovered === '') return day;
  if (day === '') return formatWeek(discovered);
  const monday = formatMonday(discovered);
  return day === monday ? day : `${day} (week of ${monday})`;
}
