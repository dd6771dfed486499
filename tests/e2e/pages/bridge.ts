import type { Page } from 'playwright/test';
import type { CallInput, CallName, CallOutput, WinnowBridge } from '../../../src/shared/bridge/contract.ts';
import type { EndpointName } from '../../../src/shared/api/endpoints.ts';
import type { EndpointResponse } from '../../../src/shared/api/messages.ts';

/** Makes a bridge call as the page would. */
export async function call<N extends CallName>(page: Page, name: N, input: CallInput<N>): Promise<CallOutput<N>> {
  const reply = await page.evaluate(
    async ([callName, callInput]) => {
      const { winnow } = globalThis as unknown as { winnow: WinnowBridge };
      return winnow.call(callName as 'api.request', callInput as never);
    },
    [name, input] as const,
  );
  if (!reply.ok) throw new Error(`${name}: ${reply.error.code} ${reply.error.message}`);
  return reply.value as CallOutput<N>;
}

/** Makes an API call as the page would. */
export async function api<N extends EndpointName>(
  page: Page,
  endpoint: N,
  input: { params?: Record<string, number>; query?: Record<string, string | number>; body?: unknown } = {},
): Promise<EndpointResponse<N>> {
  const { params = {}, query = {}, body = null } = input;
  const { value } = await call(page, 'api.request', { endpoint, params, query, body, replaces: '' });
  return value as EndpointResponse<N>;
}
