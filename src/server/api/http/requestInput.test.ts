import { expect, test } from 'vitest';
import { fieldsOf } from '../../accounts/provider/session.ts';
import { jsonBodyOf } from './requestInput.ts';

test.for([
  ['application/json', '{"name":', jsonBodyOf],
  ['application/x-www-form-urlencoded', 'login=', fieldsOf],
] as const)(
  'a body of %s that breaks off is no fault of the server, and so not reported as one',
  async ([type, text, read]) => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(text));
        controller.error(new Error('aborted'));
      },
    });
    const init = { method: 'POST', headers: { 'Content-Type': type }, body, duplex: 'half' };
    await expect(read(new Request('http://127.0.0.1/', init))).rejects.toMatchObject({ code: 'cancelled' });
  },
);
