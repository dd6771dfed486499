import type { EdgeRules } from '#node/loopbackServer.ts';

/** The pages of ours are one owner; what shows no key has half of the connections at most. */
export const ownPages = 'pages';

/** The rules of the browser shell. */
export const browserEdge: EdgeRules = {
  gate: {
    methods: ['GET', 'HEAD', 'POST'],
    // A link may lead to any route of the app, and the sign-in comes back from the provider's site. What is fetched once
    // by a ticket, and what belongs to a page, only pages of ours ask for.
    pages: /^\/(?!(?:assets|download|go|rpc|session|upload|events)(?:\/|$))/,
    mustNameOrigin: true,
  },
  sockets: { total: 64, strangers: 32, perOwner: 64 },
  // Uploads take as long as they take; a stalled one ends by itself.
  deadlines: { header: 10_000, request: 0, stall: 120_000 },
  graceMs: 0,
  upgradePath: '/events',
  told: ({ detail }) => ({ type: 'text/plain; charset=utf-8', body: `${detail}\n` }),
};
