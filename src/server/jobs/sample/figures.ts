import { once, readTable } from '#node/resources.ts';
import { type Stage, businessModels, type BusinessModel } from '#shared/domain/choices.ts';
import { Weighted, type Random } from './random.ts';

/** A company's size and age, null if unknown. They fit each other and the stage. */
export interface Figures {
  readonly stages: Stage[];
  readonly founded: number | null;
  readonly employees: number | null;
  readonly fundingTotal: number | null;
  /** Predicted startup rating without the founders' part, as a logit. */
  readonly quality: number;
}

interface StageProfile {
  readonly stages: Stage[];
  /** Median years from founding to discovery. */
  readonly age: number;
  readonly employees: number;
  readonly employeeSpread: number;
  readonly funding: number;
  readonly fundingSpread: number;
  readonly fundingKnown: number;
  readonly quality: number;
}

function profile(
  stages: Stage[],
  [age, employees, employeeSpread]: [number, number, number],
  [funding, fundingSpread, fundingKnown]: [number, number, number],
  quality: number,
): StageProfile {
  return { stages, age, employees, employeeSpread, funding, fundingSpread, fundingKnown, quality };
}

/**
 * Stages with their usual figures. Shares follow the measured files (a blank stage in 39 %, Seed far before the
 * series); together the medians of funding give the measured quantiles.
 */
const profiles: readonly (readonly [StageProfile, number])[] = [
  [profile([], [4.2, 7.5, 1.35], [800_000, 2.2, 0.14], -0.55), 39.3],
  [profile(['inv_stage_pre_seed'], [1.6, 3.6, 0.75], [150_000, 1.1, 0.5], -0.3), 18.2],
  [profile(['inv_stage_pre_seed', 'inv_stage_seed'], [2, 5, 0.75], [450_000, 1, 0.6], -0.2), 1.8],
  [profile(['inv_stage_seed'], [3, 8, 0.9], [1_500_000, 1.25, 0.62], -0.1), 27.6],
  [profile(['inv_stage_series_a'], [4.6, 24, 0.85], [9_500_000, 0.85, 0.82], 0.15), 8.6],
  [profile(['inv_stage_series_b'], [6.6, 72, 0.8], [32_000_000, 0.75, 0.88], 0.3), 3],
  [profile(['inv_stage_series_c'], [8.8, 190, 0.85], [92_000_000, 0.8, 0.9], 0.35), 1.5],
];

/** Draws size, age and stage of companies. */
export class FigureMaker {
  readonly #random: Random;
  readonly #profiles = new Weighted(profiles);

  constructor(random: Random) {
    this.#random = random;
  }

  /** Founded by `discoveredYear`, and with at least as many employees as `founders`, and at least one. */
  figures(discoveredYear: number, founders: number): Figures {
    const random = this.#random;
    const usual = this.#profiles.pick(random);
    const years = Math.min(120, Math.round(random.logNormal(usual.age, 0.72) - 0.6));
    const founded = discoveredYear - Math.max(0, years);
    // Old companies are larger than young ones of the same stage.
    const growth = usual.stages.length === 0 ? Math.min(2.5, 0.7 + years / 12) : 1;
    const drawn = Math.round(random.logNormal(usual.employees * growth, usual.employeeSpread));
    // A young company has not had time to hire many.
    const employees = Math.max(1, founders, Math.min(drawn, 12 + years * 60));
    const funding = random.logNormal(usual.funding, usual.fundingSpread);
    return {
      stages: [...usual.stages],
      founded: random.chance(0.152) ? null : founded,
      employees: random.chance(0.235) ? null : Math.min(60_000, employees),
      fundingTotal: random.chance(usual.fundingKnown) ? roundedMoney(funding) : null,
      quality: usual.quality,
    };
  }
}

/** Amounts are announced with two digits. */
function roundedMoney(amount: number): number {
  const unit = 10 ** Math.max(3, Math.floor(Math.log10(amount)) - 1);
  return Math.max(5000, Math.round(amount / unit) * unit);
}

/** How companies earn: the business models it means, predicates for sentences, and nouns for summaries. */
interface RevenueKind {
  readonly models: readonly (readonly BusinessModel[])[];
  readonly predicates: readonly string[];
  readonly nouns: readonly string[];
}

/** The ways in which companies earn, by the name that families use (`resources/sample/revenue.tsv`). */
export const revenueKinds = once((): ReadonlyMap<string, RevenueKind> => {
  const table = readTable('sample/revenue.tsv', ['kind', 'part', 'text']);
  const kinds = new Map<string, { models: BusinessModel[][]; predicates: string[]; nouns: string[] }>();
  for (const row of table.rows) {
    const kind = kinds.get(row.kind) ?? { models: [], predicates: [], nouns: [] };
    kinds.set(row.kind, kind);
    if (row.part === 'predicate') kind.predicates.push(row.text);
    else if (row.part === 'noun') kind.nouns.push(row.text);
    else if (row.part === 'models') {
      const names = row.text.split(' + ');
      const models = names.flatMap((name) => businessModels.filter((model) => model === name));
      if (models.length !== names.length) throw table.problem(row, `“${row.text}” are not all business models.`);
      kind.models.push(models);
    } else throw table.problem(row, `the part must be models, predicate or noun, not “${row.part}”.`);
  }
  return kinds;
});
