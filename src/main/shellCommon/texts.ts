import type { SavedKind } from '../ports.ts';

const maxTitle = 100;
const maxBody = 400;

/** A notification as plain, short text: names in it come from files and servers (S45). */
export function plainNote(note: { title: string; body: string; path: string }): {
  title: string;
  body: string;
  path: string;
} {
  return { title: plain(note.title, maxTitle), body: plain(note.body, maxBody), path: note.path };
}

/** Without control and bidi characters (line breaks stay), cut after a whole character. */
function plain(text: string, most: number): string {
  const lines = text.split('\n').map((line) => line.replaceAll(/[\p{Cc}\p{Bidi_Control}]/gu, ' '));
  const characters = Array.from(lines.join('\n').trim());
  return characters.length <= most ? characters.join('') : `${characters.slice(0, most - 1).join('')}…`;
}

/** File systems allow 255 bytes or characters; this leaves room for what a browser or the user adds. */
const maxBytes = 180;

/** Names that Windows reserves for devices, whatever follows their first dot. */
const reserved = /^(?:con|prn|aux|nul|(?:com|lpt)[\d¹²³]) *(?:\.|$)/i;

/**
 * A name under which a file can be saved on every system: no folder, no control or bidi characters and no half
 * characters, not hidden, with the extension of its kind.
 */
export function safeFileName(suggested: string, kind: SavedKind): string {
  const ending = `.${kind}`;
  const name = suggested
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Cs}\p{Bidi_Control}\u200b\ufeff\p{Zl}\p{Zp}"*/:<>?\\|]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/^[. ]+|[. ]+$/g, '');
  const stem = name.toLowerCase().endsWith(ending) ? name.slice(0, -ending.length) : name;
  const short = beginningOf(stem).trim();
  return `${short === '' || reserved.test(short) ? 'Winnow' : short}${ending}`;
}

/** As many whole characters, as a reader counts them, as there is room for. */
function beginningOf(text: string): string {
  let end = 0;
  let bytes = 0;
  for (const { segment } of new Intl.Segmenter('en').segment(text)) {
    bytes += Buffer.byteLength(segment);
    if (bytes > maxBytes) break;
    end += segment.length;
  }
  return text.slice(0, end);
}
