import { z } from 'zod';
import { AppError } from '#shared/errors.ts';
import type { Clock } from '../../ports.ts';
import type { ApiTransport } from './apiClient.ts';
import { readText, unreachable } from './apiFailure.ts';
import { deadline, untilAborted } from './deadline.ts';

const replySchema = z.object({ access_token: z.string().min(1).max(4096), token_type: z.string().regex(/^bearer$/i) });

/** How long each call may take, in milliseconds, and how large its response may be, in bytes. */
const exchangeDeadlineMs = 10_000;
const revokeDeadlineMs = 5000;
const maxReply = 64 * 1024;

/** What the provider's callback brought, and the proof that we started the sign-in. */
export interface CodeExchange {
  readonly code: string;
  readonly verifier: string;
  /** The callback address that was passed to the sign-in page. */
  readonly redirect: string;
}

/**
 * Exchanges an authorization code for the token at the provider (RFC 6749 4.1.3, RFC 7636). Throws `connection_lost` or
 * `timeout` if it cannot be reached, otherwise `unprocessable`.
 */
export async function exchangeCode(
  transport: ApiTransport,
  clock: Clock,
  address: URL,
  { code, verifier, redirect }: CodeExchange,
): Promise<string> {
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    code,
    code_verifier: verifier,
    redirect_uri: redirect,
  });
  return await post(address, body, { clock, ms: exchangeDeadlineMs }, (request) => read(transport, request));
}

/** Revokes a token at the provider (RFC 7009). Throws like `exchangeCode`, even if the provider does not support it. */
export async function revokeToken(transport: ApiTransport, clock: Clock, address: URL, token: string): Promise<void> {
  const body = new URLSearchParams({ token, token_type_hint: 'access_token' });
  await post(address, body, { clock, ms: revokeDeadlineMs }, async (request) => {
    const response = await transport.fetch(request);
    await response.body?.cancel();
    if (!response.ok) throw new AppError('unprocessable', 'The provider did not end the session.');
  });
}

async function post<T>(
  address: URL,
  body: URLSearchParams,
  { clock, ms }: { readonly clock: Clock; readonly ms: number },
  ask: (request: Request) => Promise<T>,
): Promise<T> {
  const { signal, clear } = deadline(clock, ms, []);
  try {
    // Never followed: code and token go only to the provider (S26).
    return await untilAborted(ask(new Request(address, { method: 'POST', body, redirect: 'manual', signal })), signal);
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
  throw new AppError('unprocessable', 'The server did not accept the sign-in. Try again.');
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
