import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';

/**
 * Handing over: a second start on a workspace asks the one that has it to show itself, and ends (F20). They talk over a
 * file-system socket that only the user can reach, with its address in the workspace; there is no port.
 */

const requestSchema = z.strictObject({ link: z.string().max(4096), open: z.boolean() });
/** `link`: a `winnow://` address to follow, or `''`; `open`: show the app to the user. */
export type HandoverRequest = z.infer<typeof requestSchema>;

const replySchema = z.strictObject({ url: z.string().max(4096), shown: z.boolean() });
/** `url`: where the running app is; `shown`: it has shown itself, so the address need not be opened. */
export type HandoverReply = z.infer<typeof replySchema>;

const addressSchema = z.strictObject({ address: z.string().min(1).max(500), folder: z.string().max(500) });

/** A Unix socket's path has room for about 104 bytes; a workspace's path may be longer. */
const maxSocketPath = 100;
/** In characters. */
const maxMessage = 10_000;
/** How long either side waits for the other's message, in milliseconds: the running app may still be starting. */
const patienceMs = 60_000;

/**
 * Answers second starts until the returned function is called. Only the owner of the workspace may listen. `answer` may
 * wait until the app is ready; a start that gets no answer tries again.
 */
export async function listenForHandover(
  folder: string,
  answer: (request: HandoverRequest) => Promise<HandoverReply>,
): Promise<() => Promise<void>> {
  forget(folder);
  const place = newPlace(folder);
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    // The other side may disappear at any moment; it then starts on its own.
    socket.on('error', () => socket.destroy());
    socket.setTimeout(patienceMs, () => socket.destroy());
    void answerOne(socket, answer);
  });
  await listening(server, place.address);
  writeFileSync(addressFile(folder), JSON.stringify(place), { mode: 0o600 });
  return async () => {
    const closed = new Promise((resolve) => {
      server.close(resolve);
    });
    for (const socket of open) socket.destroy();
    await closed;
    forget(folder);
  };
}

/** Asks the running app; null if none answers. Never rejects. */
export async function handOver(folder: string, request: HandoverRequest): Promise<HandoverReply | null> {
  const place = readPlace(folder);
  if (place === null) return null;
  const socket = connect(place.address);
  socket.setTimeout(patienceMs, () => socket.destroy());
  try {
    socket.write(`${JSON.stringify(request)}\n`);
    const reply = replySchema.safeParse(JSON.parse(await readLine(socket)));
    return reply.success ? reply.data : null;
  } catch {
    return null;
  } finally {
    socket.destroy();
  }
}

async function answerOne(socket: Socket, answer: (request: HandoverRequest) => Promise<HandoverReply>): Promise<void> {
  try {
    const request = requestSchema.parse(JSON.parse(await readLine(socket)));
    socket.end(`${JSON.stringify(await answer(request))}\n`);
  } catch {
    // Closed without an answer: the other side tries again, or takes the workspace if we are ending.
    socket.destroy();
  }
}

/** A message is one line: a Windows pipe cannot be closed on one side only. */
function readLine(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => {
      text += chunk;
      const end = text.indexOf('\n');
      if (end >= 0) resolve(text.slice(0, end));
      else if (text.length > maxMessage) reject(new Error('The message is too long.'));
    });
    socket.once('error', reject);
    socket.once('close', () => {
      reject(new Error('The other side has closed.'));
    });
  });
}

function listening(server: Server, address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(address, resolve);
  });
}

type Place = z.infer<typeof addressSchema>;

/** On Windows a name that nobody can guess; elsewhere a socket in the workspace or in a private folder. */
function newPlace(folder: string): Place {
  if (process.platform === 'win32') return { address: `\\\\.\\pipe\\winnow-${randomUUID()}`, folder: '' };
  const inside = path.join(folder, 'handover.sock');
  if (Buffer.byteLength(inside) <= maxSocketPath) return { address: inside, folder: '' };
  const own = mkdtempSync(path.join(tmpdir(), 'winnow-handover-'));
  return { address: path.join(own, 'handover.sock'), folder: own };
}

function addressFile(folder: string): string {
  return path.join(folder, 'handover.json');
}

function readPlace(folder: string): Place | null {
  try {
    return addressSchema.parse(JSON.parse(readFileSync(addressFile(folder), 'utf8')));
  } catch {
    return null;
  }
}

/** Removes what this start, or an earlier one that was killed, has left. */
function forget(folder: string): void {
  const place = readPlace(folder);
  rmSync(addressFile(folder), { force: true });
  rmSync(path.join(folder, 'handover.sock'), { force: true });
  // Only a folder that is certainly ours is removed whole.
  if (place !== null && path.basename(place.folder).startsWith('winnow-handover-'))
    rmSync(place.folder, { recursive: true, force: true });
}
