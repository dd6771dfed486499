import type { Config } from '#shared/domain/account.ts';
import type { EndpointRequest, EndpointResponse } from '#shared/api/messages.ts';
import type { EndpointName, Endpoints } from '#shared/api/endpoints.ts';
import type { WrittenJson } from '../http/answers.ts';
import type { CallHeaders } from '../http/requestInput.ts';
import type { ExportSessions } from './exportSessions.ts';
import type { CompanyReader } from '../../index/port.ts';
import type { State, UserRecord } from '../../state/port.ts';

/** What the app and its handlers stand on. */
export interface ApiDeps {
  readonly companies: CompanyReader;
  readonly state: State;
  /** Exports between one page and the next. */
  readonly exports: ExportSessions;
  readonly config: Config;
  readonly now: () => Date;
  /** Told of every error that is nobody's fault but ours. */
  readonly reportError: (error: unknown) => void;
}

/** What a handler knows of its call beside its input. */
export interface CallContext {
  readonly deps: ApiDeps;
  readonly url: URL;
  readonly headers: CallHeaders;
  /** Whether the caller still waits for the answer. */
  readonly isWanted: () => boolean;
}

export interface SignedInContext extends CallContext {
  readonly user: UserRecord;
}

/**
 * CSV on its way: never whole in memory. `total` counts the rows of the whole export, not of this page; `next` is what
 * the following pages are asked for with, where there are any.
 */
export interface CsvAnswer {
  readonly total: number;
  readonly next?: string;
  readonly body: ReadableStream<Uint8Array>;
}

type ContextOf<N extends EndpointName> = Endpoints[N]['token'] extends true ? SignedInContext : CallContext;
type AnswerOf<N extends EndpointName> = Endpoints[N]['response'] extends 'csv' ? CsvAnswer : EndpointResponse<N>;

/** Answers one call; throws `AppError` where it cannot. */
type Handler<N extends EndpointName> = (
  request: EndpointRequest<N>,
  context: ContextOf<N>,
) => Promise<AnswerOf<N> | WrittenJson>;

export type Handlers = { readonly [N in EndpointName]: Handler<N> };

/**
 * Runs before the query and the body are read: a call on an object that is not there, or is someone else's, answers 404
 * whatever else is wrong with it, and a call the user may not make says so first (docs/api.md 1).
 */
export type Guard = (id: number, context: SignedInContext) => Promise<void>;
export type Guards = { readonly [N in EndpointName]?: Guard };
