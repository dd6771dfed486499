import { namesIn, once, readTable } from '#node/resources.ts';
import { type Stage, parseStage } from '#shared/domain/choices.ts';
import { pattern } from '#shared/domain/pattern.ts';
import { fold } from '#shared/domain/text.ts';

/**
 * The stage a funding type stands for, or undefined.
 *
 * | Funding type                                 | Stage    | Because                                                 |
 * |----------------------------------------------|----------|---------------------------------------------------------|
 * | Pre-Seed, Friends and Family                 | Pre-Seed | the round before Seed                                   |
 * | Angel                                        | Pre-Seed | private persons' money, before a fund's first round     |
 * | Seed, Seed Funding, Seed/Angel, Seed+        | Seed     | names it                                                |
 * | Pre-Series A, Bridge to Series A             | Seed     | still before Series A                                   |
 * | Pre-Series B; Pre-C                          | A; B     | still before Series B, Series C                         |
 * | Series A, A1, A (Extension); B; C            | A; B; C  | name it                                                 |
 * | Series D and later, IPO, Post-IPO, PE        | –        | later than any stage product 3 has                      |
 * | Grant, Debt, Convertible Note, Crowdfunding, | –        | happen at any stage                                     |
 * | Series Unknown, Venture, Bridge, Secondary   |          |                                                         |
 * | Early Stage VC, Later Stage VC               | –        | PitchBook's: say how old a company is, not which round; |
 * |                                              |          | its second column of deal types names that              |
 */
export function stageOf(fundingType: string): Stage | undefined {
  const exact = parseStage(fundingType);
  if (exact !== undefined) return exact;
  const text = fold(fundingType)
    .replaceAll(/[^\p{L}\p{N}+]+/gu, ' ')
    .trim();
  if (/\bpost ipo\b|\bequity crowd/.test(text)) return undefined;
  const { preSeed, seed, series } = stages();
  if (preSeed.test(text)) return 'inv_stage_pre_seed';
  const next = beforeRound.exec(text);
  if (next !== null) return stagesBefore[next.slice(1).find((one) => one !== undefined) ?? ''];
  const letter = series.exec(text) ?? /^([a-c])[1-3]?\+?(?: round)?$/.exec(text);
  if (letter !== null) return seriesStages[letter.slice(1).find((one) => one !== undefined) ?? ''];
  const chinese = /^([a-c])[+1-3]?[轮輪]/.exec(text);
  if (chinese !== null) return seriesStages[chinese[1] ?? ''];
  if (/天使/.test(text)) return 'inv_stage_pre_seed';
  if (seed.test(text)) return 'inv_stage_seed';
  return /\bangel\b|\bangle\b/.test(text) ? 'inv_stage_pre_seed' : undefined;
}

/** What is not yet that round: `pre series b`, `bridge to series a`, `vor serie b`, `c轮前`. */
const beforeRound = pattern('u')`
  ^(?:.* )?(?:pre|pré|vor|before|prior to|ahead of|avant|antes de|antes da|previa a|prima di|voor|przed|перед|bridge
    (?: round| financing)? (?:to|into|before|a|para|vers|zu|zur|naar|verso)|puente (?:a|hacia|para)|pont vers
    |ponte (?:para|per|verso|a)|brucken?(?:finanzierung|runde)? (?:zu|zur|auf|vor)|overbrugging naar
    |(?:heading|moving|raising) (?:to|towards?)|(?:now |currently )?raising(?: its| our| a)?|towards?)
    \x20?(?:the |der |die |la |le |il |de |a |o )?
    (?:series |serie |serien |sarja |seria |серия |round |runde |ronda )?([a-h])\d?\+?(?:轮|輪| round| runde)?(?: |$)
  |^([a-h])[轮輪]前|^pre ?([a-h])\+?[轮輪]
  |^(?:${fold('プレ')}|${fold('프리')}|pre) ?(?:${fold('シリーズ')}|${fold('시리즈')}) ?([a-h])(?:\d?\+?)(?=\P{L}|$)
`;

