/** What an import takes at most (S43, F23). A file beyond a limit is refused; a record beyond one is rejected. */
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

/** What is wrong with a cell or a record beyond its limit. */
export const cellTooLarge = 'A cell is larger than 10 MB.';
export const recordTooLarge = 'The record is larger than 32 MB.';
