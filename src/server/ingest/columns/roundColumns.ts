import type { Stage } from '#shared/domain/choices.ts';
import { isMoney } from '../values/numbers.ts';
import { stageOfName } from '../values/stage.ts';
import { ofUnknownUnit, unitQuestion } from './amountColumns.ts';
import type { ColumnSample } from './content.ts';
import { headerKey } from './headerKey.ts';
import { isUnitWord } from './headerSays.ts';
import { none, type Candidate, type Finding, type Found, type Look } from './finding.ts';

/**
 * The columns of a file that has one for each round (`seed`, `round_A`, `Series B amount`), where nobody has found
 * anything but a round: with amounts they are amounts of rounds, with marks (`x`, `1`) or in a unit that is not named
 * they only say the stage.
 */
export function* byRound({ headers = [], samples, readings }: Look, found: Found): Generator<Candidate> {
  const rounds = [...roundsOf(headers).keys()].filter((column) => mayBeRound.has(found[column]?.field ?? ''));
  const filled = rounds.filter((column) => (samples[column]?.values.length ?? 0) > 0);
  if (!filled.every((column) => isMarked(samples[column]) || areAmounts(samples[column]))) return;
  const totals = filled.length === 0 ? [] : totalsBeside(headers, samples, found);
  const findings = found.map((finding, column): Finding => {
    if (totals.includes(column))
      return { field: 'fundingTotal', score: 0.6, reason: 'its header means a sum, and it stands beside its rounds' };
    if (!filled.includes(column)) return finding;
    return isMarked(samples[column])
      ? { field: 'stage', score: 0.6, reason: 'its header names a round, and its cells mark who had it' }
      : { field: 'lastRoundAmount', score: 0.6, reason: 'its header names a round, and its cells are amounts' };
  });
  const unnamed = new Map(
    ofUnknownUnit(findings, samples, headers)
      .filter(({ column }) => readings.get(column)?.unit === undefined)
      .map(({ column, open }) => [column, open]),
  );
  for (const column of filled) {
    const finding = findings[column];
    const open = unnamed.get(column);
    if (open !== undefined)
      yield {
        column,
        field: 'stage',
        score: 0.6,
        reason: 'its header names a round; the unit of its amounts is not named',
        open,
      };
    else if (finding !== undefined) yield { column, ...finding };
  }
  for (const column of totals) {
    const open = unnamed.get(column);
    if (open === undefined) yield { column, ...findings[column]! };
    else yield { ...none(column, 'the unit of these sums is not named'), asks: unitQuestion, open };
  }
}

/** The columns of sums beside columns of rounds, of which nothing has said yet that they are amounts. */
function totalsBeside(headers: readonly string[], samples: readonly ColumnSample[], found: Found): number[] {
  return headers.flatMap((header, column) => {
    const isFree = found[column]?.field === '' && (samples[column]?.values.length ?? 0) > 0;
    return isFree && sumsRounds(header) && areAmounts(samples[column]) ? [column] : [];
  });
}

/** A header may mean the sum of the rounds beside it: `Total ($M)`, `Summe (Mio. USD)`, `合计`. */
export function sumsRounds(header: string): boolean {
  if (header === '' || header.length > longestHeader) return false;
  const words = headerKey(header).normalize('NFC').split(' ');
  const named = words.filter((word) => !isUnitWord(word) && !ofAmounts.has(word));
  // `total` is a word of amounts, too.
  const sums = words.filter((word) => sumWords.has(word));
  return sums.length > 0 && named.every((word) => sumWords.has(word) || roundWords.has(word) || besideSums.has(word));
}

const sumWords: ReadonlySet<string> = new Set(
  (
    'total totals sum overall cumulative summe gesamt gesamtsumme insgesamt totale totaux somme suma totales importe ' +
    'totaal som razem suma lacznie celkem totalt yhteensa toplam soma итого всего 合计 總計 总计 总额 合計 総額 합계 총액'
  ).split(' '),
);
const besideSums: ReadonlySet<string> = new Set('all rounds grand of the in de des aller alle tous toutes'.split(' '));

/** What a column may be taken for that stands for one round. */
const mayBeRound: ReadonlySet<string> = new Set(['', 'stage', 'lastRound', 'lastRoundAmount']);

/** The stages of the columns that stand for one round each, by column; without those of later rounds. */
export function stagesOfColumns(
  headers: readonly string[] | null,
  columns: readonly { readonly index: number; readonly field: string }[],
): ReadonlyMap<number, Stage> {
  const rounds = roundsOf(headers ?? []);
  const stages = new Map<number, Stage>();
  for (const { index, field } of columns) {
    const stage = rounds.get(index);
    if (stage !== undefined && stage !== null && (field === 'lastRoundAmount' || field === 'stage'))
      stages.set(index, stage);
  }
  return stages;
}

/** Whether a cell of such a column says that there was this round. */
export function hasRound(cell: string): boolean {
  return /[1-9]/.test(cell) || marked.test(cell);
}

/** Columns by round, null for one without a stage; none if the file has only one such column. */
function roundsOf(headers: readonly string[]): Map<number, Stage | null> {
  const rounds = new Map<number, Stage | null>();
  for (const [index, header] of headers.entries()) {
    const stage = stageOfHeader(header);
    if (stage !== undefined) rounds.set(index, stage);
  }
  return rounds.size > 1 ? rounds : new Map();
}

function stageOfHeader(header: string): Stage | null | undefined {
  if (header === '' || header.length > longestHeader) return undefined;
  const words = headerKey(header).split(' ');
  const named = words.filter((word) => !ofAmounts.has(word) && !isUnitWord(word));
  return stageOfName(named.join(' ')) ?? stageOfName(named.filter((word) => !roundWords.has(word)).join(' '));
}

const longestHeader = 40;
const roundWords: ReadonlySet<string> = new Set(
  'round rounds runde tour ronda rodada ronde runda kolo kierros turu stage phase raise'.split(' '),
);
const ofAmounts: ReadonlySet<string> = new Set(
  'amount amounts raised funding funds investment size total money value sum capital'.split(' '),
);

function isMarked(sample: ColumnSample | undefined): boolean {
  return sample?.values.every((value) => marked.test(value) || unmarked.test(value)) === true;
}

/** Marks for yes and for no. */
export const marked = /^(?:x|✓|✔|☑|yes|y|true|1|ja|oui|s[ií]|sim|是|有|да)$/i;
export const unmarked = /^(?:✗|✘|☐|no|n|false|0|nein|non|n[ãa]o|否|нет)$/i;

function areAmounts(sample: ColumnSample | undefined): boolean {
  const values = sample?.values ?? [];
  const amounts = values.filter((value) => /^[$€£¥]?0+(?:[.,]0+)?$/.test(value) || isMoney(value));
  return amounts.length > values.length * 0.9;
}
