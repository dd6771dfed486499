/** `[Acme](https://acme.com)`, as the entry of a list (`- [Acme](https://acme.com) - makes kites`), too. */
const link = /^(?:[-*+]\s+)?\*{0,2}\[([^[\]]+)\]\(([^()\s]+)\)\*{0,2}(?:\s.*)?$/s;
const emphasis = /^(\*{1,3}|_{2,3}|`)(\S.*\S|\S)\1$/s;

/** A name as Markdown writes it, without its signs, and where it leads (`''` for nowhere). */
export function markdownName(text: string): { readonly name: string; readonly address: string } {
  const [, label, address] = link.exec(text) ?? [];
  const name = label ?? text;
  return { name: emphasis.exec(name)?.[2] ?? name, address: address ?? '' };
}
