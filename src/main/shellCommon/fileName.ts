/** Longest name that every file system takes, less room for a temporary ending. */
const maxLength = 180;

/** Names that Windows keeps for devices, whatever their ending. */
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;

/**
 * A name under which a file can be saved on every system: no folder, no control or bidi characters, not hidden, with the
 * ending of its kind.
 */
export function safeFileName(suggested: string, kind: 'csv' | 'pdf'): string {
  const ending = `.${kind}`;
  const name = suggested
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Bidi_Control}\u200b\ufeff\p{Zl}\p{Zp}"*/:<>?\\|]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/^[. ]+|[. ]+$/g, '');
  const stem = name.toLowerCase().endsWith(ending) ? name.slice(0, -ending.length) : name;
  const short = Array.from(stem).slice(0, maxLength).join('').trim();
  return `${short === '' || reserved.test(short) ? 'Winnow' : short}${ending}`;
}
