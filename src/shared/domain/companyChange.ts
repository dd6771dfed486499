import { z } from 'zod';
import { stages, labelOf } from './choices.ts';
import { assertNever } from '../errors.ts';
import { dollarText, formatCount, formatDay, formatPercent } from './formats.ts';
import { coreOf } from './companyNames.ts';
import { moneyText, moreRaised, readMoney, storedText, type Raised } from './money.ts';
import { fold } from './text.ts';

/** What an import can say has happened to a company that was there, in the order in which it is told. */
export const changeKinds = [
  'raised',
  'stage',
  'grew',
  'shrank',
  'closed',
  'acquired',
  'public',
  'reopened',
  'moved',
  'renamed',
  'site',
] as const;
export type ChangeKind = (typeof changeKinds)[number];

/**
 * What else an import counts companies by: those that are new, those that it updated in any way, those of which it only
 * said what was known, and those of which several of its rows are.
 */
export const importParts = ['added', 'updated', 'same', 'repeated'] as const;
export type ImportPart = (typeof importParts)[number];

/**
 * One thing that an import has changed about a company, with both values as they are stored: an amount (dollars, or
 * `writeMoney`) or a day, stages with commas between them, a number, a place, a name; `changeWords` writes them.
 */
export const companyChangeSchema = z.object({
  company_id: z.number().int().positive(),
  kind: z.enum(changeKinds),
  was: z.string(),
  now: z.string(),
});
export type CompanyChange = z.infer<typeof companyChangeSchema>;

/** What an import did with companies: what has happened to those that were there, and of which it said no more. */
export interface ImportedChanges {
  readonly changes: readonly CompanyChange[];
  readonly same: readonly number[];
  /** Companies of which several rows of the import are. */
  readonly repeated: readonly number[];
}

/** What of a company is compared. Unknown is null or `''`. */
export interface ChangeFacts {
  readonly name: string;
  readonly domain: string;
  readonly city: string;
  readonly countryCode: string;
  readonly stages: readonly string[];
  readonly raised: number | null;
  /** As its source has it, in another currency (`writeMoney`). */
  readonly raisedOriginal: string;
  readonly fundedOn: string;
  readonly employees: number | null;
  readonly status: string;
}

type Difference = Omit<CompanyChange, 'company_id'>;

/**
 * What has happened to a company between two states of it. A value that was blank before says nothing: it was not known
 * then. That a company has ended counts all the same.
 */
export function changesBetween(then: ChangeFacts, now: ChangeFacts): Difference[] {
  return [raising(then, now), staging(then, now), growing(then, now), ending(then, now), ...moving(then, now)].flatMap(
    (change) => change ?? [],
  );
}

function raising(then: ChangeFacts, now: ChangeFacts): Difference | null {
  const more = moreRaised(raisedIn(then), raisedIn(now));
  if (more?.isSeen === true) return { kind: 'raised', was: more.was, now: more.now };
  if (then.fundedOn === '' || now.fundedOn <= then.fundedOn) return null;
  return { kind: 'raised', was: then.fundedOn, now: now.fundedOn };
}

function raisedIn({ raised, raisedOriginal: original }: ChangeFacts): Raised {
  return { raised, original };
}

function staging(then: ChangeFacts, now: ChangeFacts): Difference | null {
  if (then.stages.length === 0 || now.stages.every((stage) => then.stages.includes(stage))) return null;
  return { kind: 'stage', was: then.stages.join(','), now: now.stages.join(',') };
}

function growing({ employees: then }: ChangeFacts, { employees: now }: ChangeFacts): Difference | null {
  if (then === null || now === null || then === now) return null;
  return { kind: now > then ? 'grew' : 'shrank', was: String(then), now: String(now) };
}

function ending({ status: then }: ChangeFacts, { status: now }: ChangeFacts): Difference | null {
  if (then === now) return null;
  if (now === 'closed' || now === 'acquired' || now === 'public') return { kind: now, was: then, now };
  return now === 'operating' && then === 'closed' ? { kind: 'reopened', was: then, now } : null;
}

function moving(then: ChangeFacts, now: ChangeFacts): (Difference | null)[] {
  const isElsewhere = differ(then.city, now.city) || differ(then.countryCode, now.countryCode);
  return [
    isElsewhere ? { kind: 'moved', was: placeOf(then), now: placeOf(now) } : null,
    coreOf(then.name) === coreOf(now.name) ? null : { kind: 'renamed', was: then.name, now: now.name },
    differ(then.domain, now.domain) ? { kind: 'site', was: then.domain, now: now.domain } : null,
  ];
}

/** Whether both are known and are not the same. */
function differ(a: string, b: string): boolean {
  return a !== '' && b !== '' && fold(a) !== fold(b);
}

function placeOf({ city, countryCode }: ChangeFacts): string {
  return [city, countryCode].filter((part) => part !== '').join(', ');
}

const did: Readonly<Record<ChangeKind, string>> = {
  raised: 'raised',
  stage: 'changed stage',
  grew: 'grew',
  shrank: 'shrank',
  closed: 'closed',
  acquired: 'acquired',
  public: 'went public',
  reopened: 'reopened',
  moved: 'moved',
  renamed: 'changed their name',
  site: 'changed their site',
};

/** What companies did, as it follows their number: “143 raised”. */
export function changeText(kind: ChangeKind): string {
  return did[kind];
}

