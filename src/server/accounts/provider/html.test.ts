import { createContext, runInContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { embedFailure, embedScript, waitScript } from './html.ts';

/** A page as far as the scripts see one; its clock is moved by hand. */
function open() {
  const failure = { textContent: '' };
  const form = {
    hidden: true,
    querySelectorAll: () => [],
    addEventListener: () => undefined,
    querySelector: () => null,
  };
  const dataset: Record<string, string> = {};
  let now = 0;
  let tick: (() => void) | null = null;
  let ticks = 0;
  const page = {
    documentElement: { dataset },
    querySelector: () => failure,
    querySelectorAll: () => [form],
  };
  const context: Record<string, unknown> = {
    document: page,
    performance: { now: () => now },
    addEventListener: () => undefined,
    setInterval: (work: () => void, ms: number) => {
      expect(ms).toBe(100);
      tick = work;
      return 1;
    },
    clearInterval: () => {
      tick = null;
    },
  };
  context['window'] = context;
  createContext(context);
  return {
    failure,
    form,
    dataset,
    run: (script: string) => void runInContext(script, context),
    pass: (ms: number) => {
      const end = now + ms;
      while (now < end) {
        now += 100;
        if (tick === null) break;
        ticks += 1;
        tick();
      }
    },
    waits: () => tick !== null,
    ticks: () => ticks,
  };
}

describe('waiting for the provider (product 8, 9)', () => {
  test('the form shows when the script comes, also late', () => {
    const page = open();
    page.run(waitScript);
    page.pass(4800);
    expect(page.form.hidden).toBe(true);
    page.run(embedScript);
    page.pass(100);
    expect({ hidden: page.form.hidden, text: page.failure.textContent }).toEqual({ hidden: false, text: '' });
    expect(page.dataset['membership']).toBe('ready');
    expect(page.waits()).toBe(false);
  });

  test('after 5,000 ms without it the failure is told, and nobody looks any more', () => {
    const page = open();
    page.run(waitScript);
    page.pass(4900);
    expect(page.failure.textContent).toBe('');
    page.pass(100);
    expect(page.failure.textContent).toBe('Membership embed scripts failed to initialise.');
    expect(embedFailure).toBe(page.failure.textContent);
    expect(page.ticks()).toBe(50);
    expect(page.waits()).toBe(false);
    expect(page.form.hidden).toBe(true);
  });
});
