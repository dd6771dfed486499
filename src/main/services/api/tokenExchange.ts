import { z } from 'zod';
import { AppError } from '#shared/errors.ts';
import type { Clock } from '../../ports.ts';
import type { ApiTransport } from './apiClient.ts';
import { deadline, untilAborted } from './deadline.ts';
import { readText } from './readText.ts';
import { unreachable } from './remoteTransport.ts';

const replySchema = z.object({ access_token: z.string().min(1).max(4096), token_type: z.string().regex(/^bearer$/i) });

/** How long the exchange may take in all, in milliseconds, and how large its answer may be, in bytes. */
const exchangeDeadlineMs = 10_000;
const maxReply = 64 * 1024;

/** What the provider's callback brought, and what shows that we started it. */
export interface CodeExchange {
  readonly code: string;
  readonly verifier: string;
  /** The callback address that the sign-in page was given. */
  readonly redirect: string;
}

/**
 * Changes an authorization code for the token at the provider (RFC 6749 4.1.3, RFC 7636). Throws `connection_lost` or
 * `timeout` where it cannot be reached, else `unprocessable`.
 */
export async function exchangeCode(
  transport: ApiTransport,
  clock: Clock,
  address: URL,
  { code, verifier, redirect }: CodeExchange,
): Promise<string> {
  const { signal, clear } = deadline(clock, exchangeDeadlineMs, []);
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    code,
    code_verifier: verifier,
    redirect_uri: redirect,
  });
  // Never followed: the code goes to the provider and to nobody else (S26).
  const request = new Request(address, { method: 'POST', body, redirect: 'manual', signal });
  try {
    return await untilAborted(read(transport, request), signal);
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('connection_lost', unreachable(error), { cause: error });
  } finally {
    clear();
  }
}

async function read(transport: ApiTransport, request: Request): Promise<string> {
  const response = await transport.fetch(request);
  const text = await readText(response, maxReply);
  if (response.ok) {
    const reply = replySchema.safeParse(jsonOf(text));
    if (reply.success) return reply.data.access_token;
  }
  throw new AppError('unprocessable', 'The server did not accept the sign-in. Start it again.');
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
