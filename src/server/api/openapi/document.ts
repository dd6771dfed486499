import type { z } from 'zod';
import type { Endpoint } from '#shared/api/endpoint.ts';
import { endpointNames, endpoints, type EndpointName } from '#shared/api/endpoints.ts';
import { statusOfCode } from '#shared/errors.ts';
import { SchemaWriter, type JsonSchema } from './namedSchemas.ts';
import { errorMeanings, errorsOf, type OperationError } from './operationErrors.ts';

/** An OpenAPI 3.1 document, as far as we write one. */
export interface OpenApiDocument {
  readonly openapi: '3.1.0';
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly security: readonly Record<string, readonly string[]>[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, JsonSchema>>>>;
  readonly components: {
    readonly securitySchemes: Readonly<Record<string, JsonSchema>>;
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly responses: Readonly<Record<OperationError, JsonSchema>>;
  };
}

/** The version of the API itself: product 7 and the additions of docs/api.md. */
const apiVersion = '1.0.0';

/** Writes the document from the endpoint table. */
export function openApiDocument(): OpenApiDocument {
  const writer = new SchemaWriter();
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const name of endpointNames) {
    const endpoint: Endpoint = endpoints[name];
    const path = (paths[endpoint.path] ??= {});
    path[endpoint.method.toLowerCase()] = operationOf(name, endpoint, writer);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Winnow',
      version: apiVersion,
      description:
        'Search, smart lists, inboxes and collections of companies. Lists are paged from page 0; errors are ' +
        '{code, detail, fields?}. Addresses are accepted with and without their last slash.',
    },
    servers: [{ url: '/' }],
    security: [{ bearer: [] }],
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: writer.components(),
      responses: errorResponses(),
    },
  };
}

function operationOf(name: EndpointName, endpoint: Endpoint, writer: SchemaWriter): JsonSchema {
  const parameters = [
    ...parametersOf(endpoint.params, 'path', writer),
    ...parametersOf(endpoint.query, 'query', writer),
    ...(name === 'moveEntry' ? [idempotencyKey] : []),
  ];
  const body = endpoint.body === null ? null : writer.write(endpoint.body, 'input');
  const inputs = [...parameters.map((parameter) => String(parameter['name'])), ...propertiesOf(body)];
  const errors = errorsOf(name, endpoint, inputs).map((error) => [
    String(statusOfCode[error]),
    { $ref: `#/components/responses/${error}` },
  ]);
  return {
    operationId: name,
    summary: endpoint.summary,
    ...(endpoint.token ? {} : { security: [] }),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === null ? {} : { requestBody: { required: true, content: { 'application/json': { schema: body } } } }),
    responses: { [String(endpoint.status)]: answerOf(endpoint, writer), ...Object.fromEntries(errors) },
  };
}

function parametersOf(schema: z.ZodType, place: 'path' | 'query', writer: SchemaWriter): JsonSchema[] {
  const written = writer.write(schema, 'input');
  const required = (written['required'] ?? []) as readonly string[];
  const properties = (written['properties'] ?? {}) as Readonly<Record<string, JsonSchema>>;
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }));
}

const idempotencyKey: JsonSchema = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'A repeated move with the same key is answered as the first one and done once.',
  schema: { type: 'string' },
};

function propertiesOf(body: JsonSchema | null): string[] {
  return Object.keys(body?.['properties'] ?? {});
}

function answerOf({ response, summary }: Endpoint, writer: SchemaWriter): JsonSchema {
  if (response === null) return { description: 'Done.' };
  if (response === 'csv') {
    return {
      description: 'Comma-separated values, one page of at most 50,000 rows.',
      headers: {
        'X-Total-Count': { description: 'Rows of the whole export.', schema: { type: 'integer' } },
        'X-Export': {
          description: 'Where there are more pages: to be sent with them as `export`. A 409 then means to start again.',
          schema: { type: 'string' },
        },
      },
      content: { 'text/csv': { schema: { type: 'string' } } },
    };
  }
  return { description: summary, content: { 'application/json': { schema: writer.write(response, 'output') } } };
}

function errorResponses(): Record<OperationError, JsonSchema> {
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };
  const entries = Object.entries(errorMeanings).map(([error, description]) => {
    const retry = { 'Retry-After': { description: 'Seconds.', schema: { type: 'integer' } } };
    return [error, { description, ...(error === 'rate_limited' ? { headers: retry } : {}), content }];
  });
  return Object.fromEntries(entries) as Record<OperationError, JsonSchema>;
}
