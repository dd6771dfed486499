import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseObject, parseValue } from './jsonRecord.ts';

test('what scrapers write and JSON has not is put right between strings, and no string is touched', () => {
  const odd = fc
    .array(fc.constantFrom('NaN', ',]', ',', '"', '\\', 'True', ' ', '}', 'a', '\n'), { maxLength: 6 })
    .map((parts) => parts.join(''));
  // V8 13.6 reads any key of one escaped character (`\n`) as `\` once it has seen that key in an object of the same shape.
  const key = odd.filter((name) => name !== '\\');
  fc.assert(
    fc.property(fc.dictionary(key, odd, { minKeys: 1 }), (object) => {
      const members = Object.entries(object).map(([key, value]) => `${JSON.stringify(key)} : ${JSON.stringify(value)}`);
      const text = `{"none": NaN, "yes": True, "list": [1, 2, ], ${members.join(' , ')}, }`;
      expect(parseObject(text)).toEqual({ none: null, yes: true, list: [1, 2], ...object });
      expect(parseObject(`${JSON.stringify(object)} , `)).toEqual(object);
    }),
  );
});

test.each(['a', String.raw`\"`, String.raw`\\`, ', ', String.raw`\n`])(
  'F24 a text of ten million characters made of %j is put right, too',
  (unit) => {
    const text = unit.repeat(10_000_000 / unit.length);
    const value: unknown = JSON.parse(`"${text}"`);
    expect(parseObject(`{"text":"${text}","none":None,}`)).toEqual({ text: value, none: null });
    expect(parseValue(`{"text":"${text}`)).toBeUndefined();
  },
);
