import { Buffer } from 'node:buffer';
import { crc32, deflateRawSync } from 'node:zlib';

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** What a test's zip file claims about one of its files, if not the truth. */
export interface Lies {
  readonly unpacked?: number;
  readonly method?: number;
  readonly flags?: number;
}

/** A zip file made by hand: packed files, a directory, and whatever a test wants to be wrong with them. */
export function zipOf(
  files: Readonly<Record<string, string | Buffer>>,
  lies: Readonly<Record<string, Lies>> = {},
): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(files)) {
    const bytes = Buffer.from(content);
    const packed = deflateRawSync(bytes);
    const { unpacked = bytes.length, method = 8, flags = 0 } = lies[name] ?? {};
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(flags, 2);
    common.writeUInt16LE(method, 4);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(unpacked, 18);
    common.writeUInt16LE(Buffer.byteLength(name), 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\0', 'latin1'), common, place, Buffer.from(name));
    const part = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, Buffer.from(name), packed]);
    parts.push(part);
    offset += part.length;
  }
  const end = Buffer.alloc(18);
  end.writeUInt16LE(parts.length, 4);
  end.writeUInt16LE(parts.length, 6);
  end.writeUInt32LE(Buffer.concat(directory).length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, ...directory, Buffer.from('PK\x05\x06', 'latin1'), end]);
}

/** The files of a workbook whose sheets have this XML between their `sheetData` tags. */
export function workbookFiles(
  sheets: Readonly<Record<string, string>>,
  { shared = [], date1904 = '' }: { shared?: readonly string[]; date1904?: '' | '1' | 'true' } = {},
): Record<string, string> {
  const names = Object.keys(sheets);
  const list = names.map((name, index) => `<sheet name="${name}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`);
  const targets = names.map(
    (_, index) =>
      `<Relationship Id="rId${index + 1}" Type="${relations}/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`,
  );
  const more = [
    `<Relationship Id="rIdS" Type="${relations}/sharedStrings" Target="sharedStrings.xml"/>`,
    `<Relationship Id="rIdT" Type="${relations}/styles" Target="styles.xml"/>`,
  ];
  const content = Object.values(sheets).map((rows, index) => [
    `xl/worksheets/sheet${index + 1}.xml`,
    `${declaration}<worksheet xmlns="${main}"><sheetData>${rows}</sheetData></worksheet>`,
  ]);
  const document = (tag: string, namespace: string, content: readonly string[]): string =>
    `${declaration}<${tag} xmlns="${namespace}"${tag === 'workbook' ? ` xmlns:r="${relations}"` : ''}>` +
    `${content.join('')}</${tag}>`;
  return {
    '[Content_Types].xml': document('Types', `${packages}/content-types`, []),
    'xl/workbook.xml': document('workbook', main, [
      `<workbookPr${date1904 === '' ? '' : ` date1904="${date1904}"`}/>`,
      `<sheets>${list.join('')}</sheets>`,
    ]),
    'xl/_rels/workbook.xml.rels': document('Relationships', `${packages}/relationships`, [...targets, ...more]),
    'xl/sharedStrings.xml': document(
      'sst',
      main,
      shared.map((text) => `<si><t>${text}</t></si>`),
    ),
    // The second style is a date, the third a date in a custom format.
    'xl/styles.xml': document('styleSheet', main, [
      '<numFmts><numFmt numFmtId="164" formatCode="dd/mm/yyyy"/></numFmts><cellXfs><xf numFmtId="0"/>',
      '<xf numFmtId="14" applyNumberFormat="1"/><xf numFmtId="164" applyNumberFormat="1"/></cellXfs>',
    ]),
    ...Object.fromEntries(content),
  };
}

/** Rows of text cells that contain their text themselves, as streaming writers write them. */
export function inlineRows(rows: readonly (readonly string[])[]): string {
  return rows
    .map((row, y) => {
      const cells = row.map((text, x) => inlineCell(text, `${String.fromCharCode(65 + x)}${y + 1}`));
      return `<row r="${y + 1}">${cells.join('')}</row>`;
    })
    .join('');
}

function inlineCell(text: string, place: string): string {
  return text === '' ? '' : `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`;
}
