import { maxJsonDepth, measureJson } from '#shared/boundedJson.ts';
import { AppError } from '#shared/errors.ts';

/** Keys that could reach a prototype where a careless copy is made. */
const refusedKeys = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Parses JSON that a stranger sent. Beyond the grammar it refuses what parsers disagree about or what does not survive
 * a round trip: duplicate keys, nesting over 64, numbers that overflow, lone surrogates, keys that name a prototype
 * (S23). Throws `bad_request`.
 */
export function parseStrictJson(text: string): unknown {
  const { depth, members } = measureJson(text);
  if (depth > maxJsonDepth) throw refused(`nested deeper than ${maxJsonDepth}`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new AppError('bad_request', 'The body is not JSON.', { fields: { '': 'Not JSON.' }, cause: error });
  }
  // An object keeps one of several equal keys, so that fewer members come out than the text has.
  if (check(value) !== members) throw refused('a key stands twice in one object');
  return value;
}

function refused(reason: string): AppError {
  return new AppError('bad_request', `The body is refused: ${reason}.`, { fields: { '': reason } });
}

/** How many members the objects of a value have; throws on a value that is refused. */
function check(value: unknown): number {
  if (typeof value === 'number' && !Number.isFinite(value)) throw refused('a number is too large');
  if (typeof value === 'string' && !value.isWellFormed()) throw refused('a text has half a surrogate pair');
  if (typeof value !== 'object' || value === null) return 0;
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + check(item), 0);
  let members = 0;
  for (const [key, item] of Object.entries(value)) {
    if (refusedKeys.has(key)) throw refused(`the key "${key}" is not allowed`);
    if (!key.isWellFormed()) throw refused('a key has half a surrogate pair');
    members += 1 + check(item);
  }
  return members;
}
