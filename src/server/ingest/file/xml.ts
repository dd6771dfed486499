import { Buffer } from 'node:buffer';
import { StringDecoder } from 'node:string_decoder';

/** What a part of a document says, in its order. Names are without their prefix, texts without entities. */
export interface XmlHandler {
  /** A tag that opens, or one that is empty; `attribute` gives `''` for one that is missing. */
  readonly open: (name: string, attribute: (name: string) => string) => void;
  readonly close?: (name: string) => void;
  readonly text?: (text: string) => void;
}

/** How much of a document is text at a time. */
const pieceBytes = 1024 ** 2;

/** Reads an XML document. Throws what is wrong with it. */
export async function readXml(bytes: Buffer, handler: XmlHandler): Promise<void> {
  // Loaded with the first workbook: most imports have none.
  const { Parser } = await import('saxen');
  let current: Readonly<Record<string, string>> = none;
  const attribute = (name: string): string => decoded(current[name] ?? '');
  const parser = new Parser();
  parser.on('openTag', (name, attributes) => {
    current = attributes() || none;
    handler.open(bareName(name), attribute);
  });
  const { close, text } = handler;
  if (close !== undefined) parser.on('closeTag', (name) => close(bareName(name)));
  if (text !== undefined) {
    parser.on('text', (written) => text(decoded(written)));
    parser.on('cdata', (written) => text(written));
  }
  for (const piece of piecesOf(bytes)) parser.write(piece);
  parser.end();
}

const none: Readonly<Record<string, string>> = {};

/** The relationship that a tag names, whatever prefix its namespace has. */
export function relationOf(attribute: (name: string) => string): string {
  for (const prefix of ['r:', 'd3p1:', 'rel:', 'ns1:', 'ns0:', '']) {
    const id = attribute(`${prefix}id`);
    if (id !== '') return id;
  }
  return '';
}

function* piecesOf(bytes: Buffer): Generator<string> {
  const isWide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  if (isWide && bytes[0] === 0xfe) bytes = Buffer.from(bytes.subarray(0, bytes.length & ~1)).swap16();
  const decoder = new StringDecoder(isWide ? 'utf16le' : 'utf8');
  for (let at = 0; at < bytes.length; at += pieceBytes) yield decoder.write(bytes.subarray(at, at + pieceBytes));
  yield decoder.end();
}

function bareName(name: string): string {
  const prefix = name.indexOf(':');
  return prefix === -1 ? name : name.slice(prefix + 1);
}

function decoded(text: string): string {
  return text.includes('&') ? text.replaceAll(entity, characterOf) : text;
}

const entity = /&(?:(amp|lt|gt|quot|apos)|#(\d{1,7})|#x([0-9a-f]{1,6}));/gi;
const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function characterOf(whole: string, name?: string, decimal?: string, hex?: string): string {
  if (name !== undefined) return named[name.toLowerCase()] ?? whole;
  const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
  return code <= 0x10_ffff ? String.fromCodePoint(code) : whole;
}
