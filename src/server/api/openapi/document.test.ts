import { describe, expect, test } from 'vitest';
import { endpointNames, endpoints } from '#shared/api/endpoints.ts';
import type { Endpoint } from '#shared/api/endpoint.ts';
import { openApiDocument, type JsonSchema } from './document.ts';

const document = openApiDocument();
const operationOf = (endpoint: Pick<Endpoint, 'path' | 'method'>): JsonSchema =>
  document.paths[endpoint.path]?.[endpoint.method.toLowerCase()] ?? {};

/** The calls that can return a status. */
const having = (status: string): string[] =>
  endpointNames.filter((name) => status in (operationOf(endpoints[name])['responses'] as object));

/** Every object in a value, depth first. */
function* objectsIn(value: unknown): Generator<JsonSchema> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield value as JsonSchema;
  for (const item of Object.values(value)) yield* objectsIn(item);
}

describe('the OpenAPI document', () => {
  test.for(endpointNames)('has %s with its parameters, body, answer and errors', (name) => {
    const endpoint: Endpoint = endpoints[name];
    const operation = operationOf(endpoint);
    expect(operation['operationId']).toBe(name);
    const responses = operation['responses'] as Record<string, JsonSchema>;
    expect(Object.keys(responses)).toEqual(expect.arrayContaining([String(endpoint.status), '429', '500']));
    expect(Object.keys(responses)).toContain('403');
    expect('401' in responses).toBe(endpoint.token);
    expect(operation['security']).toEqual(endpoint.token ? undefined : []);
    expect('requestBody' in operation).toBe(endpoint.body !== null);
    const parameters = (operation['parameters'] ?? []) as { name: string; in: string; required: boolean }[];
    const inPath = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter);
    expect(parameters.filter((p) => p.in === 'path' && p.required).map((p) => p.name)).toEqual(inPath);
    if (inPath.length > 0) expect(responses).toHaveProperty('404');
  });

  test('names the refusals that only one call has', () => {
    expect(having('402')).toEqual(['exportCompanies', 'handOver']);
    expect(having('422')).toEqual(['updateSmartList', 'writeNote']);
    expect(having('409')).toContain('exportCompanies');
  });

  test('has nothing that the table does not have', () => {
    const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
    expect(operations).toHaveLength(endpointNames.length);
  });

  test('refers only to what is in it, and has no leftovers of other dialects', () => {
    const used = new Set<string>();
    for (const object of objectsIn(document)) {
      expect(Object.keys(object)).not.toContain('$defs');
      expect(Object.keys(object)).not.toContain('nullable');
      if (typeof object['$ref'] === 'string') used.add(object['$ref']);
    }
    for (const reference of used) {
      const [, , kind = '', name = ''] = reference.split('/');
      expect(reference).toBe(`#/components/${kind}/${name}`);
      expect(document.components[kind as 'schemas' | 'responses']).toHaveProperty(name);
    }
    const names = Object.keys(document.components.schemas);
    expect(names.filter((name) => !used.has(`#/components/schemas/${name}`))).toEqual([]);
  });

  test('names what search takes and the company answers', () => {
    const search = operationOf(endpoints.searchCompanies)['parameters'] as { name: string; in: string }[];
    const names = search.filter((parameter) => parameter.in === 'query').map((parameter) => parameter.name);
    expect(names).toEqual(expect.arrayContaining(['text_search', 'stages', 'n_days_in_digest', 'page', 'sort_by']));
    const company = document.components.schemas['Company'] as { properties: Record<string, unknown> };
    expect(Object.keys(company.properties)).toEqual(expect.arrayContaining(['id', 'score', 'challenges_llm', 'tags']));
    const filters = document.components.schemas['FilterSet'] as {
      properties: { include: { properties: Record<string, unknown> } };
    };
    expect(Object.keys(filters.properties.include.properties)).toContain('fundedTagGroup');
    expect(document.components.schemas['Error']).toMatchObject({ required: ['code', 'detail'] });
  });
});
