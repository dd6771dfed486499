import { patternOf } from '#shared/api/endpoint.ts';
import { endpointNames, endpoints, type EndpointName } from '#shared/api/endpoints.ts';

/** Which call an address is, and its pattern: `/api/latest_companies/{id}/`. */
export interface Route {
  /** Undefined for what is no call of the endpoint table. */
  readonly name: EndpointName | undefined;
  readonly pattern: string;
}

interface Row extends Route {
  readonly method: string;
  readonly address: RegExp;
}

const rows: readonly Row[] = endpointNames.map((name) => {
  const { method, path } = endpoints[name];
  const source = path
    .replace(/\/$/, '')
    .replaceAll('.', String.raw`\.`)
    .replaceAll(/\{(\w+)\}/g, (_, parameter: string) => patternOf(parameter));
  return { name, pattern: path, method, address: new RegExp(`^${source}/?$`) };
});

/** Addresses without a parameter are nearly all that is asked. */
const fixed = new Map<string, Route>(
  rows
    .filter(({ pattern }) => !pattern.includes('{'))
    .flatMap((row) => {
      const bare = row.pattern.replace(/\/$/, '');
      return [`${row.method} ${bare}`, `${row.method} ${bare}/`].map((key) => [key, row]);
    }),
);

const provider: Route = { name: undefined, pattern: 'provider' };
const other: Route = { name: undefined, pattern: 'other' };

/** The route of a method and a path without a query. */
export function routeOf(method: string, path: string): Route {
  const asked = method === 'HEAD' ? 'GET' : method;
  const known = fixed.get(`${asked} ${path}`) ?? rows.find((row) => row.method === asked && row.address.test(path));
  return known ?? (/^\/(?:provider|admin)(?:\/|$)/.test(path) ? provider : other);
}
