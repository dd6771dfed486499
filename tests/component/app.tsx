import { mkdtempSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cleanup, configure, render, screen, within } from '@testing-library/react';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import { expect, vi } from 'vitest';
import { type App as MainApp, compose } from '#main/app.ts';
import type { ShellPorts } from '#main/ports.ts';
import { connectInMemory } from '#main/rpc/testing/memoryTransport.ts';
import { TestNotifier, TestOpener, TestPreferences, TestSecrets } from '#main/services/testing/memoryPorts.ts';
import { RecordingLog } from '#main/services/testing/recordingLog.ts';
import { noUpdater } from '#main/shellCommon/shellApp.ts';
import { systemClock } from '#main/shellCommon/system.ts';
import { App } from '#renderer/app/App.tsx';
import { createAppRouter } from '#renderer/app/router.tsx';
import type { LocalApi } from '#node/localApi.ts';
import { openLocalApi } from '#server/thread/workerHandle.ts';
import { endpoints } from '#shared/api/endpoints.ts';
import type { BridgeClient } from '#shared/bridge/client.ts';
import type { CallInput, CallName, CallOutput, EventName, EventPayload } from '#shared/bridge/contract.ts';
import { emptyFilters, type IncludeFilters } from '#shared/domain/filters.ts';
import { AppError } from '#shared/errors.ts';

type Client = BridgeClient & { close(): void };

/** A window of the same main that is not drawn: what it does, the one on the screen hears of. */
export class OtherWindow {
  readonly client: Client;

  constructor(client: Client) {
    this.client = client;
  }

  async call<N extends CallName>(name: N, input: CallInput<N>): Promise<CallOutput<N>> {
    const reply = await this.client.call(name, input);
    if (!reply.ok) throw AppError.fromWire(reply.error);
    return reply.value;
  }

  /** One call of the API. */
  async api<T>(
    endpoint: CallInput<'api.request'>['endpoint'],
    input: Partial<CallInput<'api.request'>> = {},
  ): Promise<T> {
    const request = { endpoint, params: {}, query: {}, body: null, replaces: '', ...input };
    return (await this.call('api.request', request)).value as T;
  }

  /** Makes a smart list of what matches, filled at once. */
  async makeList(name: string, include: Partial<IncludeFilters> = {}): Promise<{ id: number; total: number }> {
    const filters = emptyFilters();
    Object.assign(filters.include, include);
    const { id } = await this.api<{ id: number }>('createSmartList', { body: { name, filters, fill: true } });
    const { results } = await this.api<{ results: { id: number; totalCount: number }[] }>('listSmartLists');
    return { id, total: results.find((list) => list.id === id)?.totalCount ?? 0 };
  }

  /** How many companies are in a special list. */
  async countIn(flag: 'tag_watchlist' | 'tag_opportunities' | 'tag_archive' | 'tag_later'): Promise<number> {
    const query = { [flag]: 'true', page_size: 1 };
    return (await this.api<{ count: number }>('listEntries', { query })).count;
  }
}

/** Main as it is, on a workspace of its own with sample companies, and one window after the other. */
export class TestApp {
  /** A second window. */
  readonly other: OtherWindow;
  readonly user: UserEvent = userEvent.setup();
  /** What the window has called, in its order. */
  readonly called: string[] = [];
  readonly #main: MainApp;
  readonly #folder: string;
  #window: Client | null = null;

  readonly #api: LocalApi;

  private constructor(main: MainApp, api: LocalApi, folder: string) {
    this.#main = main;
    this.#api = api;
    this.#folder = folder;
    this.other = new OtherWindow(connectInMemory(main.router, main.events, { client: 'other' }));
  }

  static async start(companies: number): Promise<TestApp> {
    // To find out what is hidden, every rule of style would be asked for every element; and what a failed look for one
    // prints is the whole page.
    configure({ defaultHidden: true, getElementError: (message) => new Error(message ?? 'Not found.') });
    const folder = mkdtempSync(join(tmpdir(), 'winnow-component-'));
    const api = await openLocalApi(folder);
    const main = compose(portsOf(folder), Promise.resolve(api));
    await main.open();
    await main.start();
    const app = new TestApp(main, api, folder);
    if (companies > 0) await app.#job(() => app.other.call('workspace.createSample', { companies }));
    return app;
  }

