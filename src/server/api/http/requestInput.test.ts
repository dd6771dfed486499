import { anything, assert, jsonValue, property, string } from 'fast-check';
import { expect, test, describe } from 'vitest';
import { AppError } from '#shared/errors.ts';
import { fieldsOf } from '../../accounts/provider/session.ts';
import { bodyOf, jsonBodyOf, parseStrictJson } from './requestInput.ts';

test.for([
  ['application/json', '{"name":', (request: Request) => jsonBodyOf(request.headers, bodyOf(request))],
  ['application/x-www-form-urlencoded', 'login=', fieldsOf],
] as const)(
  'a body of %s that breaks off is no fault of the server, and so not reported as one',
  async ([type, text, read]) => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(text));
        controller.error(new Error('aborted'));
      },
    });
    const init = { method: 'POST', headers: { 'Content-Type': type }, body, duplex: 'half' };
    await expect(read(new Request('http://127.0.0.1/', init))).rejects.toMatchObject({ code: 'cancelled' });
  },
);

describe('strict JSON', () => {
  test('S23 what a usual client sends is read as JSON.parse reads it', () => {
    assert(
      property(jsonValue({ maxDepth: 5, noUnicodeString: false }), (value) => {
        const text = JSON.stringify(value);
        // The generator likes to try `__proto__`, which is refused on purpose.
        if (/"(?:__proto__|constructor|prototype)":/.test(text)) return;
        expect(parseStrictJson(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  test('S23 any text is either read or refused with bad_request', () => {
    assert(
      property(string({ unit: 'binary' }), anything({ withObjectString: true }), (text, value) => {
        for (const candidate of [text, JSON.stringify(value)]) {
          if (candidate === undefined) continue;
          try {
            parseStrictJson(candidate);
          } catch (error) {
            expect(error).toBeInstanceOf(AppError);
            expect(error).toMatchObject({ code: 'bad_request' });
          }
        }
      }),
    );
  });

  test.for([
    ['a key twice', '{"a":1,"a":2}'],
    ['a key twice, spelt in two ways', '{"a":1,"\\u0061":2}'],
    ['a key twice, deep inside', '[{"x":[{"a":{},"a":{}}]}]'],
    ['__proto__', '{"__proto__":{}}'],
    ['__proto__, escaped', '{"\\u005f_proto__":{}}'],
    ['constructor', '{"a":{"constructor":{"prototype":{}}}}'],
    ['an infinite number', '[1e400]'],
    ['an infinite negative number', '{"a":-1e999}'],
    ['half a surrogate pair in a text', '["\\ud83d"]'],
    ['half a surrogate pair in a key', '{"\\udc00":1}'],
    ['nesting of 65', `${'['.repeat(65)}${']'.repeat(65)}`],
    ['no JSON', 'name=x'],
    ['two values', '{}{}'],
    ['nothing', ''],
  ])('S23 refused: %s', ([, text]) => {
    expect(() => parseStrictJson(text ?? '')).toThrow(
      expect.objectContaining({ code: 'bad_request', fields: { '': expect.any(String) } }),
    );
  });

  test('S23 braces and colons inside texts are only text', () => {
    const value = { a: ':::{{{[[[', 'b"\\': ['":{}', '\\'] };
    expect(parseStrictJson(JSON.stringify(value))).toEqual(value);
    const nested = `${'['.repeat(64)}${']'.repeat(64)}`;
    expect(parseStrictJson(nested)).toEqual(JSON.parse(nested));
  });
});
