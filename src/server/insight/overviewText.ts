import { businessModels, employeeSizes, labelOf, stages } from '#shared/domain/choices.ts';
import { formatMonday, addWeeks } from '#shared/domain/digestWeek.ts';
import { countryByCode } from '#shared/reference/countries.ts';
import { groupsOfIndustry, industriesOfGroup } from '#shared/reference/industries.ts';
import { counted, formatCount, shareText } from '#shared/domain/formats.ts';
import { countryText as placeText, listText, paragraph, sentence, changeText } from '#shared/report/wording.ts';
import type { SectorField, SectorCounts } from '../index/port.ts';
import { countOf, valuesByCount, foundingYears, medianYear } from './sectorCounts.ts';
import type { SectorView } from './sectorView.ts';

/** What the sector is, and how many companies the overview is based on. */
export function descriptionText(view: SectorView): string {
  return paragraph(belongingText(view), restsOnText(view), companionsText(view));
}

function belongingText({ sector: { kind, name, said } }: SectorView): string {
  if (kind === 'list') return said;
  if (kind === 'all') return 'This overview covers all companies in the data.';
  if (kind === 'group') {
    return `${name} is an industry group of ${counted(industriesOfGroup(name).length, 'industry', 'industries')}.`;
  }
  const groups = groupsOfIndustry(name);
  if (groups.length === 0) return `${name} belongs to no industry group.`;
  const others = groups.filter((group) => group !== name);
  if (others.length === 0) return `${name} is an industry in the group of the same name.`;
  return `${name} is an industry in the ${others.length === 1 ? 'group' : 'groups'} ${listText(others)}.`;
}

function restsOnText({ sector: { kind }, week, counts, all }: SectorView): string {
  const inWeek = week === '' ? '' : `As of the week of ${formatMonday(week)}, `;
  if (all.companies === 0) return sentence(`${inWeek}there are no companies in the data yet.`);
  const whole = counted(all.companies, 'company', 'companies');
  if (kind === 'all') return sentence(`${inWeek}it covers ${whole}.`);
  if (counts.companies === 0) return sentence(`${inWeek}it contains none of the ${whole} in the data.`);
  if (counts.companies === all.companies) return sentence(`${inWeek}it contains ${allOf(whole, counts)} in the data.`);
  const share = shareText(counts.companies, all.companies);
  return sentence(`${inWeek}it contains ${formatCount(counts.companies)} of the ${whole} in the data (${share}).`);
}

/** `all 40 companies`, but `the only company`. */
function allOf(whole: string, { companies }: SectorView['counts']): string {
  return companies === 1 ? 'the only company' : `all ${whole}`;
}

function companionsText({ sector: { kind, name: own }, counts }: SectorView): string {
  const named = valuesByCount(counts, 'industries')
    // What only one of several lists is not common.
    .filter(([name, count]) => name !== own && (count > 1 || counts.companies === 1))
    .slice(0, 4)
    .map(([name, count]) => `${name} (${formatCount(count)})`);
  if (named.length === 0) return '';
  if (kind === 'industry') return `Its companies are most often also in ${listText(named)}.`;
  return `The most common ${named.length === 1 ? 'industry is' : 'industries are'} ${listText(named)}.`;
}

/** Stages, countries, sizes and business models, each compared with all companies where it differs. */
export function overviewText(view: SectorView): string {
  return paragraph(stageText(view), countryText(view), sizeText(view), modelText(view));
}

