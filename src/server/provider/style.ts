/** `/provider/provider.css`: the look of the provider's pages, dark or light as the system is. */
export const styleSheet = `:root { color-scheme: light dark; --line: light-dark(#d0d4da, #373a40); --soft: light-dark(#495057, #a6a7ab);
  --accent: light-dark(#1864ab, #74c0fc); --bad: light-dark(#c92a2a, #ff8787); --good: light-dark(#2b6a3a, #8ce99a); }
* { box-sizing: border-box; }
body { margin: 0; font: 15px/1.5 Inter, system-ui, sans-serif; background: light-dark(#f8f9fa, #141517);
  color: light-dark(#1a1b1e, #e9ecef); }
main { max-width: 26rem; margin: 8vh auto; padding: 2rem; background: light-dark(#fff, #1a1b1e);
  border: 1px solid var(--line); border-radius: 8px; }
main.wide { max-width: 46rem; }
h1 { margin: 0 0 1rem; font-size: 1.35rem; }
h2 { font-size: 1.05rem; margin: 1.5rem 0 .5rem; }
p { margin: .5rem 0; }
label { display: block; margin: .9rem 0 0; }
input { display: block; width: 100%; margin-top: .25rem; padding: .5rem .6rem; font: inherit; color: inherit;
  background: transparent; border: 1px solid var(--soft); border-radius: 4px; }
button { margin-top: 1.1rem; padding: .5rem 1rem; font: inherit; font-weight: 600; color: light-dark(#fff, #101113);
  background: var(--accent); border: 0; border-radius: 4px; cursor: pointer; }
button:disabled { opacity: .6; cursor: default; }
button.plain { margin: 0; padding: .2rem .6rem; color: inherit; background: transparent; border: 1px solid var(--soft); }
a { color: var(--accent); }
nav { display: flex; flex-wrap: wrap; gap: 1rem; margin-bottom: 1rem; border-bottom: 1px solid var(--line); }
nav a { padding: .4rem 0; text-decoration: none; }
nav a[aria-current] { border-bottom: 2px solid var(--accent); font-weight: 600; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: .35rem .5rem .35rem 0; text-align: left; border-bottom: 1px solid var(--line); }
.soft { color: var(--soft); }
.bad { color: var(--bad); }
.good { color: var(--good); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
[hidden] { display: none; }
`;
