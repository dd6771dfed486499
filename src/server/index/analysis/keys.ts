const noFoundedYear = 0xffffffff;

/** A founding year as a number that sorts newest first and blanks last. */
export function foundedKey(founded: number | null): number {
  return founded === null ? noFoundedYear : 0x80000000 - founded;
}

/** A 32-bit hash of a text (FNV-1a with a final mix). */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}
