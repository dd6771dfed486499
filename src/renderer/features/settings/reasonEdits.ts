import { mostReasons, reasonSchema, type Reason } from '#shared/domain/reasons.ts';

type Reasons = readonly Reason[];

/** The reasons with one a step further up or down; at an end it stays. */
export function movedBy(reasons: Reasons, id: number, step: 1 | -1): Reason[] {
  const moved = [...reasons];
  const from = moved.findIndex((reason) => reason.id === id);
  const [reason] = moved.splice(from, 1);
  if (reason !== undefined) moved.splice(Math.max(0, from + step), 0, reason);
  return moved;
}

/** The reasons with another name for one. */
export function named(reasons: Reasons, id: number, name: string): Reason[] {
  return reasons.map((reason) => (reason.id === id ? { ...reason, name } : reason));
}

/** The reasons without one. */
export function without(reasons: Reasons, id: number): Reason[] {
  return reasons.filter((reason) => reason.id !== id);
}

/**
 * Another reason. Its number is above all others while there is one: that of a deleted reason may stand in what other
 * windows know.
 */
export function newReason(reasons: Reasons, name: string): Reason {
  const highest = Math.max(0, ...reasons.map(({ id }) => id));
  const taken = new Set(reasons.map(({ id }) => id));
  const free = Array.from({ length: mostReasons }, (_, index) => index + 1).find((id) => !taken.has(id)) ?? mostReasons;
  return { id: highest < mostReasons ? highest + 1 : free, name, retired: false };
}

/** What is wrong with a name for the reason `id`, or for a new one; `''` if nothing is. */
export function nameProblem(reasons: Reasons, name: string, id = 0): string {
  const checked = reasonSchema.shape.name.safeParse(name);
  if (!checked.success) return checked.error.issues[0]?.message ?? '';
  const same = reasons.find((reason) => reason.id !== id && reason.name.toLowerCase() === checked.data.toLowerCase());
  if (same === undefined) return '';
  return same.retired
    ? `“${same.name}” is a retired reason: bring it back.`
    : `There is a reason “${same.name}” already.`;
}
