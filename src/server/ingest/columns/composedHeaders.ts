import type { ImportFieldName } from '#shared/domain/importFields.ts';
import { remembered } from '../values/remembered.ts';
import { headerKey } from './headerKey.ts';
import { type HeaderPart, partsIn } from './headerParts.ts';
import { isUnitWord } from './headerSays.ts';

/**
 * The field of a header that is put together of usual words in ever other ways and languages (`most recent deal
 * type/stage`, `total_funding_till_date`, `Montant de la dernière levée`, `Počet zaměstnanců`), by its key
 * (`headerKey`); undefined for any other. Every word must be known: one that is not names something else (`last round
 * valuation`, `employee growth`).
 */
export function composedField(key: string): ImportFieldName | undefined {
  if (key.length > longestKey) return undefined;
  const named = key.split(' ').filter((word) => !isUnitWord(word));
  const words = partsIn(named.join(' '));
  if (words.length > mostWords || words.some((word) => word.size === 0)) return undefined;
  const isCounted = named.length < key.split(' ').length;
  if (words.length < 2 && !(isCounted && words.length > 0)) return undefined;
  if (isMadeOf(words, ['people'], countWords)) return isEstimateOfAll(key, words) ? undefined : 'employees';
  if (isFoundingDay(key, words)) return 'founded';
  if (isMadeOf(words, ['name'], ['name', 'company']) && has(words, 'company')) return 'name';
  return ofRound(words, isCounted) ?? (isOfTotal(words) ? 'fundingTotal' : undefined);
}

const longestKey = 80;
const mostWords = 7;

function has(words: readonly HeaderPart[], ...parts: readonly string[]): boolean {
  return words.some((word) => is(word, parts));
}

function is(word: HeaderPart, parts: readonly string[]): boolean {
  return parts.some((part) => word.has(part));
}

/** At least one word says one of `some`, and every word says one of `all`. */
function isMadeOf(words: readonly HeaderPart[], some: readonly string[], all: readonly string[]): boolean {
  return has(words, ...some) && words.every((word) => is(word, all));
}

/** `Creation Date` is the day of an entry; `date de création` is a company's. */
function isFoundingDay(key: string, words: readonly HeaderPart[]): boolean {
  if (key.startsWith('creation ') || !words.some(isDay)) return false;
  return isMadeOf(words, ['founding'], ['founding', 'day', 'at', 'company']);
}

const countWords = ['people', 'count', 'latest', 'all', 'amount', 'kind', 'company'];

/** Such a header is about all years of a company, not about today. */
function isEstimateOfAll(key: string, words: readonly HeaderPart[]): boolean {
  return has(words, 'all') && key.includes('estimate');
}

function isDay(word: HeaderPart): boolean {
  return is(word, ['day', 'at']);
}

/** What is said of the latest round, or of whichever one the file has: `Finanzierung Datum`, `Tipo de ronda`. */
function ofRound(words: readonly HeaderPart[], isCounted: boolean): ImportFieldName | undefined {
  const isLatest = has(words, 'latest');
  const usual = isLatest ? [...rounds, 'deal'] : rounds;
  // `Last raised at`
  const named = isLatest && !has(words, ...usual) ? ['raised'] : usual;
  const rest = words.filter((word) => !word.has('latest'));
  const first = rest.findIndex((word) => is(word, named));
  if (first === -1) return undefined;
  const others = rest.filter((word, at) => !is(word, named) && !(word.has('kind') && (at < first || word.size === 1)));
  const fields = new Set(others.map(saidBy));
  const [field] = fields;
  const isOne = has(words, 'round', 'rounds');
  // Alone it is what the cells say of it: `Jüngste Finanzierungsrunde`.
  if (isLatest && others.length === 0)
    return isCounted ? 'lastRoundAmount' : has(words, ...rounds) ? 'stage' : undefined;
  if (fields.size !== 1) return undefined;
  // `Betrag der Finanzierung` may be all of it.
  return isLatest || isOne || field === 'fundedOn' ? field : undefined;
}

const rounds = ['round', 'rounds', 'financing'];

/** What a word says of a round. */
function saidBy(word: HeaderPart): ImportFieldName | undefined {
  if (word.has('stage')) return 'stage';
  if (isDay(word)) return 'fundedOn';
  return word.has('amount') ? 'lastRoundAmount' : undefined;
}

/**
 * All of it: a word for a sum, or the time until now; an amount that was gathered is the total, too (`Valor
 * levantado`). `total capital` is what the owners paid in, `total equity` what they own: such words need the time.
 */
function isOfTotal(words: readonly HeaderPart[]): boolean {
  if (has(words, 'latest') || !has(words, 'all', 'until', 'raised')) return false;
  const isRaised = has(words, 'raised', 'financing') || (has(words, 'until') && has(words, 'money'));
  return isRaised && words.every((word) => is(word, totalWords));
}

const totalWords = ['all', 'until', 'raised', 'financing', 'money', 'amount', 'kind', 'company'];

/** Whether a key of JSON, with dots if it is nested, may name a list of a company's rounds. */
export function namesRounds(path: string): boolean {
  return path.length <= longestKey && ofRounds(path) !== '';
}

/** Such a key may name several of them, and not their sum. */
export function namesSeveralRounds(path: string): boolean {
  return path.length <= longestKey && ofRounds(path) === 'several';
}

/** This is asked for every record of a file. */
const ofRounds = remembered((path) => {
  const keys = path.split('.');
  const own = partsIn(headerKey(keys.at(-1) ?? ''));
  // `funding.history`
  const words = own.every((word) => word.has('list')) ? partsIn(headerKey(keys.slice(-2).join(' '))) : own;
  const isMade = isMadeOf(words, [...rounds, 'deal'], [...rounds, 'deal', 'money', 'list', 'all', 'company']);
  return !isMade ? '' : has(words, 'rounds', 'list') ? 'several' : 'one';
});
