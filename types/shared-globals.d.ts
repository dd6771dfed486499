/**
 * `src/shared` knows neither Node nor the DOM. These few globals exist in both; only tsconfig.shared.json sees them
 * declared here, the other environments bring their own.
 */
declare class URLSearchParams implements Iterable<[string, string]> {
  constructor(init?: string | Record<string, string>);
  get(name: string): string | null;
  keys(): IterableIterator<string>;
  [Symbol.iterator](): IterableIterator<[string, string]>;
}
declare class URL {
  static canParse(url: string, base?: string): boolean;
  constructor(url: string, base?: string);
  readonly protocol: string;
  readonly username: string;
  readonly password: string;
  readonly host: string;
  readonly port: string;
  readonly hash: string;
  readonly pathname: string;
  readonly search: string;
  readonly searchParams: URLSearchParams;
  toString(): string;
}
