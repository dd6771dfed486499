/** A subset of the report's font: its file (WOFF2) in base64, and the characters it has, as a CSS `unicode-range`. */
export interface ReportFont {
  readonly range: string;
  readonly base64: string;
}

/** The font embedded in the page: nothing is loaded. */
export function fontFaces(fonts: readonly ReportFont[]): string {
  return fonts
    .map(
      ({ range, base64 }) =>
        '@font-face{font-family:Inter;font-weight:100 900;font-display:block;' +
        `src:url(data:font/woff2;base64,${base64}) format("woff2");unicode-range:${range}}`,
    )
    .join('\n');
}

/** Whether any of the characters is in a `unicode-range`: `U+0-FF, U+131, U+4??`. */
export function isInRange(characters: Iterable<string>, range: string): boolean {
  const parts = range.split(',').map((part) => {
    const [from = '', to = from] = part.trim().slice(2).split('-');
    return [Number.parseInt(from.replaceAll('?', '0'), 16), Number.parseInt(to.replaceAll('?', 'f'), 16)] as const;
  });
  for (const sign of characters) {
    const code = sign.codePointAt(0) ?? 0;
    if (parts.some(([from, to]) => code >= from && code <= to)) return true;
  }
  return false;
}
