/** A header for comparing: accents folded, camel case and punctuation as spaces, lower case, brackets dropped. */
export function headerKey(header: string): string {
  return (
    header
      .normalize('NFKD')
      .replaceAll(/\p{M}+/gu, '')
      .replaceAll(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
      .replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
      .toLowerCase()
      .replaceAll('ß', 'ss')
      // The one name that is written with a capital within it.
      .replaceAll('linked in', 'linkedin')
      .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()
  );
}
