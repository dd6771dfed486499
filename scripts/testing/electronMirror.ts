import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { crc32 } from 'node:zlib';

/** Sends the requested bytes, of which the first is number `first` of the file. */
export type Sending = (response: ServerResponse, bytes: Buffer, first: number) => void;

/** A local mirror of Electron's releases, which answers as it is told, and also serves as a proxy. */
export interface Mirror {
  /** The size of its file, in bytes. */
  readonly size: number;
  /** The first byte of each request for the file, and the hosts it was a proxy for. */
  readonly asked: number[];
  readonly proxied: string[];
  readonly origin: string;
  send: Sending;
  close(): Promise<void>;
}

export const sendAll: Sending = (response, bytes) => response.end(bytes);

/** Sends the first bytes of the file, and none of the rest, however often it is asked. */
export const stallAt =
  (count: number): Sending =>
  (response, bytes, first) => {
    response.flushHeaders();
    if (first < count) response.write(bytes.subarray(0, count - first));
  };

/** Sends part of what is left and drops the connection. */
export const cutAfter =
  (count: number): Sending =>
  (response, bytes) => {
    if (bytes.length <= count) response.end(bytes);
    else response.write(bytes.subarray(0, count), () => response.destroy());
  };

/** Starts a mirror that serves `files` as the archive of any version for any system. */
export async function startMirror(files: Readonly<Record<string, Buffer>>): Promise<Mirror> {
  const archive = zipOf(files);
  const tag = `"${createHash('sha256').update(archive).digest('hex')}"`;
  const asked: number[] = [];
  const proxied: string[] = [];
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    // A proxy gets the full address.
    const { hostname, pathname } = new URL(request.url ?? '', 'http://127.0.0.1');
    if (hostname !== '127.0.0.1') proxied.push(hostname);
    if (pathname.endsWith('SHASUMS256.txt')) {
      const hash = createHash('sha256').update(archive).digest('hex');
      const systems = ['linux', 'darwin', 'win32'].flatMap((name) => [`${name}-x64`, `${name}-arm64`]);
      const version = pathname.split('/').at(-2) ?? '';
      response.end(systems.map((system) => `${hash} *electron-${version}-${system}.zip\n`).join(''));
      return;
    }
    const wanted = Number(/^bytes=(?<first>\d+)-$/.exec(request.headers.range ?? '')?.groups?.['first'] ?? 0);
    const goesOn = wanted > 0 && (request.headers['if-range'] ?? tag) === tag;
    const first = goesOn ? wanted : 0;
    asked.push(first);
    const length = archive.length - first;
    const range = `bytes ${first}-${archive.length - 1}/${archive.length}`;
    response.writeHead(goesOn ? 206 : 200, {
      'content-length': length,
      etag: tag,
      ...(goesOn ? { 'content-range': range } : {}),
    });
    mirror.send(response, archive.subarray(first), first);
  };
  const server = createServer(answer);
  server.on('connect', (request, client) => {
    proxied.push((request.url ?? '').split(':')[0] ?? '');
    const upstream = connect((server.address() as AddressInfo).port, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 OK\r\n\r\n');
      upstream.pipe(client).pipe(upstream);
    });
    for (const socket of [client, upstream]) socket.on('error', () => upstream.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const mirror: Mirror = {
    size: archive.length,
    asked,
    proxied,
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    send: sendAll,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return mirror;
}

/** An uncompressed ZIP archive of executable files. */
function zipOf(files: Readonly<Record<string, Buffer>>): Buffer {
  const parts: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const [name, bytes] of Object.entries(files)) {
    // Version 2.0, no flags, stored, 1 January 2026.
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(((2026 - 1980) << 9) | (1 << 5) | 1, 8);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(bytes.length, 14);
    common.writeUInt32LE(bytes.length, 18);
    common.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), common, Buffer.from(name), bytes]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE((0o100755 << 16) >>> 0, 6);
    tail.writeUInt32LE(offset, 10);
    // Made on Unix, so that the mode applies.
    central.push(Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\u0003'), common, tail, Buffer.from(name)]));
    parts.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006');
  end.writeUInt16LE(central.length, 8);
  end.writeUInt16LE(central.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, directory, end]);
}
