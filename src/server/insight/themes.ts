import type { Company } from '#shared/domain/company.ts';
import { fold, withoutPlaceholder } from '#shared/domain/text.ts';

/**
 * English words that say nothing by themselves: no phrase begins or ends with one inside a clause, and sharing one does
 * not make two companies similar.
 */
export const stopWords = new Set(
  (
    'a about above after again all also am an and any are as at be because been before being below between both ' +
    'but by can could did do does doing down during each few first for from further had has have having he her ' +
    'here hers him his how i if in into is it its itself just largest main may me more most much must my no nor ' +
    'not now of off on once one only or other our out over own part same she should so some such than that the ' +
    'their them then there these they this those through to too two under until up us very was way we were what ' +
    'when where which while who whom why will with within without would you your two risk risks challenge ' +
    'challenges company companies depends rely relies'
  ).split(' '),
);

/** A phrase that several companies use in what they say is hard, and how many do. */
interface Theme {
  readonly phrase: string;
  readonly companies: number;
}

/** What companies of a sector say is hard: how many of those examined say anything, and what most of them share. */
export interface Themes {
  readonly asked: number;
  readonly answered: number;
  readonly themes: readonly Theme[];
}

const words = { least: 2, most: 14 } as const;
const maxThemes = 4;

/** Words that link a clause to the one before. */
const joining = new Set(['and', 'but', 'or', 'so', 'because', 'since', 'while', 'although', 'which', 'that', 'who']);

/** Words after which a statement begins: “the crux is …”, “mainly …”, “it remains that …”. */
const introducing = new Set(['is', 'are', 'was', 'mainly', 'mostly', 'chiefly', 'that', 'remains']);

/** Words that point back: a clause that begins or ends with one says nothing by itself. */
const pointingBack = new Set(['it', 'this', 'that', 'them', 'these', 'those', 'everything', 'he', 'she', 'they', 'so']);

/** The longest run of telling words that is a term, such as “customer acquisition cost”. */
const longestTerm = 3;

/** Stands for every figure, so that “6 weeks” and “8 weeks” are one phrase. */
const anyFigure = '#';

interface Candidate {
  /** As the first company wrote it; `…` for figures that differ between companies. */
  readonly texts: string[];
  readonly keys: readonly string[];
  readonly companies: Set<number>;
}

/**
 * The phrases of two to fourteen words that most companies share in their challenges and in the problem they solve:
 * whole statements, or terms. If one phrase contains another, the longer one is taken, as long as it loses few
 * companies. Names are not themes.
 */
export function themesOf(companies: readonly ThemeSource[]): Themes {
  const candidates = new Map<string, Candidate>();
  let answered = 0;
  companies.forEach((company, index) => {
    const texts = textsOf(company);
    if (texts.length > 0) answered += 1;
    const own = new Set(wordsIn(company.name).map(({ key }) => key));
    for (const text of texts) for (const clause of clausesOf(text)) addPhrases(candidates, clause, own, index);
  });
  return { asked: companies.length, answered, themes: chosen([...candidates.values()], answered) };
}

/** The part of a company that themes are read from. */
type ThemeSource = Pick<Company, 'name' | 'challenges_llm' | 'customer_problem'>;

function textsOf({
  challenges_llm: { question1, question2, question3 },
  customer_problem: problem,
}: ThemeSource): string[] {
  return [question1, question2, question3, problem].map(withoutPlaceholder).filter((text) => text !== '');
}

interface Word {
  readonly text: string;
  readonly key: string;
}

function clausesOf(text: string): Word[][] {
  return text.split(/[.,;:!?()\n"“”–—]+(?:\s|$)/u).map((clause) => {
    const found = wordsIn(clause);
    return joining.has(found[0]?.key ?? '') ? found.slice(1) : found;
  });
}

function wordsIn(text: string): Word[] {
  const found = text.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}'’%-]*/gu) ?? [];
  return found.map((word) => ({ text: word, key: /^\p{N}/u.test(word) ? anyFigure : fold(word) }));
}

