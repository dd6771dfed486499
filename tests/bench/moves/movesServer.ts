import { join } from 'node:path';
import { emptyFilters } from '#shared/domain/filters.ts';
import type { MoveTarget } from '#shared/bridge/moves.ts';
import type { DecidedList } from '#shared/domain/listName.ts';
import { createRemoteTransport } from '#main/services/api/remoteTransport.ts';
import { writeCompanyFile } from '../csv/companyFile.ts';
import { importFiles, WinnowServer, type ServerCommand } from '../engines/winnow.ts';
import { clientOf, targetOf, type Destination } from './ownQueue.ts';

/** Companies in the file; the sample holds some back for later weeks. */
const companies = 10_700;

/** Our server with two smart lists of more than ten thousand undecided companies each. */
export class MovesServer {
  readonly destination: Destination;
  readonly #server: WinnowServer;
  readonly #lists: readonly number[];

  private constructor(server: WinnowServer, lists: readonly number[]) {
    this.#server = server;
    this.#lists = lists;
    this.destination = destinationOf(server);
  }

  /** Creates the workspace and serves it. */
  static async start(command: ServerCommand, folder: string): Promise<MovesServer> {
    const file = join(folder, 'moves', 'winnow.db');
    const csv = join(folder, 'moves.csv');
    writeCompanyFile(companies, csv);
    const empty = await WinnowServer.start(command, file, 0);
    const lists: number[] = [];
    for (const name of ['Ours', 'Theirs']) {
      const body = { name, filters: emptyFilters(), fill: false };
      const { id } = await clientOf(destinationOf(empty)).request('createSmartList', { body });
      lists.push(id);
    }
    await empty.close();
    await importFiles(command, file, csv);
    return new MovesServer(await WinnowServer.start(command, file, 0), lists);
  }

  /** The first `count` companies of each smart list. */
  async undecided(count: number): Promise<MoveTarget[][]> {
    return Promise.all(
      this.#lists.map(async (list) => {
        const { entries } = await clientOf(this.destination).request('listEntryIds', {
          query: { user_smart_list_id: list },
        });
        if (entries.length < count) throw new Error(`The smart list has ${entries.length} companies, not ${count}.`);
        return entries.slice(0, count).map(({ id, company_id: company }) => targetOf(id, company));
      }),
    );
  }

  /** Throws unless exactly these companies of a smart list are in `to`, and each was `sent` once. */
  async check(list: number, to: DecidedList, moved: readonly MoveTarget[], sent: number): Promise<void> {
    const { entries } = await clientOf(this.destination).request('listEntryIds', {
      query: { user_smart_list_id: this.#lists[list], [`tag_${to.toLowerCase()}`]: true },
    });
    const there = new Set(entries.map(({ id }) => id));
    const isWhole = moved.every(({ entryId }) => entryId !== null && there.has(entryId));
    if (isWhole && there.size === moved.length && sent === moved.length) return;
    throw new Error(`${sent} calls put ${there.size} companies on ${to}, not ${moved.length}.`);
  }

  async close(): Promise<void> {
    await this.#server.close();
  }
}

function destinationOf({ url, token }: WinnowServer): Destination {
  return { transport: createRemoteTransport(), origin: url, token };
}
