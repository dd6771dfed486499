import { expect, test } from 'vitest';
import { jsonBodyOf } from './requestInput.ts';

test('a body that breaks off is no fault of the server, and so not reported as one', async () => {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"name":'));
      controller.error(new Error('aborted'));
    },
  });
  const headers = { 'Content-Type': 'application/json' };
  const init = { method: 'POST', headers, body, duplex: 'half' };
  const request = new Request('http://127.0.0.1/api/collection/', init);
  await expect(jsonBodyOf(request)).rejects.toMatchObject({ code: 'cancelled' });
});