const parts: Readonly<Record<ImportPart, string>> = {
  added: 'new',
  updated: 'updated',
  same: 'as they were',
  repeated: 'in several rows',
};

/** Which part of an import it is, or what it changed; undefined for neither. */
export function importPartText(part: string): string | undefined {
  return { ...parts, ...did }[part as ImportPart | ChangeKind];
}

/** How many companies an import has changed in each way. */
export const changeCountsSchema = z.partialRecord(z.enum(changeKinds), z.number().int().positive());
export type ChangeCounts = z.infer<typeof changeCountsSchema>;

/** How many of these changes are of each kind. */
export function countsOf(changes: readonly Pick<CompanyChange, 'kind'>[]): ChangeCounts {
  const counts: ChangeCounts = {};
  for (const { kind } of changes) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

/** “143 raised, 88 grew, 9 closed”; `''` for none. */
export function changeCountsText(counts: ChangeCounts): string {
  return changeKinds
    .flatMap((kind) => {
      const count = counts[kind] ?? 0;
      return count === 0 ? [] : [`${formatCount(count)} ${did[kind]}`];
    })
    .join(', ');
}

/** A value of the filter on what imports have changed: of an import by its number, or of the last one. */
export const changesPattern = new RegExp(
  `^([1-9]\\d{0,14}|last):(${[...importParts, ...changeKinds, 'changed', 'back'].join('|')})$`,
);

/** The same for reading: “Raised by import 17”. */
export function changesValueText(value: string): string {
  const [run = '', what = ''] = value.split(':');
  const text = what === 'back' ? 'brought back' : (importPartText(what) ?? 'changed');
  const by = run === 'last' ? 'by the last import' : `by import ${run}`;
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)} ${by}`;
}

/** A change for reading: in a word or two (“Raised $5M”), and whole (“Raised $5M: $29.5M to $34.5M”). */
export interface ChangeWords {
  readonly short: string;
  readonly long: string;
}

/** What has happened to a company, in words. */
export function changeWords({ kind, was, now }: Pick<CompanyChange, 'kind' | 'was' | 'now'>): ChangeWords {
  switch (kind) {
    case 'raised':
      return raisedWords(was, now);
    case 'stage':
      return stageWords(was, now);
    case 'grew':
    case 'shrank':
      return sizeWords(kind === 'grew' ? 'Grew' : 'Shrank', Number(was), Number(now));
    case 'moved':
      return { short: 'Moved', long: `Moved: ${was} to ${now}` };
    case 'renamed':
      return { short: 'Renamed', long: `Renamed: was ${was}` };
    case 'site':
      return { short: 'New site', long: `New site: was ${was}` };
    case 'closed':
    case 'acquired':
    case 'public':
    case 'reopened': {
      const text = `${did[kind].slice(0, 1).toUpperCase()}${did[kind].slice(1)}`;
      return { short: text, long: text };
    }
    default:
      return assertNever(kind);
  }
}

/** Of an amount how much it was; where only the day of a round is newer, that day. */
function raisedWords(was: string, now: string): ChangeWords {
  if (now.includes('-'))
    return { short: 'Raised', long: `Raised: last round ${formatDay(now)}, was ${formatDay(was)}` };
  const [before, after] = [was, now].map((amount) => readMoney(amount) ?? { amount: Number(amount), currency: '' });
  const more = after!.amount - before!.amount;
  const short = `Raised ${after!.currency === '' ? dollarText(more) : moneyText({ ...after!, amount: more })}`;
  return { short, long: `${short}: ${storedText(was)} to ${storedText(now)}` };
}

/** The stages that a company did not have before. */
function stageWords(was: string, now: string): ChangeWords {
  const [before, after] = [was.split(','), now.split(',')];
  const short = stageLabels(after.filter((stage) => !before.includes(stage)));
  return { short, long: `${short}: was ${stageLabels(before)}` };
}

function stageLabels(values: readonly string[]): string {
  return values.map((value) => labelOf(stages, value)).join(', ');
}

function sizeWords(did: string, was: number, now: number): ChangeWords {
  const share = was === 0 ? '' : ` ${formatPercent(Math.abs(now / was - 1))}`;
  return { short: `${did}${share}`, long: `${did}${share}: ${formatCount(was)} to ${formatCount(now)} employees` };
}

/** Changes of one company in the order in which they are told. */
function inOrder<C extends Pick<CompanyChange, 'kind'>>(changes: readonly C[]): readonly C[] {
  return changes.toSorted((a, b) => changeKinds.indexOf(a.kind) - changeKinds.indexOf(b.kind));
}

/** “Raised $5M · Series A · Grew 20%”; `''` for none. */
export function changesText(changes: readonly CompanyChange[]): string {
  return inOrder(changes)
    .map((change) => changeWords(change).short)
    .join(' · ');
}

/** The same for a narrow place: “Raised $5M +2”. */
export function changesLabel(changes: readonly CompanyChange[]): string {
  const [first] = inOrder(changes);
  if (first === undefined) return '';
  const more = changes.length > 1 ? ` +${String(changes.length - 1)}` : '';
  return `${changeWords(first).short}${more}`;
}

/** The same with both values of each. */
export function changesInFull(changes: readonly CompanyChange[]): readonly string[] {
  return inOrder(changes).map((change) => changeWords(change).long);
}
