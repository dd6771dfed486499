import { vi } from 'vitest';

/** Waits until an assertion holds; patient, because the machine that runs the tests may be busy. */
export async function eventually(assertion: () => void | Promise<void>): Promise<void> {
  await vi.waitFor(assertion, { timeout: 15_000, interval: 10 });
}
