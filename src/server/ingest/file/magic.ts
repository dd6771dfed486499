/** Formats that are told by their first bytes and are no company list, each with what to say about it. */
const signatures: readonly (readonly [bytes: string, says: string])[] = [
  ['PK\x05\x06', 'this is an empty zip file.'],
  [
    '\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1',
    'this is an old Excel file, or one with a password; save the sheet as XLSX or CSV.',
  ],
  ['%PDF-', 'this is a PDF, not a company list.'],
  ['\x89PNG', 'this is a picture, not a company list.'],
  ['\xFF\xD8\xFF', 'this is a picture, not a company list.'],
  ['GIF8', 'this is a picture, not a company list.'],
  ['RIFF', 'this is a picture, sound or video, not a company list.'],
  ['SQLite format 3\0', 'this is a database file, not a company list.'],
  ['PAR1', 'Parquet files are not read; export the table as CSV.'],
  ['BZh', 'bzip2 files are not read; unpack it first.'],
  ['\xFD7zXZ\0', 'xz files are not read; unpack it first.'],
  ['\x28\xB5\x2F\xFD', 'zstd files are not read; unpack it first.'],
  ['7z\xBC\xAF\x27\x1C', '7z files are not read; unpack it first.'],
  ['Rar!', 'RAR files are not read; unpack it first.'],
  ['\x1F\x8B', 'this is compressed twice; unpack it first.'],
  ['\x7FELF', 'this is a program, not a company list.'],
  ['MZ\x90', 'this is a program, not a company list.'],
  ['{\\rtf', 'this is a text document, not a company list.'],
];

/** Whether the bytes begin a gzip file. */
export function isGzip(head: Buffer): boolean {
  return head[0] === 0x1f && head[1] === 0x8b;
}

/** Whether the bytes begin a zip file, as spreadsheets are. */
export function isZip(head: Buffer): boolean {
  return head.toString('latin1', 0, 4) === 'PK\x03\x04';
}

/** What to say about bytes that begin a format which is no company list, or `''` where they may begin one. */
export function foreignFormat(head: Buffer): string {
  const start = head.subarray(0, 1024).toString('latin1');
  const found = signatures.find(([bytes]) => start.startsWith(bytes));
  if (found !== undefined) return found[1];
  const text = start
    .replaceAll('\0', '')
    .replace(/^(?:\xEF\xBB\xBF|\xFF\xFE|\xFE\xFF)/, '')
    .trimStart();
  if (/^<(?:!doctype html|html|head|body|table)\b/i.test(text))
    return 'this is a web page, not a company list; open it in a spreadsheet program and save it as XLSX or CSV.';
  if (/^<\?xml|^<svg\b/i.test(text)) return 'this is XML, which is not read; export the list as CSV or JSON.';
  return '';
}
