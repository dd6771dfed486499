import type { z } from 'zod';
import type { Endpoint, FileBody } from './endpoint.ts';
import type { EndpointName, Endpoints } from './endpoints.ts';

/** What a caller passes: path parameters, query and body, before they are parsed. */
export type EndpointInput<N extends EndpointName> = {
  params: z.input<Endpoints[N]['params']>;
  query: z.input<Endpoints[N]['query']>;
  body: Endpoints[N]['body'] extends z.ZodType
    ? z.input<Endpoints[N]['body']>
    : Endpoints[N]['body'] extends 'file'
      ? FileBody
      : null;
};

/** What a handler gets: the same, parsed and checked. */
export type EndpointRequest<N extends EndpointName> = {
  params: z.output<Endpoints[N]['params']>;
  query: z.output<Endpoints[N]['query']>;
  body: Endpoints[N]['body'] extends z.ZodType
    ? z.output<Endpoints[N]['body']>
    : Endpoints[N]['body'] extends 'file'
      ? FileBody
      : null;
};

/** What a call returns: its object, `null` for 204, or CSV text for an export. */
export type EndpointResponse<N extends EndpointName> = Endpoints[N]['response'] extends z.ZodType
  ? z.output<Endpoints[N]['response']>
  : Endpoints[N]['response'] extends 'csv'
    ? string
    : null;

/** The address of a call: `{name}` filled in, empty parameters dropped (product 5). */
export function addressOf(
  endpoint: Pick<Endpoint, 'path'>,
  params: Readonly<Record<string, unknown>>,
  query: Readonly<Record<string, unknown>>,
): string {
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const pairs = Object.entries(query).flatMap(([name, value]) => {
    const values: unknown[] = Array.isArray(value) ? value : [value];
    return values.filter(isPresent).map((item) => `${encodeURIComponent(name)}=${encodeURIComponent(String(item))}`);
  });
  return pairs.length === 0 ? path : `${path}?${pairs.join('&')}`;
}

function isPresent(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}
