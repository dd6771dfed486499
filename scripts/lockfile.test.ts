import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';

const lockfileSchema = z.object({
  lockfileVersion: z.literal(3),
  packages: z.record(
    z.string(),
    z.object({ resolved: z.string().optional(), integrity: z.string().optional(), link: z.boolean().optional() }),
  ),
});

const registry = 'https://registry.npmjs.org/';

test.for(['../package-lock.json', '../tests/bench/peers/package-lock.json'])(
  'S13 %s says of every package what is in it, and of none that it comes from elsewhere than the registry',
  (path) => {
    const { packages } = lockfileSchema.parse(JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8')));
    // The project itself is not a fetched package.
    const fetched = Object.entries(packages).filter(([name, { link }]) => name !== '' && link !== true);
    expect(fetched.length).toBeGreaterThan(5);
    for (const [name, { resolved, integrity }] of fetched) {
      // It is optional: if missing, it is the registry.
      expect([name, resolved ?? registry]).toEqual([name, expect.stringContaining(registry)]);
      expect([name, integrity]).toEqual([name, expect.stringMatching(/^sha512-[A-Za-z0-9+/]{86}==$/)]);
    }
  },
);
