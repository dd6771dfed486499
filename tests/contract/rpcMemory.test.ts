import { connectInMemory } from '#main/rpc/testing/memoryTransport.ts';
import { rpcClientOf, rpcSpecs } from './rpcSpecs.ts';

rpcSpecs('memory', async (router, events) => {
  const client = connectInMemory(router, events);
  const gone = new AbortController().signal;
  return rpcClientOf(client, {
    raw: (name, input) => router.handle(name, input, { trusted: true, client: 'raw', gone }),
    breakConnection: () => client.disconnect(),
    close: () => client.close(),
  });
});