function addPhrases(
  candidates: Map<string, Candidate>,
  clause: readonly Word[],
  own: Set<string>,
  index: number,
): void {
  if (pointingBack.has(clause[0]?.key ?? '') || pointingBack.has(clause.at(-1)?.key ?? '')) return;
  for (const phrase of phrasesOf(clause, own)) addCandidate(candidates, phrase, index);
}

/** The phrases of a clause that may be themes; none begins or ends with a name of its company. */
function* phrasesOf(clause: readonly Word[], own: ReadonlySet<string>): Generator<readonly Word[]> {
  for (let from = 0; from < clause.length; from++) {
    const first = clause[from]!.key;
    const begins = from === 0 || introducing.has(clause[from - 1]!.key);
    if ((!begins && stopWords.has(first)) || own.has(first)) continue;
    for (let to = from + words.least; to <= Math.min(clause.length, from + words.most); to++) {
      if (own.has(clause[to - 1]!.key)) break;
      const phrase = clause.slice(from, to);
      if (mayBeTheme(phrase, begins && to === clause.length)) yield phrase;
    }
  }
}

/** Whether a phrase is a meaningful statement or a term. */
function mayBeTheme(phrase: readonly Word[], isStatement: boolean): boolean {
  const telling = phrase.filter(({ key }) => !isEmptyWord(key)).length;
  if (telling < words.least) return false;
  return isStatement || (telling === phrase.length && telling <= longestTerm);
}

function addCandidate(candidates: Map<string, Candidate>, phrase: readonly Word[], index: number): void {
  const keys = phrase.map(({ key }) => key);
  const joined = keys.join(' ');
  const known = candidates.get(joined);
  if (known === undefined) {
    candidates.set(joined, { texts: textsIn(phrase), keys, companies: new Set([index]) });
    return;
  }
  known.companies.add(index);
  for (const [at, { key, text }] of phrase.entries()) {
    if (key === anyFigure && known.texts[at] !== text) known.texts[at] = '…';
  }
}

function isEmptyWord(key: string): boolean {
  return key === anyFigure || stopWords.has(key);
}

/** The words, with the first in lower case unless it is an abbreviation or a name with a capital inside. */
function textsIn(part: readonly Word[]): string[] {
  const [first, ...rest] = part.map(({ text }) => text);
  const begin = first !== undefined && /^\p{Lu}[\p{Ll}'’-]*$/u.test(first) ? first.toLowerCase() : (first ?? '');
  return [begin, ...rest];
}

function chosen(candidates: readonly Candidate[], answered: number): Theme[] {
  const least = Math.max(3, Math.ceil(answered / 50));
  const weight = ({ companies, keys }: Candidate): number => companies.size * (1 + Math.log2(keys.length));
  const frequent = candidates
    .filter(({ companies }) => companies.size >= least)
    .toSorted((a, b) => weight(b) - weight(a) || (a.keys.join(' ') < b.keys.join(' ') ? -1 : 1));
  const taken: Candidate[] = [];
  for (const candidate of frequent) {
    if (taken.length === maxThemes) break;
    if (!taken.some((other) => overlap(candidate, other))) taken.push(candidate);
  }
  return taken
    .toSorted((a, b) => b.companies.size - a.companies.size)
    .map(({ texts, companies }) => ({ phrase: texts.join(' '), companies: companies.size }));
}

/** Whether two phrases say the same: half of the shorter one's telling words are in the other. */
function overlap(a: Candidate, b: Candidate): boolean {
  const tellingOf = ({ keys }: Candidate): string[] => keys.filter((key) => !stopWords.has(key));
  const [shorter, longer] = a.keys.length < b.keys.length ? [a, b] : [b, a];
  const telling = tellingOf(shorter);
  const others = new Set(tellingOf(longer));
  return telling.filter((key) => others.has(key)).length * 2 >= telling.length;
}
