import { z } from 'zod';
import type { Endpoint } from '#shared/api/endpoint.ts';
import { type EndpointName, endpointNames, endpoints } from '#shared/api/endpoints.ts';
import { serverWorkspaceSchema } from '#shared/api/schemas.ts';
import { configSchema, digestStatusSchema, userSchema } from '#shared/domain/account.ts';
import {
  collectionCompanySchema,
  collectionItemSchema,
  collectionPreviewSchema,
  collectionSchema,
} from '#shared/domain/collection.ts';
import { companySchema } from '#shared/domain/companySchema.ts';
import { filterSetSchema } from '#shared/domain/filters.ts';
import { inboxEntrySchema } from '#shared/domain/inboxEntry.ts';
import { personRecordSchema } from '#shared/domain/person.ts';
import { sectorDataSchema } from '#shared/domain/sector.ts';
import { smartListCompaniesSchema, smartListOverviewSchema, smartListSchema } from '#shared/domain/smartList.ts';
import { apiErrorSchema } from '#shared/errorSchemas.ts';
import { statusOfCode } from '#shared/errors.ts';

/** A JSON Schema as it appears in the document. */
export type JsonSchema = Record<string, unknown>;

const named: Readonly<Record<string, z.ZodType>> = {
  Collection: collectionSchema,
  CollectionCompany: collectionCompanySchema,
  CollectionItem: collectionItemSchema,
  CollectionPreview: collectionPreviewSchema,
  Company: companySchema,
  Config: configSchema,
  DigestStatus: digestStatusSchema,
  Error: apiErrorSchema,
  FilterSet: filterSetSchema,
  InboxEntry: inboxEntrySchema,
  Person: personRecordSchema,
  SectorData: sectorDataSchema,
  SmartList: smartListSchema,
  SmartListCompanies: smartListCompaniesSchema,
  SmartListOverview: smartListOverviewSchema,
  User: userSchema,
  Workspace: serverWorkspaceSchema,
};

/** Turns zod schemas into JSON Schema 2020-12. Named shapes become references to `components`. */
class SchemaWriter {
  readonly #registry = z.registry<{ id: string }>();
  readonly #components: Record<string, JsonSchema> = {};

  constructor() {
    for (const [id, schema] of Object.entries(named)) this.#registry.add(schema, { id });
    for (const schema of Object.values(named)) this.write(schema, schema === filterSetSchema ? 'input' : 'output');
  }

  /** The named shapes, A to Z. */
  components(): Record<string, JsonSchema> {
    return Object.fromEntries(Object.entries(this.#components).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  }

  /** A schema as a caller sends it (`input`) or gets it (`output`). */
  write(schema: z.ZodType, direction: 'input' | 'output'): JsonSchema {
    const {
      $schema: _,
      $defs,
      ...written
    } = z.toJSONSchema(schema, {
      io: direction,
      metadata: this.#registry,
      unrepresentable: 'any',
    }) as JsonSchema & { $defs?: Record<string, JsonSchema> };
    // Filter sets are read leniently and written strictly, so the input form says more about them.
    for (const [id, definition] of Object.entries($defs ?? {})) {
      if (id !== 'FilterSet' || direction === 'input') this.#components[id] ??= withReferences(withoutId(definition));
    }
    const own = this.#registry.get(schema)?.id;
    if (own === undefined) return withReferences(written);
    this.#components[own] ??= withReferences(withoutId(written));
    return { $ref: `#/components/schemas/${own}` };
  }
}

function withoutId(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => key !== 'id'));
}

/** References within one schema become references within the document. */
function withReferences(value: JsonSchema): JsonSchema {
  const text = JSON.stringify(value).replaceAll('"#/$defs/', '"#/components/schemas/');
  return JSON.parse(text) as JsonSchema;
}

/** The error codes a call of the API can return, and what each means (docs/api.md 1). */
const errorMeanings = {
  bad_request: 'The input is not valid; `fields` names what is wrong.',
  unauthenticated: 'No token, or one that is unknown, expired or revoked.',
  addon_required: 'The account lacks the add-on that this call needs.',
  forbidden: 'The Host is not served here, a page of another origin asks, or the call is for staff.',
  not_found: 'The object is not there, or is someone else’s.',
  conflict:
    'The name is taken, the idempotency key was used for something else, the export is no longer open, or another ' +
    'job runs (`busy`).',
  payload_too_large:
    'The body is over 1 MB or the header over 16 KB; a file is over 2 GB, or the server has no room for it.',
  unprocessable: 'The list is filled by hand and takes no filters; the note is empty or too long.',
  rate_limited: 'Too many calls; `Retry-After` says in how many seconds to try again.',
  internal: 'A fault of the server.',
  unavailable: 'The storage cannot be used just now.',
} as const satisfies Partial<Record<keyof typeof statusOfCode, string>>;
type OperationError = keyof typeof errorMeanings;

const conflicting = new Set<EndpointName>([
  'moveEntry',
  'giveReason',
  'writeNote',
  'deleteNote',
  'exportCompanies',
  'signUp',
  'createSmartList',
  'updateSmartList',
  'restoreSmartList',
  'createCollection',
  'updateCollection',
  'restoreCollection',
  'importFiles',
  'undoImport',
  'refreshWorkspace',
]);

/** Calls that take an `Idempotency-Key`. */
const repeatable = new Set<EndpointName>(['moveEntry', 'giveReason', 'writeNote', 'deleteNote']);

/** Inputs that name an object. */
const referring = /^(?:id|token|files|collection|exclude_smartlist|.*_id|.*_ids)$/;

/** The errors one call can return; `inputs` are the names of its parameters and body fields. */
function errorsOf(name: EndpointName, endpoint: Endpoint, inputs: readonly string[]): OperationError[] {
  const possible: Record<OperationError, boolean> = {
    bad_request: inputs.some((input) => input !== 'id' && input !== 'note_id'),
    unauthenticated: endpoint.token,
    addon_required: name === 'exportCompanies' || name === 'handOver',
    forbidden: true,
    not_found: name !== 'signUp' && inputs.some((input) => referring.test(input)),
    conflict: conflicting.has(name),
    payload_too_large: endpoint.body !== null,
    unprocessable: name === 'updateSmartList' || name === 'writeNote',
    rate_limited: true,
    internal: true,
    unavailable: true,
  };
  return (Object.keys(possible) as OperationError[]).filter((error) => possible[error]);
}

/** An OpenAPI 3.1 document, as far as we write one. */
interface OpenApiDocument {
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
    ...(repeatable.has(name) ? [idempotencyKey] : []),
  ];
  const body = endpoint.body === null || endpoint.body === 'file' ? null : writer.write(endpoint.body, 'input');
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
    ...(endpoint.body === null ? {} : { requestBody: { required: true, content: contentOf(body) } }),
    responses: { [String(endpoint.status)]: answerOf(endpoint, writer), ...Object.fromEntries(errors) },
  };
}

/** A body of JSON with this schema, or null for the bytes of a file. */
function contentOf(schema: JsonSchema | null): JsonSchema {
  if (schema !== null) return { 'application/json': { schema } };
  return { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } };
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
  description: 'A repeated call with the same key is answered as the first one and done once.',
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
