/** HTML that is safe to put into a page. Made by `html` only. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = Html | string | number | readonly Html[];

/** A template whose values are escaped, unless they are HTML themselves. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(strings.reduce((text, piece, index) => text + textOf(parts[index - 1] ?? '') + piece));
}

function textOf(part: Part): string {
  if (part instanceof Html) return part.text;
  if (typeof part === 'object') return part.map(({ text }) => text).join('');
  return String(part).replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
