import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { AppError } from '#shared/errors.ts';

/** The most an import accepts (S43, F23). A file beyond a limit is refused; a record beyond one is rejected. */
export const limits = {
  /** Bytes of a file, and of what a compressed file unpacks to. */
  fileBytes: 16 * 1024 ** 3,
  /** A compressed file may unpack to this many times its size once it is larger than `unpackedFreely`. */
  unpackRatio: 300,
  unpackedFreely: 64 * 1024 ** 2,
  /** Bytes of a spreadsheet, and of what its sheets unpack to: it is read as a whole. */
  workbookBytes: 64 * 1024 ** 2,
  workbookUnpacked: 128 * 1024 ** 2,
  workbookCells: 16_000_000,
  /** Characters of a JSON document that is a table of rows or columns: it is read as a whole. */
  jsonTableChars: 64 * 1024 ** 2,
  columns: 16_384,
  cellChars: 10 * 1024 ** 2,
  recordChars: 32 * 1024 ** 2,
  /** Nesting of JSON. */
  depth: 64,
} as const;

/** The problem of a cell or a record beyond its limit. */
export const cellTooLarge = 'A cell is larger than 10 MB.';
export const recordTooLarge = 'The record is larger than 32 MB.';

/** A file's bytes, unpacked if it is compressed; can be read as often as needed. */
export interface ByteSource {
  readonly path: string;
  /** The file's name, for messages and reports. */
  readonly name: string;
  readonly compressed: boolean;
  /** Whether it is a zip file, which only spreadsheets may be. */
  readonly zipped: boolean;
  /** Size on disk. */
  readonly bytes: number;
  /** Chunks from the start. Throws `bad_file` if the file is damaged or unpacks to too much. */
  read(): AsyncGenerator<Buffer>;
}

const headBytes = 4096;
const chunkBytes = 256 * 1024;

/** An error that names the file and the reason. */
export function badFile(name: string, reason: string, cause?: unknown): AppError {
  return new AppError('bad_file', `${name}: ${reason}`, { cause });
}

/**
 * Opens a file by its content, never by its extension (S43). Throws `bad_file` for what cannot be a company list: no
 * file, a folder, an empty file, a picture, a PDF, an archive, a program. `name` is what the user calls it.
 */
export async function openByteSource(path: string, name = basename(path)): Promise<ByteSource> {
  const head = await headOf(path, name);
  const { size } = await stat(path);
  const compressed = isGzip(head);
  const source: ByteSource = {
    path,
    name,
    compressed,
    zipped: isZip(head),
    bytes: size,
    read: () => readBytes(source),
  };
  const start = compressed ? await firstChunk(source) : head;
  if (start.length === 0) throw badFile(name, 'the file is empty.');
  const foreign = foreignFormat(start);
  if (foreign !== '') throw badFile(name, foreign);
  return source;
}

/** Whether the file is a zip file, which a spreadsheet is. */
export async function isZipFile(path: string): Promise<boolean> {
  return headOf(path, '').then(isZip, () => false);
}

async function headOf(path: string, name: string): Promise<Buffer> {
  try {
    const info = await stat(path);
    if (!info.isFile()) throw badFile(name, 'this is not a file.');
    if (info.size === 0) throw badFile(name, 'the file is empty.');
    if (info.size > limits.fileBytes) throw badFile(name, `the file is larger than ${gigabytes(limits.fileBytes)}.`);
    const handle = await open(path);
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0);
      return buffer.subarray(0, bytesRead);
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw error instanceof AppError ? error : badFile(name, reasonOf(error), error);
  }
}

async function firstChunk(source: ByteSource): Promise<Buffer> {
  for await (const chunk of source.read()) return chunk;
  return Buffer.alloc(0);
}

async function* readBytes(source: ByteSource): AsyncGenerator<Buffer> {
  const file = createReadStream(source.path, { highWaterMark: chunkBytes });
  // The pipeline's callback only makes sure that both ends are closed; errors arrive through the iteration.
  const stream = source.compressed ? pipeline(file, createGunzip({ chunkSize: chunkBytes }), () => undefined) : file;
  let total = 0;
  try {
    for await (const chunk of stream) {
      const bytes: Buffer = chunk;
      total += bytes.length;
      checkUnpacked(source, total);
      yield bytes;
    }
  } catch (error) {
    throw error instanceof AppError ? error : badFile(source.name, reasonOf(error), error);
  } finally {
    file.destroy();
  }
}

function checkUnpacked(source: ByteSource, total: number): void {
  if (!source.compressed) return;
  const tooMuch = total > limits.unpackedFreely && total > source.bytes * limits.unpackRatio;
  if (!tooMuch && total <= limits.fileBytes) return;
  throw badFile(source.name, `it unpacks to more than ${String(limits.unpackRatio)} times its size, which is refused.`);
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ENOENT') return 'there is no such file.';
  if (code === 'EACCES' || code === 'EPERM') return 'Winnow has no permission to read this file.';
  if (code === 'Z_BUF_ERROR') return 'the compressed file ends too early.';
  if (code.startsWith('Z_')) return 'the compressed file is damaged.';
  return code === '' ? 'the file cannot be read.' : `the file cannot be read (${code}).`;
}

function gigabytes(bytes: number): string {
  return `${String(Math.round(bytes / 1024 ** 3))} GB`;
}

/** Formats recognised by their first bytes that are no company list, each with what to say about it. */
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
function isGzip(head: Buffer): boolean {
  return head[0] === 0x1f && head[1] === 0x8b;
}

/** Whether the bytes begin a zip file, as spreadsheets are. */
function isZip(head: Buffer): boolean {
  return head.toString('latin1', 0, 4) === 'PK\x03\x04';
}

/** What to say about bytes that begin a format which is no company list, or `''` if they may begin one. */
function foreignFormat(head: Buffer): string {
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
