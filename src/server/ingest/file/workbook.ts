import type { Buffer } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import type { AppError } from '#shared/errors.ts';
import { badFile, limits, type ByteSource } from './byteSource.ts';
import { numberFormat, type NumberFormat } from './numberFormat.ts';
import { readSharedStrings, readSheet, type SheetXml } from './sheetXml.ts';
import { readXml, relationOf } from './xml.ts';
import { damagedFile, FileFault, unpackEntry, zipEntries } from './zip.ts';

/** A sheet of a workbook with the addresses that its cells lead to. */
export interface WorkbookSheet extends Pick<SheetXml, 'rows' | 'merges'> {
  readonly name: string;
  readonly isHidden: boolean;
  /** Addresses by row (from 1) and column (from 0): `"4:0"`. */
  readonly links: ReadonlyMap<string, string>;
}

/** The parts of a workbook that say something of its cells, by name; each is unpacked when it is read. */
interface Parts {
  readonly names: readonly string[];
  readonly read: (name: string) => Promise<Buffer | null>;
}

/**
 * Reads the sheets of a workbook (XLSX), in its order: unpacks one part after the other under our limits (S43) and
 * reads each once. Throws `bad_file` naming file and reason; what a library says goes to the log, since it means
 * nothing to the user.
 */
export async function readWorkbook(source: ByteSource): Promise<{ sheets: WorkbookSheet[]; bytes: number }> {
  try {
    const { parts, bytes } = await openParts(source);
    return { sheets: await sheetsIn(parts), bytes };
  } catch (error) {
    throw unread(source.name, error);
  }
}

function unread(name: string, error: unknown): AppError {
  return badFile(name, error instanceof FileFault ? error.message : damagedFile, error);
}

