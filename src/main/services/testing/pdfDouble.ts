/** A PDF as Chromium lays its bytes out: so many empty pages, and a named destination on some of them. */
export function pdfWith(pages: number, targets: Readonly<Record<string, number>>): Uint8Array {
  const first = 4;
  const named = Object.entries(targets).map(([name, page]) => `/${name} [${first + page - 1} 0 R /XYZ 0 841 0]`);
  const kids = Array.from({ length: pages }, (_, index) => `${first + index} 0 R`);
  const objects = [
    '<</Type /Catalog\n/Pages 2 0 R\n/Dests 3 0 R>>',
    `<</Type /Pages\n/Count ${pages}\n/Kids [${kids.join(' ')}]>>`,
    `<<${named.join('\n')}>>`,
    ...kids.map(() => '<</Type /Page\n/Parent 2 0 R>>'),
  ];
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const at = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
  const table = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries.join('')}`;
  text += `trailer\n<</Size ${objects.length + 1}\n/Root 1 0 R>>\nstartxref\n${table}\n%%EOF\n`;
  return new TextEncoder().encode(text);
}
