import { once, readTable } from '#node/resources.ts';
import { businessModels, type BusinessModel } from '#shared/domain/choices.ts';

/** How companies earn: the business models it stands for, sentences' predicates, and nouns for summaries. */
export interface RevenueKind {
  readonly models: readonly (readonly BusinessModel[])[];
  readonly predicates: readonly string[];
  readonly nouns: readonly string[];
}

/** The ways in which companies earn, by the name that families call them by (`resources/sample/revenue.tsv`). */
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
