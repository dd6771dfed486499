// Zod would try `new Function`, which the content policy forbids and reports (S4). It reads this before its first schema.
// oxlint-disable-next-line no-underscore-dangle -- the name is Zod's
globalThis.__zod_globalConfig = { jitless: true };
