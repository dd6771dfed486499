/**
 * The value of a JSON text. Integers of more digits than a number has here are texts, so that they stay what they are
 * (`1234567890123456789`). Throws for what is no JSON.
 */
export function parseJson(text: string): unknown {
  return manyDigits.test(text) ? JSON.parse(text, exactly) : JSON.parse(text);
}

const manyDigits = /\d{16}/;

function exactly(_: string, value: unknown, { source = '' }: { readonly source?: string } = {}): unknown {
  return typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(source) ? source : value;
}
