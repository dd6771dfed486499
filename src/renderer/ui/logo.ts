/**
 * Whether a picture may be shown: only what travels with the data. Nothing is loaded from a network (the content
 * security policy forbids it), so that opening a list tells no one what the user looks at.
 */
export function isLocalImage(address: string): boolean {
  return /^data:image\/(?:png|jpeg|gif|webp|svg\+xml|avif)[;,]/i.test(address);
}

/** One or two letters that stand for a name. */
export function initialsOf(name: string): string {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
  const [first = '', second = ''] = words;
  const letters = second === '' ? first.slice(0, 2) : firstOf(first) + firstOf(second);
  return letters === '' ? '–' : letters.toLocaleUpperCase('en');
}

function firstOf(word: string): string {
  return String.fromCodePoint(word.codePointAt(0) ?? 0x20);
}
