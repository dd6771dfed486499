import { Buffer } from 'node:buffer';
import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';

/** One file inside a zip file, according to the central directory. */
interface ZipEntry {
  readonly name: string;
  readonly method: number;
  readonly encrypted: boolean;
  /** Its size in the zip file, and its declared unpacked size, in bytes. */
  readonly packed: number;
  readonly unpacked: number;
  readonly offset: number;
}

/** What is wrong with a file, in words for the user. */
export class FileFault extends Error {}

/** What to say about a file that is inconsistent. */
export const damagedFile = 'it is damaged or not complete; open it in a spreadsheet program and save it again.';

const unpack = promisify(inflateRaw);

const directoryEnd = 0x06054b50;
const directoryEntry = 0x02014b50;
const localHeader = 0x04034b50;
/** The end of the directory and the longest comment that may follow it. */
const tailBytes = 22 + 0xffff;
const mostEntries = 10_000;

/**
 * Reads a zip file's directory without unpacking anything. Throws a `FileFault`, and what Node throws if bytes are
 * missing. An entry gets as much room as it declares and no more, so the sum of `unpacked` is the most that can come
 * out.
 */
export function zipEntries(zip: Buffer): ZipEntry[] {
  const end = zip.lastIndexOf(bytesOf(directoryEnd));
  if (end === -1 || end < zip.length - tailBytes || end + 22 > zip.length) throw damaged();
  const count = zip.readUInt16LE(end + 10);
  if (count > mostEntries) throw new FileFault('it holds too many files.');
  const entries: ZipEntry[] = [];
  let at = zip.readUInt32LE(end + 16);
  for (let index = 0; index < count; index++) {
    if (at + 46 > zip.length || zip.readUInt32LE(at) !== directoryEntry) throw damaged();
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset));
    const nameEnd = at + 46 + (nameLength ?? 0);
    const sizes = sizesOf(zip, at, zip.subarray(nameEnd, nameEnd + (extraLength ?? 0)));
    entries.push({
      name: zip.toString('utf8', at + 46, nameEnd),
      method: zip.readUInt16LE(at + 10),
      encrypted: (zip.readUInt16LE(at + 8) & 1) === 1,
      ...sizes,
    });
    at = nameEnd + (extraLength ?? 0) + (commentLength ?? 0);
  }
  return entries;
}

/** Sizes and offset of an entry; those that take more than 32 bits, or may, are in an extra field. */
function sizesOf(zip: Buffer, at: number, extra: Buffer): Pick<ZipEntry, 'packed' | 'unpacked' | 'offset'> {
  const sizes = {
    unpacked: zip.readUInt32LE(at + 24),
    packed: zip.readUInt32LE(at + 20),
    offset: zip.readUInt32LE(at + 42),
  };
  for (let field = 0; field + 4 <= extra.length; field += 4 + extra.readUInt16LE(field + 2)) {
    if (extra.readUInt16LE(field) !== 1) continue;
    let place = field + 4;
    for (const key of ['unpacked', 'packed', 'offset'] as const) {
      if (sizes[key] !== 0xffffffff || place + 8 > extra.length) continue;
      sizes[key] = Number(extra.readBigUInt64LE(place));
      place += 8;
    }
  }
  return sizes;
}

/** Unpacks one entry, never to more than it declares. Throws a `FileFault`. */
export async function unpackEntry(zip: Buffer, entry: ZipEntry): Promise<Buffer> {
  const { offset, packed, unpacked, method } = entry;
  if (offset + 30 > zip.length || zip.readUInt32LE(offset) !== localHeader) throw damaged();
  const start = offset + 30 + zip.readUInt16LE(offset + 26) + zip.readUInt16LE(offset + 28);
  const data = zip.subarray(start, start + packed);
  if (data.length !== packed) throw new FileFault('it ends too early.');
  if (entry.encrypted) throw new FileFault('it is protected by a password.');
  if (method === 0 && packed === unpacked) return data;
  if (method !== 8) throw new FileFault('it is packed in a way that is not read.');
  if (unpacked === 0) return Buffer.alloc(0);
  try {
    const content = await unpack(data, { maxOutputLength: unpacked });
    if (content.length === unpacked) return content;
  } catch (error) {
    if (error instanceof RangeError)
      throw new FileFault('it unpacks to more than it says, which is refused.', { cause: error });
    throw damaged(error);
  }
  throw damaged();
}

function bytesOf(signature: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(signature);
  return bytes;
}

function damaged(cause?: unknown): FileFault {
  return new FileFault(damagedFile, { cause });
}
