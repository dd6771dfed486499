import { join } from 'node:path';
import { afterAll, beforeAll, describe } from 'vitest';
import { openCompanyReader, openCompanyWriter } from '#server/index/open.ts';
import type { ChangeLog, CompanyChange, CompanyReader } from '#server/index/port.ts';
import { followLog } from '#server/jobs/followLog.ts';
import { CompanyLog } from '#server/postgres/companyLog.ts';
import { PostgresServer } from '#server/postgres/server.ts';
import type { PostgresAddress } from '#server/postgres/address.ts';
import { TestCluster } from '../../postgres/testCluster.ts';
import { companyContract, type CompanyAdapter } from './companies.ts';

let cluster: TestCluster;
let address: PostgresAddress;
let server: PostgresServer;
let log: CompanyLog<CompanyChange>;
/** The place whose companies the database has, and when it has no others any more. */
let known = { place: '', emptied: Promise.resolve() };

beforeAll(async () => {
  cluster = await TestCluster.start();
  address = await cluster.newDatabase();
  server = new PostgresServer(address, () => undefined);
  log = new CompanyLog(server);
});
afterAll(async () => {
  await server.close();
  await cluster.stop();
});

function emptied(place: string): Promise<void> {
  if (known.place !== place) known = { place, emptied: cluster.empty(address) };
  return known.emptied;
}

/** Another server's index, which follows what the writer's has done before it answers anything. */
function following(place: string, options: { readonly now: () => Date }): CompanyReader & { close(): void } {
  const folder = join(place, 'follower');
  const reader = openCompanyReader(folder, options);
  // One after the other, as a server does it.
  let last: Promise<unknown> = Promise.resolve();
  const follow = (): Promise<void> => {
    const turn = last.then(followNow);
    last = turn.catch(() => undefined);
    return turn;
  };
  const followNow = async (): Promise<void> => {
    await emptied(place);
    const writer = openCompanyWriter(folder);
    try {
      await followLog(writer, log, { onProgress: () => undefined, signal: new AbortController().signal });
    } finally {
      writer.close();
    }
  };
  return new Proxy(reader, {
    get(target, name) {
      const method: unknown = Reflect.get(target, name, target);
      if (typeof method !== 'function') return method;
      if (name === 'close' || name === 'before') return method.bind(target);
      return async (...values: unknown[]): Promise<unknown> => {
        await follow();
        return Reflect.apply(method, target, values);
      };
    },
  });
}

const followed: CompanyAdapter = {
  name: 'PostgreSQL',
  openReader: following,
  openWriter: (place) => {
    const after: ChangeLog = {
      append: async (last, change, companies) => {
        await emptied(place);
        return log.append(last, change, companies);
      },
    };
    return openCompanyWriter(join(place, 'leader'), { log: after });
  },
};

describe(`N1 the company store on ${followed.name}, as another server finds it`, () => companyContract(followed));
