import { once, readTable } from '#node/resources.ts';
import { withoutGuards } from '#shared/domain/formulaText.ts';
import { pattern } from '#shared/domain/pattern.ts';
import { fold, withoutPlaceholder } from '#shared/domain/text.ts';
import { windows1252, windows1252ByteOf } from './singleByte.ts';

/** `[Acme](https://acme.com)`, even as the entry of a list (`- [Acme](https://acme.com) - makes kites`). */
const link = /^(?:[-*+]\s+)?\*{0,2}\[([^[\]]+)\]\(([^()\s]+)(?:\s+"[^"]*")?\)\*{0,2}(?:\s.*)?$/s;
const emphasis = /^(\*{1,3}|_{2,3}|`)(\S.*\S|\S)\1$/s;

/** A name in Markdown without its markup, and its link (`''` for none). */
export function markdownName(text: string): { readonly name: string; readonly address: string } {
  const [, label, address] = link.exec(text) ?? [];
  const name = label ?? text;
  return { name: emphasis.exec(name)?.[2] ?? name, address: address ?? '' };
}

/** The parts of a text between these signs, but for those inside brackets. */
export function splitOutside(text: string, signs: RegExp): string[] {
  if (!bracket.test(text)) return text.split(signs);
  const cuts = [...text.matchAll(new RegExp(signs, 'gu'))];
  if (cuts.length === 0) return [text];
  const inside = bracketedIn(text);
  const parts: string[] = [];
  let from = 0;
  for (const { index, 0: sign } of cuts) {
    if (index < from || inside.some(([start, end]) => index > start && index < end)) continue;
    parts.push(text.slice(from, index));
    from = index + sign.length;
  }
  return [...parts, text.slice(from)];
}

const bracket = /[()[\]（）⟨⟩]/;

/** Where the outermost brackets of a text begin and end; one that is never closed is none. */
function bracketedIn(text: string): (readonly [start: number, end: number])[] {
  const found: (readonly [number, number])[] = [];
  const open: number[] = [];
  for (const { index, 0: sign } of text.matchAll(/[()[\]（）⟨⟩]/g)) {
    if (/[([（⟨]/.test(sign)) open.push(index);
    else {
      const start = open.pop();
      if (start !== undefined && open.length === 0) found.push([start, index]);
    }
  }
  return found;
}

/** Around what a person is by a file's structure (`"role": "CEO"`), which may be any words. */
export const roleSigns = { open: '⟨', close: '⟩' } as const;

/** A text as people read it, with such signs as brackets. */
export function withBrackets(text: string): string {
  return text.includes(roleSigns.open) ? text.replaceAll(roleSigns.open, '(').replaceAll(roleSigns.close, ')') : text;
}

/** Joins the entries of a list that was a list in the file (JSON), so that commas in entries stay theirs. */
export const listSeparator = '\u001f';

/** The non-empty entries of a list in a cell, by any separator that lists are written with. */
export function entriesOf(text: string): string[] {
  return text
    .split(anyListSign)
    .map((entry) => oneLine(entry))
    .filter((entry) => entry !== '');
}

// oxlint-disable-next-line no-control-regex -- the unit separator joins lists of JSON
const anyListSign = /[,;|\n\u001f]/;

/** A cell of an export of ours: as it was before it was made safe against being read as a formula. */
export function writtenText(cell: string): string {
  return withoutGuards(cell).trim();
}

/** The entries of a list in such a cell. */
export function writtenEntries(cell: string): string[] {
  return writtenText(cell)
    .split(/;\s+/)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

/** Values that stand for "nothing here" in `resources/import/placeholders.tsv`; `NA` may be a country. */
const emptyValues = once(() => {
  const table = readTable('import/placeholders.tsv', ['language', 'text']);
  const values = new Set(table.rows.map(({ text }) => text.toLowerCase()));
  return { values, longest: Math.max(...[...values].map((value) => value.length)) };
});

/** Values that cannot be a company's name; `None`, `Null` and `Unknown` can. */
const noNames = new Set(['-', '--', '–', '—', '.', '?', 'n/a', '#n/a', 'na', 'nan', '\\n', '(null)', '<null>', '<na>']);

/** What a spreadsheet shows if a formula failed, or a column is too narrow: `#NAME?`, `#REF!`, `#####`. */
const formulaError = /^#(?:NAME\?|REF!|VALUE!|DIV\/0!|NULL!|NUM!|N\/A|ERROR!|SPILL!|CALC!|#{2,})$/i;

/** A cell's text, repaired and trimmed; `''` if it stands for nothing (product 3 and the usual marks). */
export function cellText(raw: string): string {
  if (raw === '') return '';
  const written = withoutFootnotes(repairText(labelOf(raw)));
  const isTagged = written.charCodeAt(0) === openingTag || written.charCodeAt(written.length - 1) === closingTag;
  const text = ownDigits(isTagged ? withoutTags(written) : written);
  // Most texts are longer than all of these, and lowering their case for nothing takes longer than all the rest.
  const { values, longest } = emptyValues();
  if (text.length > longest) return text.startsWith('#') && formulaError.test(text) ? '' : withoutPlaceholder(text);
  return values.has(text.toLowerCase()) || formulaError.test(text) ? '' : withoutPlaceholder(text);
}

const openingTag = 60;
const closingTag = 62;

/** DBpedia names a thing by its page: `http://dbpedia.org/resource/San_Jose,_California`. */
const resource = 'http://dbpedia.org/resource/';

function labelOf(raw: string): string {
  if (!raw.startsWith(resource)) return raw;
  const name = raw
    .slice(resource.length)
    .replaceAll('_', ' ')
    .replace(/ \((?:company|startup|organi[sz]ation)\)$/, '');
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** Digits of Arabic, Persian and Indian scripts, and full-width ones; in texts they stay as they are. */
const otherDigits = /[٠-٩۰-۹०-९０-９]/g;
const zeros = [0x0660, 0x06f0, 0x0966, 0xff10];
const longestNumber = 40;

/** A short value with ASCII digits instead of these: `١١-٥٠`, `２０１９`. */
function ownDigits(text: string): string {
  if (text.length > longestNumber || text.length === 0 || !hasOtherDigits.test(text)) return text;
  return text.replaceAll(otherDigits, (digit) => {
    const code = digit.charCodeAt(0);
    return String(code - (zeros.findLast((zero) => zero <= code) ?? 0));
  });
}

const hasOtherDigits = /[٠-٩۰-۹०-९０-９]/;

/** A company's name, or `''` if the cell has none. */
export function nameText(raw: string): string {
  const line = oneLine(withoutTags(repairText(labelOf(raw))));
  const bare = withoutTrademark(markdownName(line).name);
  const unquoted = withoutFootnotes(bare.startsWith('"') ? bare.replace(/^"(.*)"$/s, '$1') : bare);
  // Notion writes the link of a page's name after it.
  const text = withoutFormerName(
    unquoted.endsWith(')') ? unquoted.replace(/(?<=\S)\s*\(https?:\/\/[^()\s]+\)$/i, '') : unquoted,
  );
  if (noNames.has(text.toLowerCase()) && text !== 'Na') return '';
  return formulaError.test(text) || !isSpoken(text) ? '' : withoutPlaceholder(text);
}

/** Whether a text has a letter or a number that is left when it is compared; `ﹾ`, a mark that stands alone, is none. */
function isSpoken(text: string): boolean {
  return /[A-Za-z0-9]/.test(text) || /[\p{L}\p{N}]/u.test(fold(text));
}

/** A name without the signs of trade marks: `Acme™`, `Bero (TM)`. */
function withoutTrademark(name: string): string {
  return mayBeMarked.test(name) ? name.replaceAll(tradeMarks, '').trim() : name;
}

/** Quick to see: this runs for every name. */
const mayBeMarked = /[™®℠]|\(\s?(?:tm|r|sm)\s?\)$/i;
const tradeMarks = /\s*[™®℠]|\s*\(\s?(?:tm|r|sm)\s?\)$/gi;

/** A name without what the company was called before: `Acme (formerly Bero)`, `Acme, f.k.a. Bero`. */
export function withoutFormerName(name: string): string {
  return mayBeFormer.test(name) ? name.replace(formerName, '') : name;
}

/** What a company was called before, by its name: `Bero` of `Acme (formerly Bero)`; `''` for nothing. */
export function formerNameIn(name: string): string {
  const former = mayBeFormer.test(name) ? formerName.exec(name)?.[0] : undefined;
  return former === undefined ? '' : oneLine(former.replace(beforeFormer, '').replace(/[)）]$/, ''));
}

/** Quick to see: this runs for every name. */
const mayBeFormer = /[(,（]|\b(?:f\.?k\.?a|formerly)\b/i;
const formerly = String.raw`(?:formerly|formally|previously|fka|f\.k\.a\.?|f\/k\/a|(?:ex|was)(?=[\s:])|ehemals|vormals
  |früher|zuvor|anciennement|anteriormente|antes|precedentemente|già|voorheen|tidligere|tidigare|旧名|原名|曾用名)`;
const formerName = pattern('iu')`
  (?<=\S)\s*[(（](?:${formerly})(?![\p{L}])[^()（）]*[)）]$
  |(?<=\S)(?:,\s*|\s+)(?:formerly(?:\s+known\s+as)?|previously\s+known\s+as|fka|f\.k\.a\.?|f\/k\/a)\s+\S.*$
`;

const beforeFormer = pattern('iu')`^[\s,(（]*(?:${formerly})(?:\s+known\s+as)?[\s:]*`;

const closingBracket = 93;

/** Footnote marks right after a value, as in Wikipedia's tables: `2012[3]`, `ByteDance[a][note 1]`. */
const footnotes =
  /(?<=[\p{L}\p{N}.)%+"'’”])(?:\[(?:\d{1,3}|[a-z]{1,2}|(?:note|nb|n|fn) ?\d{1,2}|citation needed|update)\])+$/iu;

function withoutFootnotes(text: string): string {
  // This runs for every cell.
  return text.charCodeAt(text.length - 1) === closingBracket ? text.replace(footnotes, '') : text;
}

const inlineTag = /<\/?(?:b|strong|i|em|u|span|a|font|small|sup|sub|code)(?:\s[^<>]*)?\/?>/gi;
const blockTag = /<\/?(?:p|br|div|ul|ol|li|h[1-6]|table|tr|td|img|hr|blockquote)(?:\s[^<>]*)?\/?>/gi;

const program = /<(script|style)\b[^<>]*>.*?<\/\1>/gis;

/** A text without the HTML tags that exports leave in it. */
export function withoutTags(text: string): string {
  if (!text.includes('<')) return text;
  const bare = text.replaceAll(program, ' ').replaceAll(blockTag, ' ').replaceAll(inlineTag, '');
  return bare === text ? text : bare.replaceAll(/ {2,}/g, ' ').trim();
}

/** White space of any kind as single spaces. */
export function oneLine(text: string): string {
  return /[^\S ]|  /.test(text) ? text.replaceAll(/\s+/g, ' ').trim() : text.trim();
}

/** Named HTML entities that exports leave in text; numeric ones are decoded by number. */
const entities: ReadonlyMap<string, string> = new Map(
  (
    'amp=& lt=< gt=> quot=" apos=\' nbsp=\u00a0 auml=ä ouml=ö uuml=ü Auml=Ä Ouml=Ö Uuml=Ü szlig=ß agrave=à ' +
    'aacute=á acirc=â atilde=ã aring=å aelig=æ ccedil=ç egrave=è eacute=é ecirc=ê euml=ë igrave=ì iacute=í ' +
    'icirc=î iuml=ï ntilde=ñ ograve=ò oacute=ó ocirc=ô otilde=õ oslash=ø ugrave=ù uacute=ú ucirc=û rsquo=’ ' +
    'lsquo=‘ rdquo=” ldquo=“ ndash=– mdash=— hellip=… reg=® trade=™ copy=© euro=€ bull=•'
  )
    .split(' ')
    .map((entry) => [entry.slice(0, entry.indexOf('=')), entry.slice(entry.indexOf('=') + 1)] as const),
);

function entityText(whole: string, name: string): string {
  const number = /^#(?:x([0-9a-f]+)|(\d+))$/i.exec(name);
  if (number === null) return entities.get(name) ?? whole;
  const code = number[1] === undefined ? Number(number[2]) : Number.parseInt(number[1], 16);
  return code >= 32 && code <= 0x10_ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : whole;
}

/**
 * Undoes what export tools do to text: UTF-8 that was read as Windows-1252 (`cafÃ©`) or as Latin-1, Windows-1252 that
 * was read as Latin-1 (its quotes are control characters then), bytes and line ends written as escapes
 * (`\xe2\x80\x99`), the most common HTML entities, zero bytes and other control characters.
 */
export function repairText(raw: string): string {
  // Exports put a quote before cells so that they are not read as formulas.
  let text = raw.startsWith('=') ? formulaLabel(raw) : withoutGuards(raw);
  if (plain.test(text)) return text.trim();
  if (text.includes('\\')) text = withoutEscapes(text);
  if (/[ÂÃâð]/.test(text)) text = text.replaceAll(mojibake, fromMojibake);
  if (readAsLatin1.test(text)) text = fromLatin1(text);
  if (text.includes('&')) text = text.replaceAll(/&(\w{2,6}|#\d{1,7}|#x[0-9a-f]{1,6});/gi, entityText);
  return text.replaceAll('\u00a0', ' ').replaceAll(control, '').replaceAll(joiners, '').trim();
}

/**
 * A link and a text as formulas, as exports for spreadsheets write them: `=HYPERLINK("https://acme.com","Acme")`,
 * `="007"`.
 */
const linkFormula = /^=HYPERLINK\("([^"]*)"\s*[,;]\s*"([^"]*)"\)$/i;
const textFormula = /^="([^"]*)"$/;

function formulaLabel(raw: string): string {
  const link = linkFormula.exec(raw.trim());
  return link === null ? (textFormula.exec(raw.trim())?.[1] ?? raw) : (link[2] ?? '');
}

/** A cell in a column of addresses: the address of a link instead of its label. */
export function addressText(raw: string): string {
  return cellText(raw.startsWith('=') ? (linkFormula.exec(raw.trim())?.[1] ?? raw) : raw);
}

/** Nothing to repair: no `&`, no `\\`, nothing but ASCII. */
const plain = /^[\u0020-\u0025\u0027-\u005b\u005d-\u007e]*$/;

// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const control = pattern('g')`
  [\u0000-\u0008\u000b\u000c\u000e-\u001e\u007f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f
    \u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]
`;

/** Marks that join letters or keep them apart, where they mean nothing: not in scripts that need them, nor in emoji. */
const joiners = pattern('gu')`
  (?<![\p{Script=Arab}\p{Script=Deva}\p{Script=Beng}\p{Script=Taml}\p{Script=Telu}\p{Script=Knda}\p{Script=Mlym}
    \p{Script=Gujr}\p{Script=Guru}\p{Script=Sinh}\p{Script=Khmr}\p{Script=Mong}\p{M}\p{Extended_Pictographic}\ufe0f])
  [\u200c\u200d]
`;

/** What Windows-1252 makes of a continuation byte of UTF-8. */
const further = String.raw`[\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]`;

/**
 * UTF-8 of two bytes (Latin-1 letters and signs), of three (quotes, dashes, ™) and of four (emoji) read as
 * Windows-1252.
 */
const mojibake = pattern('g')`ð[Ÿ\u009f\u0090]${further}{2}|[ÂÃ]${further}|â(?:€${further}|„¢)`;

/** Characters that no text has by itself: what Latin-1 makes of the bytes from 0x80 to 0x9F. */
// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const readAsLatin1 = /[\u0080-\u009f]/;

const latin1Sequence =
  /[\u00c2-\u00df][\u0080-\u00bf]|[\u00e0-\u00ef][\u0080-\u00bf]{2}|[\u00f0-\u00f4][\u0080-\u00bf]{3}/g;

/** The text whose bytes were read as Latin-1; what is no UTF-8 was Windows-1252. */
function fromLatin1(text: string): string {
  return text
    .replaceAll(latin1Sequence, fromMojibake)
    .replaceAll(/[\u0080-\u009f]/g, (char) => windows1252(Buffer.from(char, 'latin1')));
}

function fromMojibake(text: string): string {
  const bytes = text.split('').map(windows1252ByteOf);
  const known = bytes.filter((byte) => byte !== undefined);
  if (known.length !== bytes.length) return text;
  const decoded = Buffer.from(known).toString('utf8');
  return decoded.includes('\uFFFD') ? text : decoded;
}

function withoutEscapes(text: string): string {
  const bytes = text.replaceAll(/(?:\\{1,2}x[0-9a-f]{2})+/gi, (run) => {
    const hex = run.replaceAll(/\\+x/gi, '');
    const decoded = Buffer.from(hex, 'hex').toString('utf8');
    return decoded.includes('\uFFFD') ? run : decoded;
  });
  return bytes.replaceAll(/\\\\[nrt]|\\[nrt](?=[\p{Lu}\s]|$)/gu, ' ').replaceAll(/\\+(['"])/g, '$1');
}