/** The last stage that is over before each round. */
const stagesBefore: Readonly<Record<string, Stage>> = {
  a: 'inv_stage_seed',
  b: 'inv_stage_series_a',
  c: 'inv_stage_series_b',
  d: 'inv_stage_series_c',
};

/** Whether a text names a round or what comes after all rounds, also one without a stage: `Series E`, `Acquired`. */
export function isRound(text: string): boolean {
  if (text.length > longestRound) return false;
  if (stageOf(text) !== undefined) return true;
  const { series, other } = stages();
  const name = plain(text);
  return series.test(name) || other.test(name) || /^[d-h][1-3]?(?: round)?$|^[d-h][+1-3]?[轮輪]/.test(name);
}

const longestRound = 60;

/** The stage of the round that a text names and nothing else; null for a later round, undefined for any other text. */
export function stageOfName(text: string): Stage | null | undefined {
  const name = plain(text);
  if (!stages().whole.test(name) && !/^(?:angel|天使[轮輪]?|[a-h]\d?[轮輪])$/.test(name)) return undefined;
  return stageOf(name) ?? null;
}

const seriesStages: Readonly<Record<string, Stage>> = {
  a: 'inv_stage_series_a',
  b: 'inv_stage_series_b',
  c: 'inv_stage_series_c',
};

const stages = once(() => {
  const table = readTable('import/stages.tsv', ['stage', 'language', 'name', 'match']);
  namesIn(
    table,
    ({ name, match }) => `${plain(name)}${match === 'behind' ? ' behind' : ''}`,
    ({ stage }) => stage,
  );
  const found = new Map<string, string[]>();
  const whole: string[] = [];
  for (const row of table.rows) {
    const allowed = matches[row.stage];
    if (allowed === undefined) throw table.problem(row, `the stage must be one of ${Object.keys(matches).join(', ')}.`);
    const pattern = allowed.includes(row.match) ? patterns[row.match] : undefined;
    if (pattern === undefined) throw table.problem(row, `the match must be one of ${allowed.join(', ')}.`);
    found.set(row.stage, [...(found.get(row.stage) ?? []), pattern(plain(row.name))]);
    if (row.stage !== 'other') whole.push(wholeNames[row.match]?.(plain(row.name)) ?? plain(row.name));
  }
  const oneOf = (stage: string): RegExp => new RegExp((found.get(stage) ?? []).join('|'), 'u');
  return {
    preSeed: oneOf('pre_seed'),
    seed: oneOf('seed'),
    series: oneOf('series'),
    other: oneOf('other'),
    whole: new RegExp(`^(?:${whole.join('|')})$`, 'u'),
  };
});

/** How a name in `resources/import/stages.tsv` is searched for in a folded text. */
const patterns: Readonly<Record<string, (name: string) => string>> = {
  // Words of their own. `\b` does not work for letters other than Latin ones.
  words: (name) => (/^[a-z ]+$/.test(name) ? String.raw`\b${name}\b` : `(?:^| )${name}(?: |$)`),
  part: (name) => name,
  // Before the letter of a series, with a space or perhaps without; after it.
  before: (name) => String.raw`(?:^| )${name} ([a-z])(?:\d|\b)`,
  joined: (name) => String.raw`(?:^| )${name} ?([a-z])(?:\d|\b)`,
  behind: (name) => String.raw`^([a-c]) ${name}\b`,
};

/** The same for a text that is the name of a round and no more. */
const wholeNames: Readonly<Record<string, (name: string) => string>> = {
  before: (name) => String.raw`${name} [a-h]\d?`,
  joined: (name) => String.raw`${name} ?[a-h]\d?`,
  behind: (name) => `[a-h] ${name}`,
};

/** Which names may mean a stage by themselves, and which the letter of a series. */
const matches: Readonly<Record<string, readonly string[]>> = {
  pre_seed: ['words', 'part'],
  seed: ['words', 'part'],
  series: ['before', 'joined', 'behind'],
  other: ['words', 'part'],
};

/** A name in the form texts are compared in, so that nothing in it has a meaning in a pattern. */
function plain(name: string): string {
  return fold(name)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
