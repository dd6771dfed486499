import type { Clock } from '../../ports.ts';
import { ApiClient } from '../api/apiClient.ts';
import { createRemoteTransport } from '../api/remoteTransport.ts';

/** A signed-in client of the server at `origin` that nobody listens to. */
export function testClient(origin: string, clock: Clock): ApiClient {
  return new ApiClient({
    transport: createRemoteTransport(),
    origin,
    token: 'token',
    jar: { csrf: '' },
    clock,
    onDenied: () => undefined,
    onReached: () => undefined,
  });
}