async function openParts({ path, bytes }: ByteSource): Promise<{ parts: Parts; bytes: number }> {
  if (bytes > limits.workbookBytes)
    throw new FileFault(`a spreadsheet may have ${megabytes(limits.workbookBytes)}; save the sheet as CSV.`);
  const zip = await readFile(path);
  const entries = zipEntries(zip);
  refuseOthers(entries.map((entry) => entry.name));
  const wanted = entries.filter((entry) => /\.(?:xml|rels)$/i.test(entry.name) && !otherParts.test(entry.name));
  const total = wanted.reduce((sum, { unpacked }) => sum + unpacked, 0);
  const tooDense = total > limits.unpackedFreely && total > bytes * limits.unpackRatio;
  if (total > limits.workbookUnpacked || tooDense) {
    throw new FileFault(
      `it unpacks to ${megabytes(total)}, which is too much for a spreadsheet; save the sheet as CSV.`,
    );
  }
  const byName = new Map(wanted.map((entry) => [entry.name.replace(/^\//, '').toLowerCase(), entry]));
  const read = async (name: string): Promise<Buffer | null> => {
    const entry = byName.get(name.toLowerCase());
    return entry === undefined ? null : unpackEntry(zip, entry);
  };
  return { parts: { names: [...byName.keys()], read }, bytes: total };
}

function megabytes(bytes: number): string {
  return `${String(Math.round(bytes / 1024 ** 2))} MB`;
}

/** Parts of a workbook that say nothing about its cells. */
const otherParts =
  /^\/?(?:xl\/(?:media|drawings|charts|theme|pivot\w*|externalLinks|comments|printerSettings)|docProps|customXml)/i;

/** Zip files that are not XLSX, each with what to say about it. */
function refuseOthers(names: readonly string[]): void {
  if (names.includes('xl/workbook.bin'))
    throw new FileFault('binary workbooks (XLSB) are not read; save the sheet as XLSX or CSV.');
  if (names.includes('content.xml'))
    throw new FileFault('OpenDocument files are not read; save the sheet as XLSX or CSV.');
  if (!names.some((name) => /^\/?xl\/.*\.xml$/i.test(name)))
    throw new FileFault('this is a zip file, not a company list; unpack it first.');
}

async function sheetsIn(parts: Parts): Promise<WorkbookSheet[]> {
  const list = await sheetList(parts);
  const related = await relationsOf(parts, 'xl/workbook.xml');
  const texts = await parts.read(partNamed(related, 'sharedStrings') ?? 'xl/sharedStrings.xml');
  const styles = await parts.read(partNamed(related, 'styles') ?? 'xl/styles.xml');
  const tables = {
    shared: texts === null ? [] : await readSharedStrings(texts),
    formats: styles === null ? [] : await readFormats(styles, list.isFrom1904),
  };
  const sheets: WorkbookSheet[] = [];
  for (const { name, isHidden, relation } of list.sheets) {
    const part = related.get(relation)?.target;
    const bytes = part === undefined ? null : await parts.read(part);
    // A chart has a sheet of its own, without cells.
    if (part === undefined || bytes === null) continue;
    const { rows, merges, links } = await readSheet(bytes, tables);
    const targets = links.length === 0 ? none : await relationsOf(parts, part);
    sheets.push({ name, isHidden, rows, merges, links: addresses(links, targets) });
  }
  if (sheets.length === 0) throw new FileFault(damagedFile);
  return sheets;
}

interface Relation {
  readonly type: string;
  /** The name of a part, or an address outside of the workbook. */
  readonly target: string;
}

const none: ReadonlyMap<string, Relation> = new Map();

function partNamed(relations: ReadonlyMap<string, Relation>, kind: string): string | undefined {
  return [...relations.values()].find(({ type }) => type.endsWith(`/${kind}`))?.target;
}

interface SheetList {
  readonly sheets: readonly { readonly name: string; readonly isHidden: boolean; readonly relation: string }[];
  /** Whether dates count from 1904, as on old Macs. */
  readonly isFrom1904: boolean;
}

async function sheetList(parts: Parts): Promise<SheetList> {
  const bytes = await parts.read('xl/workbook.xml');
  if (bytes === null) throw new FileFault(damagedFile);
  const sheets: SheetList['sheets'][number][] = [];
  let isFrom1904 = false;
  await readXml(bytes, {
    open: (name, attribute) => {
      if (name === 'workbookPr') isFrom1904 = /^(?:1|true)$/i.test(attribute('date1904'));
      if (name !== 'sheet') return;
      const isHidden = /^(?:hidden|veryHidden)$/.test(attribute('state'));
      sheets.push({ name: attribute('name'), isHidden, relation: relationOf(attribute) });
    },
  });
  return { sheets, isFrom1904 };
}

/** The relationships of a part, by their ids. */
async function relationsOf(parts: Parts, part: string): Promise<ReadonlyMap<string, Relation>> {
  const folder = part.slice(0, part.lastIndexOf('/') + 1);
  const bytes = await parts.read(`${folder}_rels/${part.slice(folder.length)}.rels`);
  const relations = new Map<string, Relation>();
  if (bytes === null) return relations;
  await readXml(bytes, {
    open: (name, attribute) => {
      if (name !== 'Relationship') return;
      const [target, isOutside] = [attribute('Target'), attribute('TargetMode') === 'External'];
      const inside = target.startsWith('/') ? target.slice(1) : `${folder}${target}`;
      const isAddress = isOutside || /^[a-z][a-z0-9+.-]*:/i.test(target);
      relations.set(attribute('Id'), { type: attribute('Type'), target: isAddress ? target : withoutDots(inside) });
    },
  });
  return relations;
}

/** A path without steps back: `xl/../xl/worksheets/sheet1.xml`. */
function withoutDots(path: string): string {
  const steps: string[] = [];
  for (const step of path.split('/')) {
    if (step === '..') steps.pop();
    else if (step !== '.') steps.push(step);
  }
  return steps.join('/');
}

/** The number formats of a workbook's styles, by the number of the style. */
async function readFormats(bytes: Buffer, isFrom1904: boolean): Promise<(NumberFormat | null)[]> {
  const codes = new Map<string, string>();
  const styles: string[] = [];
  let isOfCells = false;
  await readXml(bytes, {
    open: (name, attribute) => {
      if (name === 'numFmt') codes.set(attribute('numFmtId'), attribute('formatCode'));
      else if (name === 'cellXfs') isOfCells = true;
      else if (name === 'xf' && isOfCells) styles.push(attribute('numFmtId'));
    },
    close: (name) => {
      if (name === 'cellXfs') isOfCells = false;
    },
  });
  const formats = new Map<string, NumberFormat | null>();
  return styles.map((id) => {
    const known = formats.get(id);
    if (known !== undefined) return known;
    const code = codes.get(id) ?? builtInFormats[id] ?? '';
    const format = code === '' || /^(?:general|standard|@)$/i.test(code) ? null : numberFormat(code, isFrom1904);
    formats.set(id, format);
    return format;
  });
}

/** The formats that workbooks name without their code. */
const builtInFormats: Readonly<Record<string, string>> = {
  '1': '0',
  '2': '0.00',
  '3': '#,##0',
  '4': '#,##0.00',
  '5': '"$"#,##0;-"$"#,##0',
  '6': '"$"#,##0;-"$"#,##0',
  '7': '"$"#,##0.00;-"$"#,##0.00',
  '8': '"$"#,##0.00;-"$"#,##0.00',
  '9': '0%',
  '10': '0.00%',
  ...Object.fromEntries([14, 15, 16, 17, 22, ...range(27, 36), ...range(50, 58)].map((id) => [id, 'yyyy-mm-dd'])),
  '16': 'd-mmm',
  '17': 'mmm-yy',
  '18': 'h:mm',
  '19': 'h:mm:ss',
  '20': 'h:mm',
  '21': 'h:mm:ss',
  '22': 'yyyy-mm-dd h:mm',
  '37': '#,##0;-#,##0',
  '38': '#,##0;-#,##0',
  '39': '#,##0.00;-#,##0.00',
  '40': '#,##0.00;-#,##0.00',
  '41': '#,##0;-#,##0',
  '42': '"$"#,##0;-"$"#,##0',
  '43': '#,##0.00;-#,##0.00',
  '44': '"$"#,##0.00;-"$"#,##0.00',
  '45': 'mm:ss',
  '46': '[h]:mm:ss',
  '47': 'mm:ss.0',
};

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

/** Where cells lead: to the web, or to a mailbox. */
function addresses(links: SheetXml['links'], targets: ReadonlyMap<string, Relation>): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  let left = mostLinks;
  for (const { range, address, relation } of links) {
    const target = address || (targets.get(relation)?.target ?? '');
    if (!isWebOrMail.test(target)) continue;
    // A link over a range is that of each of its cells.
    for (let line = range.top; line <= range.bottom && left > 0; line++)
      for (let column = range.left; column <= range.right && left > 0; column++, left--)
        found.set(`${line}:${column}`, target.replace(/^mailto:/i, ''));
  }
  return found;
}

const isWebOrMail = /^(?:https?:\/\/|mailto:)\S+$/i;

/** A hostile file names the whole sheet as the range of a link, again and again. */
const mostLinks = 1_000_000;
