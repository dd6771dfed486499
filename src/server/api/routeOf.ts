import { patternOf } from '#shared/api/endpoint.ts';
import { endpointNames, endpoints, type EndpointName } from '#shared/api/endpoints.ts';

/** Which call an address is, and its pattern: `/api/latest_companies/{id}/`. */
export interface Route {
  /** Undefined for what is no call of the endpoint table. */
  readonly name: EndpointName | undefined;
  readonly pattern: string;
}

/** A call with what stands in the places of its pattern's parameters. */
export interface RoutedCall {
  readonly name: EndpointName;
  readonly params: Readonly<Record<string, string>>;
}

interface Row extends Route {
  readonly name: EndpointName;
  readonly method: string;
  readonly address: RegExp;
}

const rows: readonly Row[] = endpointNames.map((name) => {
  const { method, path } = endpoints[name];
  const source = path
    .replace(/\/$/, '')
    .replaceAll('.', String.raw`\.`)
    .replaceAll(/\{(\w+)\}/g, (_, parameter: string) => `(?<${parameter}>${patternOf(parameter)})`);
  return { name, pattern: path, method, address: new RegExp(`^${source}/?$`) };
});

/** Addresses without a parameter are nearly all that is asked. */
const fixed = new Map<string, Row>(
  rows
    .filter(({ pattern }) => !pattern.includes('{'))
    .flatMap((row) => {
      const bare = row.pattern.replace(/\/$/, '');
      return [`${row.method} ${bare}`, `${row.method} ${bare}/`].map((key) => [key, row]);
    }),
);

const provider: Route = { name: undefined, pattern: 'provider' };
const other: Route = { name: undefined, pattern: 'other' };

function rowOf(method: string, path: string): Row | undefined {
  return fixed.get(`${method} ${path}`) ?? rows.find((row) => row.method === method && row.address.test(path));
}

/** The call of a method and a path without a query; undefined if it is none. */
export function callAt(method: string, path: string): RoutedCall | undefined {
  const row = rowOf(method, path);
  return row && { name: row.name, params: { ...row.address.exec(path)?.groups } };
}

/** The methods that the calls at a path have. */
export function methodsAt(path: string): string[] {
  return rows.filter(({ address }) => address.test(path)).map(({ method }) => method);
}

/** The route of a method and a path without a query. */
export function routeOf(method: string, path: string): Route {
  const known = rowOf(method === 'HEAD' ? 'GET' : method, path);
  return known ?? (/^\/(?:provider|admin)(?:\/|$)/.test(path) ? provider : other);
}
