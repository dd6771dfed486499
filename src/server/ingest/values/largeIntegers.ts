/**
 * The value of a JSON text; integers of more digits than a number has here are texts: `1234567890123456789` stays what it
 * is. Throws for what is no JSON.
 */
export function parseJson(text: string): unknown {
  return manyDigits.test(text) ? JSON.parse(text, exactly) : JSON.parse(text);
}

const manyDigits = /\d{16}/;

function exactly(_: string, value: unknown, { source = '' }: { readonly source?: string } = {}): unknown {
  return typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(source) ? source : value;
}
