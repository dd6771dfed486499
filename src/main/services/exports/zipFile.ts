import { crc32, deflateRawSync } from 'node:zlib';

/** A file in a ZIP: its name, and what is in it. */
export interface ZippedFile {
  readonly name: string;
  readonly bytes: Buffer;
}

const localHeader = 0x04034b50;
const centralHeader = 0x02014b50;
const endOfFiles = 0x06054b50;
/** Names are in UTF-8. */
const utf8Names = 0x0800;
const deflated = 8;
/** What a reader must know: version 2.0. */
const version = 20;

/** A ZIP of a few files, all in memory. `modified` is when they were made, in local time. */
export function zipOf(files: readonly ZippedFile[], modified: Date): Buffer {
  const [time, day] = dosTime(modified);
  const locals: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const { name, bytes } of files) {
    const packed = deflateRawSync(bytes);
    const nameBytes = Buffer.from(name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(version, 0);
    common.writeUInt16LE(utf8Names, 2);
    common.writeUInt16LE(deflated, 4);
    common.writeUInt16LE(time, 6);
    common.writeUInt16LE(day, 8);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(bytes.length, 18);
    common.writeUInt16LE(nameBytes.length, 22);
    locals.push(signature(localHeader), common, nameBytes, packed);
    // No comment, the first disk, no attributes; then where its local header is.
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    central.push(signature(centralHeader), shortOf(version), common, rest, nameBytes);
    offset += 4 + common.length + nameBytes.length + packed.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length, 4);
  end.writeUInt16LE(files.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...locals, directory, signature(endOfFiles), end]);
}

function signature(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function shortOf(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}

/** Time and day as a ZIP has them, which begins in 1980. */
function dosTime(moment: Date): readonly [time: number, day: number] {
  const time = (moment.getHours() << 11) | (moment.getMinutes() << 5) | (moment.getSeconds() >> 1);
  const years = Math.max(0, moment.getFullYear() - 1980);
  return [time, (years << 9) | ((moment.getMonth() + 1) << 5) | moment.getDate()];
}
