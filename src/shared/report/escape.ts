/** Control characters that no page may carry; tab and line ends stay. */
// oxlint-disable-next-line no-control-regex -- these are the characters to leave out
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]/g;

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A value as text for a page, even between the quotes of an attribute: nothing in it is markup (S41). */
export function escapeHtml(value: string): string {
  return value
    .toWellFormed()
    .replaceAll(controls, '')
    .replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? '');
}

/** A value isolated from the direction of the text around it: a Hebrew name does not reverse its sentence. */
export function isolated(value: string): string {
  return `<bdi>${escapeHtml(value)}</bdi>`;
}

/** A value as a CSS string, with its quotes. Everything but plain letters and digits is written as its code. */
export function cssString(value: string): string {
  const plain = value.toWellFormed().replaceAll(controls, ' ');
  const escaped = Array.from(plain, (sign) =>
    /[A-Za-z0-9 ]/.test(sign) ? sign : `\\${(sign.codePointAt(0) ?? 0).toString(16)} `,
  );
  return `"${escaped.join('')}"`;
}
