import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '#shared/errors.ts';
import type { AuditStore } from '../../state/port.ts';

/** How long it is waited while another server puts events into the chain, and how often, in milliseconds. */
const patienceMs = 3000;
const pauseMs = 50;

/**
 * Puts everything that has happened by now into the chain of events. Where it cannot be written to, what is in it can
 * still be read.
 */
export async function sealAll(audit: Pick<AuditStore, 'seal'>, atOnce: number): Promise<void> {
  const until = performance.now() + patienceMs;
  for (;;) {
    let sealed: number | 'elsewhere';
    try {
      sealed = await audit.seal(atOnce);
    } catch (error) {
      if (AppError.from(error).code !== 'storage_readonly') throw error;
      return;
    }
    if (sealed === 'elsewhere') {
      if (performance.now() > until) return;
      await sleep(pauseMs);
    } else if (sealed < atOnce) return;
  }
}
