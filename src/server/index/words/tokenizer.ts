import { characterKind } from '#shared/domain/words.ts';

/** Whether a word comes from a script without spaces; such a word is complete and never a prefix. */
export function isUnspaced(word: string): boolean {
  return characterKind(word.charAt(0)) === 'unspaced';
}
