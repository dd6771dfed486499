import { pattern } from '#shared/domain/pattern.ts';
import { composedElsewhere } from './composedElsewhere.ts';
import type { ImportFieldName } from '#shared/domain/importFields.ts';

/**
 * The field of a header that is put together of usual words in ever other ways (`most recent deal type/stage`,
 * `total_funding_till_date`, `employees latest number`), by its key (`headerKey`); undefined for any other. What names
 * something else with the same words (`last round valuation`, `employee growth`) has a word that is not among them.
 */
export function composedField(key: string): ImportFieldName | undefined {
  if (key.length > longestKey) return undefined;
  const round = ofLatestRound(key);
  if (round !== undefined) return round;
  if (isOfTotal(key)) return 'fundingTotal';
  return ofEmployees(key) ? 'employees' : composedElsewhere(key);
}

const longestKey = 60;

/** `last`, and what says which kind of round. */
const latest =
  '(?:the )?(?:most recent|last|latest|recent|newest|current)' +
  '(?: (?:known|reported|disclosed|announced|closed|equity|vc|venture))*';
const rounds =
  '(?: (?:funding|financing|fundraising|fundraise|deal|round|raise|investment|transaction|capital raise|event))+' +
  '(?: of (?:funding|financing|investment))?';

/** What is said of a round, and the words for it. */
const said: readonly (readonly [ImportFieldName, string])[] = [
  ['stage', 'type|stage|series|name|kind|code|class|category|label'],
  ['fundedOn', 'date|day|month|year|time|on|at|closed|announced|when'],
  ['lastRoundAmount', 'amount|size|value|volume|sum|usd|in|raised|total'],
];

const forms = said.map(
  ([field, words]) =>
    [
      field,
      new RegExp(`^${latest}${rounds}(?: (?:${words}))+$`),
      new RegExp(`^(?:${words})(?: (?:raised|in|of|for|the))* ${latest}${rounds}$`),
    ] as const,
);

function ofLatestRound(key: string): ImportFieldName | undefined {
  if (mayBeEach.test(key)) {
    const of = ofEach.exec(key)?.[1] ?? '';
    if (of !== '') return said.find(([, words]) => new RegExp(`^(?:${words})s?$`).test(of))?.[0];
  }
  if (!/\b(?:recent|last|latest|newest|current)\b/.test(key)) return undefined;
  return forms.find(([, behind, before]) => behind.test(key) || before.test(key))?.[0];
}

/** `Each round amount`, `Funding round date`, `All rounds types`: what is said of each of a company's rounds. */
const ofEach = pattern('u')`
  ^(?:(?:each|every|per|all|the|individual|past)\x20)*
  (?:(?:funding|financing|fundraising|investment|equity|venture|vc)\x20rounds?|(?<=(?:each|every|per|all)\x20)rounds?)
  \x20(\p{L}+)$
`;
const mayBeEach = /\brounds? \p{L}+$/u;

/**
 * All of it: a word for a sum, or the time until now. `total capital` is what the owners paid in, `total equity` what
 * they own: such words need the time, too.
 */
function isOfTotal(key: string): boolean {
  const bare = key.replace(untilNow, '');
  const words = bare.split(' ');
  const isUntilNow = bare !== key;
  if (!isUntilNow && !words.some((word) => sums.has(word))) return false;
  const isRaised = words.some((word) => raised.has(word) || (isUntilNow && money.has(word)));
  return isRaised && words.every((word) => sums.has(word) || raised.has(word) || money.has(word) || besides.has(word));
}

const untilNow = pattern()`
  \x20(?:(?:up )?to date|till date|until date|as of date|so far|(?:till|until|up to) (?:now|today)
    |since (?:inception|founding|launch))$
`;
const sums = new Set('total cumulative aggregate overall lifetime combined'.split(' '));
const raised = new Set('funding fundings financing fundraising raised fundraised'.split(' '));
const money = new Set('funds capital money investment investments'.split(' '));
const besides = new Set(
  'amount of the equity vc venture disclosed known external company startup received secured usd in'.split(' '),
);

function ofEmployees(key: string): boolean {
  const words = key.split(' ');
  if (!words.some((word) => people.has(word)) || !words.every((word) => people.has(word) || countWords.has(word)))
    return false;
  // What a company had in all its years.
  return !(words.includes('total') && words.some((word) => word.startsWith('estimate')));
}

const people = new Set(['employee', 'employees', 'headcount', 'staff', 'workforce', 'personnel', 'fte', 'ftes']);

const countWords = new Set(
  (
    'latest current recent exact actual total number numbers num no nr count counts of the estimate estimated ' +
    'approx approximate full time now today worldwide global linkedin reported size figure numeric value est'
  ).split(' '),
);
