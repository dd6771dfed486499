/** What `COPY … FROM STDIN` reads, a few hundred rows at a time. */
export function* copyLines(rows: Iterable<readonly (string | number | null)[]>): Generator<string> {
  let lines: string[] = [];
  for (const row of rows) {
    lines.push(`${row.map(copyValue).join('\t')}\n`);
    if (lines.length < rowsAtOnce) continue;
    yield lines.join('');
    lines = [];
  }
  yield lines.join('');
}

const rowsAtOnce = 500;

function copyValue(value: string | number | null): string {
  if (value === null) return '\\N';
  if (typeof value === 'number') return String(value);
  return value.replaceAll(/[\\\t\n\r]/g, (sign) => escapes[sign] ?? sign);
}

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };
