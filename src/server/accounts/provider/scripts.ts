/** How long a page waits for the provider's script, and how often it looks, in milliseconds (product 9). */
const waitMs = 5000;
const pollMs = 100;

/** Shown where the script has not come by then (product 8, docs/api.md 7). */
export const embedFailure = 'Membership embed scripts failed to initialise.';

/** `/provider/embed.js`: what a page needs of the membership provider, on `window.winnowMembership`. */
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

/** `/provider/wait.js`: looks for the provider's script every 100 ms, and says so when it has not come in 5,000 ms. */
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
