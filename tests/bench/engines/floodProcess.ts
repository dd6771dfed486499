import { Agent, get } from 'node:http';
import { connect } from 'node:net';

/** `floodProcess.ts <kind> <url> <token>`: one user who sends requests endlessly, until told to stop. */
const [kind = '', url = '', token = ''] = process.argv.slice(2);
const { hostname, port } = new URL(url);

const pages = '/api/latest_companies/preview/?page_size=1000&page=';
const exported = '/api/latest_companies/export/';

/** How long a closed connection waits before it reconnects, in milliseconds: others need the processor too. */
const pause = 250;

/** Each of the connections asks for 1,000 companies, and then for more once they have arrived. */
function askForPages(connections: number): void {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const ask = (page: number): void => {
    const next = (): void => ask((page + connections) % 200);
    const sent = get(`${url}${pages}${page}`, { agent, headers: { authorization: `Bearer ${token}` } }, (response) => {
      response.resume();
      response.once('end', next);
    });
    sent.once('error', () => setTimeout(next, pause));
  };
  for (let connection = 0; connection < connections; connection++) ask(connection);
}

/** Each of the connections sends this request and reads nothing of the answer. */
function takeNothing(connections: number, path: string | null): void {
  const open = (): void => {
    const socket = connect({ host: hostname, port: Number(port) });
    // A connection that asks nothing gets nothing; reading, it notices when it is closed.
    if (path === null) socket.resume();
    else {
      socket.pause();
      socket.write(`GET ${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAuthorization: Bearer ${token}\r\n\r\n`);
    }
    socket.on('error', () => undefined);
    socket.once('close', () => setTimeout(open, pause));
  };
  for (let connection = 0; connection < connections; connection++) open();
}

/** Each of the connections starts an export, reads the start of it and leaves. */
function startExports(connections: number): void {
  const start = (): void => {
    const sent = get(
      `${url}${exported}`,
      { agent: false, headers: { authorization: `Bearer ${token}` } },
      (response) => {
        response.once('data', () => response.destroy());
        response.once('close', () => setTimeout(start, pause));
        response.on('error', () => undefined);
      },
    );
    sent.once('error', () => setTimeout(start, pause));
  };
  for (let connection = 0; connection < connections; connection++) start();
}

const kinds: Readonly<Record<string, () => void>> = {
  pages: () => askForPages(64),
  unread: () => takeNothing(512, `${pages}0`),
  mute: () => takeNothing(512, null),
  exports: () => takeNothing(64, exported),
  exportStarts: () => startExports(64),
};

kinds[kind]?.();
process.stdout.write('ready\n');
