import { AppError } from './errors.ts';

/** Deepest nesting of JSON from outside. Code that walks deeper JSON level by level would run out of stack. */
export const maxJsonDepth = 64;

/** How deeply a text nests, and how many members its objects have: one per colon outside strings. */
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

/** Parses JSON from outside. Throws `bad_request` if it is invalid, or nested deeper than `maxJsonDepth`. */
export function parseBoundedJson(text: string): unknown {
  if (measureJson(text).depth > maxJsonDepth) {
    throw new AppError('bad_request', `The JSON is nested deeper than ${maxJsonDepth} levels.`);
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new AppError('bad_request', 'The body is not valid JSON.', { cause: error });
  }
}
