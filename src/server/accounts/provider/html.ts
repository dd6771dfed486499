/** HTML that is safe to put into a page. Only `html` makes it. */
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

/** `/provider/provider.css`: the look of the provider's pages, Winnow's own, dark or light like the system. */
export const styleSheet = `:root { color-scheme: light dark;
  --bg: light-dark(#f6f7f9, #0e1216); --surface: light-dark(#fff, #141a20); --line: light-dark(#dfe4ea, #242e38);
  --strong: light-dark(#7c8a98, #5d6c7b); --text: light-dark(#16202a, #e7ecf1); --soft: light-dark(#556371, #93a1b0);
  --accent: light-dark(#0a7566, #37c6ab); --hover: light-dark(#086054, #4fd3ba); --on: light-dark(#fff, #06201b);
  --bad: light-dark(#b3261e, #ff8b81); --good: light-dark(#1d6b3a, #6bd08d); --row: light-dark(#f6f7f9, #1a222a); }
* { box-sizing: border-box; }
body { margin: 0; padding: 1.5rem; min-height: 100vh; display: grid; align-content: safe center; justify-items: center;
  font: 14px/1.5 Inter, system-ui, sans-serif; background: var(--bg); color: var(--text); }
main { width: min(25rem, 100%); padding: 2rem; background: var(--surface); border: 1px solid var(--line);
  border-radius: 12px; box-shadow: 0 8px 28px light-dark(rgb(22 32 42 / 16%), rgb(0 0 0 / 45%)); }
body:has(main.wide) { align-content: start; padding-top: 8vh; }
main.wide { width: min(46rem, 100%); }
.mark { display: block; width: 44px; height: 44px; margin: 0 auto .75rem; border: 1px solid var(--line);
  border-radius: 11px; }
main.wide .mark { display: none; }
h1 { margin: 0 0 1.25rem; font-size: 1.375rem; font-weight: 650; line-height: 1.3; letter-spacing: -.02em;
  text-align: center;
  overflow-wrap: anywhere; }
main.wide h1 { text-align: left; margin-bottom: .5rem; }
h2 { font-size: .9375rem; font-weight: 600; margin: 1.75rem 0 .5rem; }
main.wide nav ~ h2:first-of-type { margin-top: 0; }
p { margin: .75rem 0 0; }
form { max-width: 24rem; }
td form { max-width: none; }
label { display: block; margin: .9rem 0 0; font-size: .8125rem; font-weight: 500; }
form > label:first-of-type { margin-top: 0; }
input { display: block; width: 100%; height: 36px; margin-top: .25rem; padding: 0 .75rem; font: inherit;
  font-size: .875rem;
  color: inherit; background: var(--bg); border: 1px solid var(--strong); border-radius: 6px; }
button { margin-top: 1.25rem; height: 36px; padding: 0 1rem; font: inherit; font-size: .8125rem; font-weight: 600;
  color: var(--on); background: var(--accent); border: 1px solid transparent; border-radius: 6px; cursor: pointer; }
button:hover, a.button:hover { background: var(--hover); }
main:not(.wide) form > button { width: 100%; }
a.button { display: block; height: 36px; line-height: 34px; padding: 0 1rem; font-size: .8125rem; font-weight: 600;
  text-align: center; text-decoration: none; color: var(--on); background: var(--accent);
  border: 1px solid transparent; border-radius: 6px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.or { display: flex; align-items: center; gap: .75rem; margin: 1rem 0; color: var(--soft); font-size: .8125rem; }
.or::before, .or::after { content: ''; flex: 1; border-top: 1px solid var(--line); }
button:disabled { opacity: .6; cursor: default; }
button.plain { margin: 0; height: 28px; padding: 0 .65rem; font-size: .75rem; color: inherit; background: transparent;
  border-color: var(--strong); }
button.second { color: inherit; background: transparent; border-color: var(--strong); }
button.plain:hover, button.second:hover { background: var(--row); }
a { color: var(--accent); }
nav { display: flex; flex-wrap: wrap; gap: 1.25rem; margin-bottom: 1.25rem; border-bottom: 1px solid var(--line); }
nav a { padding: .5rem 0; margin-bottom: -1px; color: var(--soft); text-decoration: none; font-weight: 500;
  border-bottom: 2px solid transparent; }
nav a:hover { color: var(--text); }
nav a[aria-current] { color: var(--text); border-bottom-color: var(--accent); }
table { width: 100%; border-collapse: collapse; font-size: .8125rem; font-variant-numeric: tabular-nums; }
th { color: var(--soft); font-weight: 500; }
th, td { height: 38px; padding: 0 .75rem 0 0; text-align: left; border-bottom: 1px solid var(--line);
  overflow-wrap: anywhere; }
td:last-child:has(form), th:last-child:empty { width: 1%; padding-right: 0; text-align: right; white-space: nowrap; }
code { padding: .1rem .35rem; font: .8125rem ui-monospace, SFMono-Regular, Menlo, Consolas, monospace;
  background: var(--row);
  border: 1px solid var(--line); border-radius: 4px; overflow-wrap: anywhere; }
.soft { color: var(--soft); font-size: .8125rem; }
main:not(.wide) > .soft { text-align: center; }
.bad, .good { margin: 0 0 1rem; padding: .5rem .75rem; font-size: .8125rem; border-radius: 6px; }
.bad { color: var(--bad); background: color-mix(in srgb, var(--bad) 12%, transparent); }
.good { color: var(--good); background: color-mix(in srgb, var(--good) 12%, transparent); }
.bad:empty { display: none; }
label + .bad { margin: .35rem 0 0; padding: 0; background: none; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
[hidden] { display: none; }
`;

/** How long a page waits for the provider's script, and how often it checks, in milliseconds (product 9). */
const waitMs = 5000;
const pollMs = 100;

/** Shown if the script has not arrived by then (product 8, docs/api.md 7). */
export const embedFailure = 'Membership embed scripts failed to initialise.';

/** `/provider/embed.js`: what a page needs from the membership provider, as `window.winnowMembership`. */
export const embedScript = `'use strict';
window.winnowMembership = Object.freeze({
  mount(page) {
    for (const form of page.querySelectorAll('form[data-membership]')) {
      form.hidden = false;
      form.addEventListener('submit', () => {
        for (const button of form.querySelectorAll('button')) button.disabled = true;
      });
      const first = form.querySelector('[data-first]');
      if (first !== null) first.focus();
    }
    page.documentElement.dataset.membership = 'ready';
  },
});
`;

/**
 * `/provider/wait.js`: checks for the provider's script every 100 ms, and says so if it has not arrived in 5,000 ms.
 */
export const waitScript = `'use strict';
(() => {
  const started = performance.now();
  const timer = setInterval(() => {
    const membership = window.winnowMembership;
    if (membership !== undefined) {
      clearInterval(timer);
      membership.mount(document);
    } else if (performance.now() - started >= ${waitMs}) {
      clearInterval(timer);
      document.querySelector('[data-failure]').textContent = ${JSON.stringify(embedFailure)};
      document.documentElement.dataset.membership = 'failed';
    }
  }, ${pollMs});
  // A form that the browser brings back with the page is to be sent again.
  addEventListener('pageshow', () => {
    for (const button of document.querySelectorAll('form button')) button.disabled = false;
  });
})();
`;
