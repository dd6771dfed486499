import { AppError } from './errors.ts';

/** Deepest nesting of JSON from outside. What goes through it level by level would run out of stack on deeper ones. */
export const maxJsonDepth = 64;

/** Deepest nesting of a text and how many members its objects have: one colon outside strings each. */
export function measureJson(text: string): { depth: number; members: number } {
  let level = 0;
  let depth = 0;
  let members = 0;
  let inString = false;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (inString) {
      if (unit === 0x5c) index++;
      else if (unit === 0x22) inString = false;
    } else if (unit === 0x22) inString = true;
    else if (unit === 0x3a) members++;
    else if (unit === 0x7b || unit === 0x5b) depth = Math.max(depth, ++level);
    else if (unit === 0x7d || unit === 0x5d) level--;
  }
  return { depth, members };
}

/**
 * Parses JSON that comes from outside. Throws `bad_request` where it is none, or is nested deeper than `maxJsonDepth`.
 */
export function parseBoundedJson(text: string): unknown {
  if (measureJson(text).depth > maxJsonDepth) {
    throw new AppError('bad_request', `The JSON is nested deeper than ${maxJsonDepth} levels.`);
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new AppError('bad_request', 'The body is not JSON.', { cause: error });
  }
}