function stageText({ counts }: SectorView): string {
  const named = stages
    .map(({ value, label }) => ({ label, count: countOf(counts, 'stages', value) }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count)
    .map(({ label, count }) => `${label} (${formatCount(count)})`);
  if (named.length === 0) return '';
  if (named.length === 1) return `The only known stage is ${named[0] ?? ''}.`;
  return `The most common stages are ${listText(named.slice(0, 3))}.`;
}

function countryText({ sector: { kind }, counts, all }: SectorView): string {
  const top = valuesByCount(counts, 'country_codes');
  const known = sumOf(top);
  const [first, ...others] = top;
  if (first === undefined) return '';
  const [code, count] = first;
  const of = known === counts.companies ? '' : ' with a known country';
  if (count === known) {
    if (known === 1) return `The only company${of} is in ${nameOf(code)}.`;
    return `All ${of === '' ? '' : `${formatCount(known)} `}companies${of} are in ${nameOf(code)}.`;
  }
  const everywhere = shareText(countOf(all, 'country_codes', code), sumOf(valuesByCount(all, 'country_codes')));
  const against = kind === 'all' ? '' : `, compared with ${everywhere} of all companies`;
  const next = others.slice(0, 3).map(([other, number]) => `${nameOf(other)} (${formatCount(number)})`);
  const follow = `; next ${next.length === 1 ? 'is' : 'are'} ${listText(next)}`;
  return `${shareText(count, known)} of companies${of} are in ${nameOf(code)}${against}${follow}.`;
}

function nameOf(code: string): string {
  return placeText(countryByCode(code)?.name ?? code);
}

function sizeText({ counts }: SectorView): string {
  const known = valuesByCount(counts, 'company_sizes').filter(([value]) => value !== 'unknown');
  const [first] = known;
  if (first === undefined) return '';
  const total = sumOf(known);
  const label = labelOf(employeeSizes, first[0]).replace('More than', 'more than').replace('-', ' to ');
  const of = total === counts.companies ? '' : ' whose size is known';
  const have = first[1] === 1 ? 'has' : 'have';
  if (total === 1) return `The only company${of} has ${label} employees.`;
  if (first[1] === total) return `All ${formatCount(total)} companies${of} have ${label} employees.`;
  return (
    `Of the ${counted(total, 'company', 'companies')}${of}, ` +
    `${shareText(first[1], total)} ${have} ${label} employees.`
  );
}

function modelText({ sector: { kind }, counts, all }: SectorView): string {
  const ranked = businessModels
    .map((model) => ({ model, count: countOf(counts, 'business_model', model) }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count);
  if (ranked.length === 0) return '';
  const shares = ranked.slice(0, 3).map(({ model, count }) => `${model} (${shareText(count, counts.companies)})`);
  const most = ranked.length === 1 ? 'The only business model listed is' : 'The most common business models are';
  const marked = kind === 'all' ? '' : markedModel(ranked, counts.companies, all);
  return `${most} ${listText(shares)}${marked}.`;
}

/** The business model that is clearly more common here than elsewhere. */
function markedModel(
  ranked: readonly { model: string; count: number }[],
  companies: number,
  all: SectorView['all'],
): string {
  const found = ranked.find(({ model, count }) => {
    const elsewhere = countOf(all, 'business_model', model) / Math.max(1, all.companies);
    return count >= 5 && count / companies > elsewhere * 1.5;
  });
  if (found === undefined) return '';
  const elsewhere = shareText(countOf(all, 'business_model', found.model), all.companies);
  const here = shareText(found.count, companies);
  return `; ${found.model} stands out at ${here}, compared with ${elsewhere} of all companies`;
}

/** The sum of some counts. */
function sumOf(values: readonly (readonly [string, number])[]): number {
  return values.reduce((sum, [, count]) => sum + count, 0);
}

/** How many companies have a known value of a field that has one value each. */
export function knownOf(counts: SectorView['counts'], field: SectorField): number {
  return sumOf(valuesByCount(counts, field).filter(([value]) => value !== 'unknown'));
}

/** How many digests are compared with those a year before: single weeks have too few companies. */
const digests = 4;

const weeksInAYear = 52;

/** How founding, discovery and funding develop, and what the companies say is hard, as far as it is known. */
export function trendsText(view: SectorView): string {
  const texts = [foundingText(view), discoveryText(view), fundingText(view), challengesText(view)];
  return texts.filter((text) => text !== '').join('\n');
}

function foundingText({ counts, week }: SectorView): string {
  const years = foundingYears(counts);
  const median = medianYear(counts);
  if (median === null) return '';
  // The current year is not over, so it belongs to neither period of three years.
  const last = Number(week.slice(0, 4)) - 1;
  const between = (from: number, to: number): number =>
    years.reduce((sum, { year, count }) => sum + (year >= from && year <= to ? count : 0), 0);
  const [now, before] = [between(last - 2, last), between(last - 5, last - 3)];
  const known = years.reduce((sum, { count }) => sum + count, 0);
  const of = known === counts.companies ? '' : ' with a known founding year';
  const [oldest, newest] = [years[0]?.year ?? median, years.at(-1)?.year ?? median];
  if (known === 1) return `The only company${of} was founded in ${newest}.`;
  if (oldest === newest) return `All companies${of} were founded in ${newest}.`;
  // By the newest year all were founded, so that is no half.
  const half =
    median === newest
      ? `Most of the companies${of} were founded in ${newest}, the oldest in ${oldest}`
      : `Half of the companies${of} were founded in ${median} or before`;
  if (before + now === 0) return newest === median ? `${half}.` : `${half}, the newest in ${newest}.`;
  const founders = now === 0 ? 'None was' : `${counted(now, 'company', 'companies')} ${now === 1 ? 'was' : 'were'}`;
  const earlier = before < 10 ? '' : ` (${formatCount(before)})`;
  return (
    `${half}. ${founders} founded from ${last - 2} to ${last}, ` +
    `${changeText(now, before)} the three years before${earlier}.`
  );
}

function discoveryText({ counts, all, week, sector: { kind } }: SectorView): string {
  const first = addWeeks(week, 1 - digests);
  const now = discovered(counts, week);
  const before = discovered(counts, addWeeks(week, -weeksInAYear));
  const added = `${counted(now, 'company', 'companies')} ${now === 1 ? 'was' : 'were'} added`;
  const recent = `${added} in the weeks of ${formatMonday(first)} to ${formatMonday(week)}`;
  const allNow = discovered(all, week);
  const allBefore = discovered(all, addWeeks(week, -weeksInAYear));
  // Without weeks of the year before, as after a first import, how many have come says nothing.
  if (allBefore === 0) return '';
  const earlier = before < 10 ? '' : ` (${formatCount(before)})`;
  const overall =
    kind === 'all'
      ? ''
      : `; across all sectors, ${formatCount(allNow)} were added, ${changeText(allNow, allBefore)} those weeks`;
  return `${recent}, ${changeText(now, before)} the same weeks a year earlier${earlier}${overall}.`;
}

/** Companies of the digests that end with `week`. */
function discovered(counts: SectorCounts, week: string): number {
  let sum = 0;
  for (let back = 0; back < digests; back++) sum += countOf(counts, 'digest_week', addWeeks(week, -back));
  return sum;
}

/** How long ago a round was, from the newest: the tags that say so, and the words for them. */
const ages = [
  { tags: ['funded', 'funded 3'], ago: 'in the last six months' },
  { tags: ['funded 6', 'funded 9'], ago: '6 to 12 months ago' },
  { tags: ['funded 12'], ago: '12 to 15 months ago' },
  { tags: ['funded 15'], ago: 'more than 15 months ago' },
] as const;

function fundingText({ counts }: SectorView): string {
  const known = knownOf(counts, 'funded_tags');
  const rounds = ages
    .map(({ tags, ago }) => ({ ago, count: tags.reduce((sum, tag) => sum + countOf(counts, 'funded_tags', tag), 0) }))
    .filter(({ count }) => count > 0);
  const [newest, ...others] = rounds;
  if (newest === undefined) return '';
  const whose = 'whose last funding round is known';
  if (known === 1) return `The only company ${whose} raised it ${newest.ago}.`;
  if (others.length === 0) return `All ${formatCount(known)} companies ${whose} raised it ${newest.ago}.`;
  const first = `${shareText(newest.count, known)} raised it ${newest.ago}`;
  const shares = [first, ...others.map(({ ago, count }) => `${shareText(count, known)} ${ago}`)];
  return `Of the ${formatCount(known)} companies ${whose}, ${listText(shares)}.`;
}

function challengesText({ counts, themes: { asked, answered, themes } }: SectorView): string {
  if (answered === 0) return '';
  const best = asked < counts.companies ? ' best-rated' : '';
  const who = `${formatCount(asked)}${best} ${asked === 1 ? 'company' : 'companies'}`;
  const describe = answered === 1 ? 'describes its' : 'describe their';
  const lead =
    answered < asked
      ? `Of ${best === '' ? '' : 'the '}${who}, ${formatCount(answered)} ${describe} challenges`
      : `${asked === 1 ? 'The only company' : `All ${who}`} ${describe} challenges`;
  if (themes.length === 0) return `${lead}; no phrase appears in three or more of them.`;
  const quoted = themes.map(({ phrase, companies }) => `“${phrase}” (${formatCount(companies)})`);
  return `${lead}; the most frequent are ${quoted.join(', ')}.`;
}
