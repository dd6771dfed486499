import { addWeeks, formatMonday } from '#shared/domain/digestWeek.ts';
import type { SectorCounts } from '../index/port.ts';
import { knownOf } from './overviewText.ts';
import type { SectorView } from './sectorData.ts';
import { countOf, foundingYears, medianYear } from './sectorFigures.ts';
import { changeText, countText, numberText, shareText } from '#shared/report/wording.ts';

/** Digests that are compared with those a year before: single weeks are too few companies. */
const digests = 4;

const weeksInAYear = 52;

/** How founding, discovery and funding go, and what the companies say is hard. */
export function trendsText(view: SectorView): string {
  return [foundingText(view), discoveryText(view), fundingText(view), challengesText(view)].join('\n');
}

function foundingText({ counts, week }: SectorView): string {
  const years = foundingYears(counts);
  const median = medianYear(counts);
  if (median === null) return 'No founding year is known.';
  // The running year is not over, so it belongs to neither three years.
  const last = Number(week.slice(0, 4)) - 1;
  const between = (from: number, to: number): number =>
    years.reduce((sum, { year, count }) => sum + (year >= from && year <= to ? count : 0), 0);
  const [now, before] = [between(last - 2, last), between(last - 5, last - 3)];
  const half = `At least half of the companies with a known year were founded in ${median} or earlier.`;
  if (before + now === 0) return half;
  const founded = `${countText(now, 'company', 'companies')} ${now === 1 ? 'was' : 'were'} founded from ${last - 2} to ${last}`;
  const counted = before < 10 ? '' : ` (${numberText(before)})`;
  return `${half} ${founded}, ${changeText(now, before)} the three years before${counted}.`;
}

function discoveryText({ counts, all, week, sector: { kind } }: SectorView): string {
  const first = addWeeks(week, 1 - digests);
  const now = discovered(counts, week);
  const before = discovered(counts, addWeeks(week, -weeksInAYear));
  const recent = `The weeks of ${formatMonday(first)} to ${formatMonday(week)} brought ${countText(now, 'company', 'companies')}`;
  const allBefore = discovered(all, addWeeks(week, -weeksInAYear));
  if (allBefore === 0) return `${recent}; there are no digests of a year before to compare with.`;
  const counted = before < 10 ? '' : ` (${numberText(before)})`;
  const overall =
    kind === 'all'
      ? ''
      : `; of all companies they brought ${numberText(discovered(all, week))}, ${changeText(discovered(all, week), allBefore)} those of a year before`;
  return `${recent}, ${changeText(now, before)} the same weeks a year before${counted}${overall}.`;
}

/** Companies of the digests that end with `week`. */
function discovered(counts: SectorCounts, week: string): number {
  let sum = 0;
  for (let back = 0; back < digests; back++) sum += countOf(counts, 'digest_week', addWeeks(week, -back));
  return sum;
}

function fundingText({ counts }: SectorView): string {
  const known = knownOf(counts, 'funded_tags');
  if (known === 0) return 'No funding round is known.';
  const recent = countOf(counts, 'funded_tags', 'funded') + countOf(counts, 'funded_tags', 'funded 3');
  const old = countOf(counts, 'funded_tags', 'funded 15');
  const due = countOf(counts, 'funded_tags', 'funded 12');
  return (
    `Of the ${countText(known, 'company', 'companies')} whose last funding round is known, ` +
    `${shareText(recent, known)} raised it in the last six months, ${shareText(due, known)} 12 to 15 months ago ` +
    `and ${shareText(old, known)} 15 months ago or more.`
  );
}

function challengesText({ counts, themes: { asked, answered, themes } }: SectorView): string {
  if (answered === 0) return 'No company here says what is hard for it.';
  const [who, say] =
    asked < counts.companies
      ? [`the ${numberText(asked)} best-rated companies`, numberText(answered)]
      : [countText(asked, 'company', 'companies'), numberText(answered)];
  const lead = `Of ${who}, ${say} ${answered === 1 ? 'says' : 'say'} what is hard`;
  if (themes.length === 0) return `${lead}; no phrase comes up in three of them.`;
  const quoted = themes.map(({ phrase, companies }) => `“${phrase}” (${numberText(companies)})`);
  return `${lead}; what comes up most is ${quoted.join(', ')}.`;
}
