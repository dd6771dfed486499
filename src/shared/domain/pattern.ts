/** A regular expression over several lines: where one ends, and how far the next is indented, is not part of it. */
export function pattern(flags = ''): (source: TemplateStringsArray, ...parts: readonly string[]) => RegExp {
  return (source, ...parts) => new RegExp(String.raw(source, ...parts).replaceAll(/\s*\n\s*/g, ''), flags);
}
