import type { Config } from '#shared/domain/account.ts';
import type { EndpointRequest, EndpointResponse } from '#shared/api/messages.ts';
import type { EndpointName, Endpoints } from '#shared/api/endpoints.ts';
import type { WrittenJson } from '../http/answers.ts';
import type { CallHeaders } from '../http/requestInput.ts';
import type { ExportSessions } from './exportSessions.ts';
import type { KnownCommands } from './knownCommands.ts';
import type { TeamCommands } from './teamCommands.ts';
import type { CompanyReader } from '../../index/port.ts';
import type { ListRows } from '../../lists/listRows.ts';
import type { State, UserRecord } from '../../state/port.ts';

/** What the app and its handlers depend on. */
export interface ApiDeps {
  readonly companies: CompanyReader;
  readonly state: State;
  /** Pages of lists in any order. */
  readonly lists: ListRows;
  /** Exports between one page and the next. */
  readonly exports: ExportSessions;
  /** What staff may do with the companies. */
  readonly team: TeamCommands;
  /** Companies that users know from elsewhere. */
  readonly known: KnownCommands;
  readonly config: Config;
  readonly now: () => Date;
  /** Receives every error that is our fault. */
  readonly reportError: (error: unknown) => void;
}

/** What a handler knows about its call besides the input. */
export interface CallContext {
  readonly deps: ApiDeps;
  readonly url: URL;
  readonly headers: CallHeaders;
  /** Whether the caller is still waiting for the answer. */
  readonly isWanted: () => boolean;
}

export interface SignedInContext extends CallContext {
  readonly user: UserRecord;
}

/**
 * A CSV stream: never whole in memory. `total` counts the rows of the whole export, not of this page. `next` is the
 * name to request the following pages with, if there are any.
 */
export interface CsvAnswer {
  readonly total: number;
  readonly next?: string;
  readonly body: ReadableStream<Uint8Array>;
}

type ContextOf<N extends EndpointName> = Endpoints[N]['token'] extends true ? SignedInContext : CallContext;
type AnswerOf<N extends EndpointName> = Endpoints[N]['response'] extends 'csv' ? CsvAnswer : EndpointResponse<N>;

/** Answers one call. Throws `AppError` if it cannot. */
type Handler<N extends EndpointName> = (
  request: EndpointRequest<N>,
  context: ContextOf<N>,
) => Promise<AnswerOf<N> | WrittenJson>;

export type Handlers = { readonly [N in EndpointName]: Handler<N> };

/**
 * Runs before the query and the body are read: a call on an object that does not exist, or is someone else's, answers
 * 404 whatever else is wrong with it, and a call that the user may not make says so first (docs/api.md 1).
 */
export type Guard = (id: number, context: SignedInContext) => Promise<void>;
export type Guards = { readonly [N in EndpointName]?: Guard };