  /** Starts a job of the workspace, and waits until it is done. */
  async #job(start: () => Promise<unknown>): Promise<void> {
    const ended = new Promise<EventPayload<'workspace.changed'>>((resolve) => {
      const end = this.other.client.subscribe('workspace.changed', (status) => {
        if (status.job === null || status.job.state === 'running') return;
        end();
        resolve(status);
      });
    });
    await start();
    expect((await ended).job?.state).toBe('done');
  }

  /** Imports a file that was written, as it is recognised. */
  async importFile(name: string): Promise<void> {
    const asked = { tokens: [name], removeSample: false, dryRun: false, mappings: {} };
    await this.#job(() => this.other.call('workspace.startImport', asked));
  }

  /** Opens a window at an address, in the place of the one before. `call` makes what stands between it and main. */
  open(path: string, call: (plain: BridgeClient['call']) => BridgeClient['call'] = (plain) => plain): void {
    this.close();
    const client = connectInMemory(this.#main.router, this.#main.events, { client: 'window' });
    const passed = call((name, input) => client.call(name, input));
    this.#window = client;
    window.winnow = {
      ...client,
      call: (name, input) => {
        this.called.push(name);
        return passed(name, input);
      },
      subscribe: (name, listener) => {
        this.called.push(`subscribe ${name}`);
        return client.subscribe(name, listener);
      },
      info: portsOf(this.#folder).info,
    };
    window.history.replaceState(null, '', path);
    render(<App router={createAppRouter()} />);
  }

  /** Puts a file where the shell finds it by its name. */
  async write(name: string, content: string): Promise<void> {
    await writeFile(join(this.#folder, name), content);
  }

  /** Main publishes an event. */
  tell<N extends EventName>(name: N, payload: EventPayload<N>): void {
    this.#main.events.publish(name, payload);
  }

  /** The computer falls asleep or wakes: while it sleeps, decisions are taken and nothing goes out. */
  sleep(isAsleep: boolean): void {
    if (isAsleep) this.#main.suspend();
    else this.#main.resume();
  }

  /** Another device of the same account moves an entry. */
  async moveOnOtherDevice(entryId: number, flags: Record<string, boolean>): Promise<void> {
    const path = endpoints.moveEntry.path.replace('{id}', String(entryId));
    const response = await this.#api.fetch(
      new Request(`http://localhost${path}`, {
        method: 'PATCH',
        headers: {
          authorization: `Bearer ${await this.#api.issueToken()}`,
          'content-type': 'application/json',
          'idempotency-key': crypto.randomUUID(),
        },
        body: JSON.stringify(flags),
      }),
    );
    expect(response.status).toBe(200);
  }

  close(): void {
    cleanup();
    this.#window?.close();
    this.#window = null;
    this.called.length = 0;
  }

  /** Presses keys one after the other. */
  async press(...keys: string[]): Promise<void> {
    for (const key of keys) await this.user.keyboard(key);
  }

  /** Waits for the pause after which keys are meant for the list again, once something was typed (product 14.5). */
  async rest(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, 320));
  }

  async stop(): Promise<void> {
    this.close();
    this.other.client.close();
    await this.#main.stop();
    await rm(this.#folder, { recursive: true, force: true });
  }
}

function portsOf(folder: string): ShellPorts {
  return {
    info: {
      product: 'Winnow',
      version: '1.2.0',
      platform: 'linux',
      capabilities: {
        saveDialog: false,
        openDialog: false,
        tray: false,
        ownWindow: false,
        filesInPlace: true,
        updates: false,
      },
      largestUpload: 1_000_000,
      notices: [],
    },
    folder,
    clock: systemClock(),
    secrets: new TestSecrets(),
    saver: { choose: async (name) => ({ name, path: join(folder, name), finish: async () => '' }) },
    // A token is the name of a file in the workspace's folder (`TestApp.write`).
    opener: { choose: async () => [], resolve: (token) => ({ token, name: token, path: join(folder, token) }) },
    printer: { print: async () => new Uint8Array(), close: async () => undefined },
    external: new TestOpener(),
    openSignInCallback: async () => null,
    proxyFor: async () => '',
    windows: { openRoute: async () => undefined, pageListens: () => undefined },
    notifier: new TestNotifier(),
    preferences: new TestPreferences(),
    log: new RecordingLog(),
    lastErrors: () => [],
    updater: noUpdater('This is a test.'),
  };
}

/** A busy machine may take its time. */
export const patience = { timeout: 60_000, interval: 50 };

/** The name of the company that the cursor is on; `''` for none. */
export function current(): string {
  return document.querySelector('.w-current .w-cell-name-text')?.textContent ?? '';
}

/** Waits until the status bar says that the cursor is on the nth row of so many. */
export async function at(position: number, of?: number): Promise<void> {
  const place = position.toLocaleString('en');
  const text = of === undefined ? new RegExp(`^${place} of \\d`) : `${place} of ${of.toLocaleString('en')}`;
  await vi.waitFor(() => expect(screen.getAllByText(text)).not.toHaveLength(0), patience);
}

/** Waits for a text. */
export async function seen(text: string | RegExp, place: HTMLElement = document.body): Promise<HTMLElement> {
  return await vi.waitFor(() => {
    const [first] = within(place).getAllByText(text);
    if (first === undefined) throw new Error('Nothing of the kind.');
    return first;
  }, patience);
}

/** The row of a company in the table; null where it is not drawn. */
export function rowOf(name: string): HTMLElement | null {
  const cell = [...document.querySelectorAll('.w-cell-name-text')].find(({ textContent }) => textContent === name);
  return cell?.closest<HTMLElement>('[role="row"]') ?? null;
}

/** The names in the table that is shown, in its order: the grid draws a row that comes back behind the others. */
export function names(): string[] {
  const rows = [...document.querySelectorAll('.w-grid [role="row"][row-index]')];
  return rows
    .filter((row) => row.querySelector('.w-cell-name-text') !== null)
    .toSorted((a, b) => Number(a.getAttribute('row-index')) - Number(b.getAttribute('row-index')))
    .map((row) => row.querySelector('.w-cell-name-text')?.textContent ?? '');
}

/** Waits until a screen has this heading. */
export async function heading(name: string, level = 1): Promise<HTMLElement> {
  return await vi.waitFor(() => screen.getByRole('heading', { name, level }), patience);
}

/** Polls until it is so. */
export async function until(check: () => void | Promise<void>): Promise<void> {
  await vi.waitFor(check, patience);
}
