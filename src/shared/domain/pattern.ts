/** A regular expression written over several lines: line ends and indentation are not part of it. */
export function pattern(flags = ''): (source: TemplateStringsArray, ...parts: readonly string[]) => RegExp {
  return (source, ...parts) => new RegExp(String.raw(source, ...parts).replaceAll(/\s*\n\s*/g, ''), flags);
}
