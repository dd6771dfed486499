import { stages, type Stage } from './choices.ts';

const byKey = new Map<string, Stage>();
for (const { value, label } of stages) {
  byKey.set(key(value), value);
  byKey.set(key(label), value);
}

function key(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^a-z]/g, '')
    .replace(/^invstage/, '');
}

/** The stage a value or label in any case names (`Pre-Seed`, `SERIES A`, `inv_stage_seed`), if any (docs/api.md). */
export function parseStage(text: string): Stage | undefined {
  return byKey.get(key(text));
}
