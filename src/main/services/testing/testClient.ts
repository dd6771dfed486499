import type { Clock } from '../../ports.ts';
import { ApiClient } from '../api/apiClient.ts';

/** A signed-in client of the server at `origin` that nobody listens to. */
export function testClient(origin: string, clock: Clock): ApiClient {
  return new ApiClient({
    transport: { fetch: (request) => fetch(request) },
    origin,
    token: 'token',
    jar: { csrf: '' },
    clock,
    onDenied: () => undefined,
    onReached: () => undefined,
  });
}
