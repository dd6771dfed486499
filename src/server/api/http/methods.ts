import { endpointNames, endpoints } from '#shared/api/endpoints.ts';

/** Addresses that are in no row of the table, and are read only. */
const readOnly = ['/api/openapi.json'];

/** The rows of the table by their address; an id is one that can name something. */
const rows = [
  ...endpointNames.map((name) => ({ method: endpoints[name].method as string, path: endpoints[name].path as string })),
  ...readOnly.map((path) => ({ method: 'GET', path })),
].map(({ method, path }) => ({
  method,
  pattern: new RegExp(
    `^${path
      .replace(/\/$/, '')
      .replaceAll('.', String.raw`\.`)
      .replaceAll(/\{\w+\}/g, String.raw`[1-9]\d{0,14}`)}/?$`,
  ),
}));

/**
 * The methods that an address of the API takes; none where there is no such address. What can be read has a HEAD too.
 */
export function methodsOf(pathname: string): string[] {
  const methods = rows.filter(({ pattern }) => pattern.test(pathname)).map(({ method }) => method);
  return [...new Set(methods.includes('GET') ? [...methods, 'HEAD'] : methods)].toSorted();
}
