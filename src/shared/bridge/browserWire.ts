import { z } from 'zod';
import { shellInfoSchema } from './contract.ts';

/**
 * What a tab and the browser shell say to each other. Calls go as `POST /rpc` with the session key and the tab's id in
 * headers; events arrive over a WebSocket, whose first message is the key.
 */
export const keyHeader = 'x-winnow-key';
export const tabHeader = 'x-winnow-tab';

/** On the reply to a call: the number of the newest event. The tab processes that event before it uses the reply. */
export const eventHeader = 'x-winnow-event';

/** A tab's own random name, to tell it apart from other tabs with the same key. */
export const tabIdSchema = z.string().regex(/^[\w-]{8,64}$/);

/** `POST /session`: exchanges the launch secret for a session key, once; or presents a key again after a reload. */
export const sessionRequestSchema = z.union([
  z.strictObject({ secret: z.string().max(200) }),
  z.strictObject({ key: z.string().max(200) }),
]);
export type SessionRequest = z.infer<typeof sessionRequestSchema>;

/** `last` is the number of the newest event so far; the socket starts after it. */
export const sessionReplySchema = z.object({
  key: z.string(),
  info: shellInfoSchema,
  last: z.number().int().nonnegative(),
});
export type SessionReply = z.infer<typeof sessionReplySchema>;

export const rpcRequestSchema = z.strictObject({ name: z.unknown(), input: z.unknown() });

/** `POST /upload?name=…`: the file as the body; the token stands for it in `workspace.inspect`. */
export const uploadReplySchema = z.object({ token: z.string() });

/** The first message on the socket; `after` is the number of the last event the tab has seen. */
export const socketHelloSchema = z.strictObject({
  key: z.string().max(200),
  tab: tabIdSchema,
  after: z.number().int().nonnegative(),
});
export type SocketHello = z.infer<typeof socketHelloSchema>;

/** What the shell says to a tab. */
export const shellMessageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('event'), id: z.number().int().positive(), name: z.string(), payload: z.unknown() }),
  /** The tab missed events that the shell no longer has: the page must reload. */
  z.object({ type: z.literal('missed') }),
  /** Open an address in a new tab, or one of the app's own routes in its own window. */
  z.object({ type: z.literal('open'), url: z.string(), ownWindow: z.boolean() }),
  /** Show a notification; clicking it shows `path`. The tab replies with `notified`. */
  z.object({ type: z.literal('notify'), id: z.string(), title: z.string(), body: z.string(), path: z.string() }),
]);
export type ShellMessage = z.infer<typeof shellMessageSchema>;

/** What a tab says after its first message. */
export const tabMessageSchema = z.strictObject({
  type: z.literal('notified'),
  id: z.string().max(100),
  shown: z.boolean(),
  reason: z.string().max(500),
});
export type TabMessage = z.infer<typeof tabMessageSchema>;

/** Why the shell closes a socket for good; a tab that gets one of these does not reconnect. */
export const closeCodes = { badKey: 4401, badMessage: 4400 } as const;
