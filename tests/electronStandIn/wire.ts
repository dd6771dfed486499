/**
 * Values as JSON that keeps what the structured clone keeps. `makeWire` contains everything it needs, because its
 * source text also runs in the two worlds of a page.
 */
export interface Wire {
  /** Throws a `TypeError` for what cannot be cloned, unless `refs` takes it. */
  encode(value: unknown, refs?: Refs): unknown;
  decode(json: unknown, found?: Found): unknown;
}

/** Numbers for values that are not copied but stay where they are. */
export interface Refs {
  callable(value: unknown): number;
  promise(value: Promise<unknown>): number;
  file(value: unknown): number;
}

/** What those numbers stand for on the other side. */
export interface Found {
  callable(id: number): unknown;
  promise(id: number): Promise<unknown>;
  file(index: number): unknown;
}

// Everything is inside, because nothing outside is sent along into a page.
// oxlint-disable unicorn/consistent-function-scoping
export function makeWire(): Wire {
  const plain = (value: object): boolean => {
    const prototype: unknown = Object.getPrototypeOf(value);
    return prototype === null || prototype === Object.prototype || (prototype as object).constructor?.name === 'Object';
  };

  function encode(value: unknown, refs?: Refs): unknown {
    const cannot = (): never => {
      throw new TypeError('An object could not be cloned.');
    };
    const inner = (one: unknown): unknown => encode(one, refs);
    switch (typeof value) {
      case 'undefined':
        return { $: 'undefined' };
      case 'boolean':
      case 'string':
        return value;
      case 'number':
        return Number.isFinite(value) && !Object.is(value, -0)
          ? value
          : { $: 'number', v: Object.is(value, -0) ? '-0' : String(value) };
      case 'bigint':
        return { $: 'bigint', v: String(value) };
      case 'function':
        return refs === undefined ? cannot() : { $: 'function', v: refs.callable(value) };
      case 'symbol':
        return cannot();
      case 'object':
        break;
      default:
        return cannot();
    }
    if (value === null) return null;
    if (value instanceof Promise) return refs === undefined ? cannot() : { $: 'promise', v: refs.promise(value) };
    if (typeof File !== 'undefined' && value instanceof File) {
      return refs === undefined ? cannot() : { $: 'file', v: refs.file(value) };
    }
    if (value instanceof Date) return { $: 'date', v: value.getTime() };
    if (value instanceof Error) return { $: 'error', name: value.name, message: value.message };
    if (value instanceof Map) return { $: 'map', v: [...value].map(([key, one]) => [inner(key), inner(one)]) };
    if (value instanceof Set) return { $: 'set', v: [...value].map(inner) };
    if (ArrayBuffer.isView(value)) {
      const { buffer, byteOffset, byteLength } = value;
      return { $: 'bytes', v: [...new Uint8Array(buffer, byteOffset, byteLength)] };
    }
    if (Array.isArray(value)) return value.map(inner);
    if (!plain(value)) return cannot();
    return { $: 'object', v: Object.entries(value).map(([key, one]) => [key, inner(one)]) };
  }

  function decode(json: unknown, found?: Found): unknown {
    if (json === null || typeof json !== 'object') return json;
    const inner = (one: unknown): unknown => decode(one, found);
    if (Array.isArray(json)) return json.map(inner);
    const { $: kind, v, name, message } = json as { $: string; v: never; name?: string; message?: string };
    switch (kind) {
      case 'number':
        return Number(v);
      case 'bigint':
        return BigInt(v);
      case 'function':
        return found?.callable(v);
      case 'promise':
        return found?.promise(v);
      case 'file':
        return found?.file(v);
      case 'date':
        return new Date(v);
      case 'error':
        return Object.assign(new Error(message), { name });
      case 'map':
        return new Map((v as unknown[][]).map(([key, one]) => [inner(key), inner(one)]));
      case 'set':
        return new Set((v as unknown[]).map(inner));
      case 'bytes':
        return Uint8Array.from(v as number[]);
      case 'object': {
        const made: Record<string, unknown> = {};
        for (const [key, one] of v as [string, unknown][]) {
          Object.defineProperty(made, key, { value: inner(one), enumerable: true, configurable: true, writable: true });
        }
        return made;
      }
      default:
        return undefined;
    }
  }

  return { encode, decode };
}
