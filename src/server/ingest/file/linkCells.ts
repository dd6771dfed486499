import { pattern } from '#shared/domain/pattern.ts';
import type { HeaderNames } from '../columns/fields.ts';
import { listSeparator, withoutTags } from '../values/text.ts';
import type { RawRecord } from './recordReader.ts';
import { isLabel, ofLinks } from './sheetLinks.ts';
import type { Table } from './table.ts';

/** What a cell of nothing but links says, and where they lead. */
interface Linked {
  readonly label: string;
  readonly labels: readonly string[];
  readonly addresses: readonly string[];
}

/** How the links of a column are read. */
type Mode = 'address' | 'name' | 'label' | 'person';

/**
 * A table whose cells may be links of HTML or Markdown: in a column of addresses, and in the place of a label, the
 * address counts; of a name both; beside any other text the addresses are a column of their own.
 */
export function withLinkCells(table: Table, first: readonly RawRecord[], names: HeaderNames): Table {
  const { headers } = table;
  if (headers === null) return table;
  const modes = new Map<number, Mode>();
  for (const [column, header] of headers.entries()) {
    const linked = first.flatMap(({ cells }) => linksIn(cells[column] ?? '') ?? []);
    if (linked.length > 0) modes.set(column, modeOf(linked, names.match(header, table.nested)?.field ?? ''));
  }
  if (modes.size === 0) return table;
  const beside = [...modes].filter(([, mode]) => mode === 'label').map(([column]) => column);
  return {
    ...table,
    headers: [...headers, ...beside.map(() => '')],
    async *records() {
      for await (const records of table.records())
        yield records.map((record) => opened(record, modes, beside, headers.length));
    },
  };
}

function modeOf(linked: readonly Linked[], field: string): Mode {
  if (field === 'name') return 'name';
  if (field === 'founders' && linked.every(areOfPersons)) return 'person';
  const labels = linked.filter(({ label, addresses }) => isLabel(label) || addresses.includes(label)).length;
  return ofLinks.has(field) || labels > linked.length / 2 ? 'address' : 'label';
}

/** Whether each link of a cell leads to the profile of a person. */
function areOfPersons({ labels, addresses }: Linked): boolean {
  return labels.length === addresses.length && addresses.every((address) => personsPage.test(address));
}

const personsPage = /^https?:\/\/(?:\w+\.)?linkedin\.com\/in\/[^\s,;|]+$/i;

function opened(
  record: RawRecord,
  modes: ReadonlyMap<number, Mode>,
  beside: readonly number[],
  width: number,
): RawRecord {
  if (record.problem !== '' || record.cells.length > width) return record;
  const cells = [...record.cells];
  while (cells.length < width + beside.length) cells.push('');
  for (const [column, mode] of modes) {
    const linked = linksIn(cells[column] ?? '');
    if (linked === null) continue;
    const { label, addresses } = linked;
    if (mode === 'address') cells[column] = addresses.join(listSeparator);
    else if (mode === 'person')
      cells[column] = linked.labels.map((name, at) => `${name} ${addresses[at] ?? ''}`.trim()).join(listSeparator);
    else if (mode === 'name' && addresses.length === 1) cells[column] = `[${label}](${addresses[0] ?? ''})`;
    else {
      cells[column] = label;
      const outside = addresses.filter((address) => !address.startsWith('/') && !address.startsWith('#'));
      if (mode === 'label') cells[width + beside.indexOf(column)] = outside.join(listSeparator);
    }
  }
  return { ...record, cells };
}

/** The links of a cell that is nothing else; null for any other. */
function linksIn(cell: string): Linked | null {
  // This runs for every cell of such columns, and for the first rows of all.
  if (cell.length > longest) return null;
  if (cell.startsWith('=')) return linkedByFormula(cell);
  if (!(cell.includes('href') || cell.includes(']('))) return null;
  const addresses: string[] = [];
  const labels: string[] = [];
  const rest = cell.replaceAll(link, (_, double = '', single = '', bare = '', inner = '', text = '', address = '') => {
    addresses.push(String(double || single || bare || address).replace(/^mailto:/i, ''));
    labels.push(withoutTags(String(inner || text)).trim());
    return '';
  });
  const isAll = addresses.length > 0 && /^(?:[\s,;|/•·-]|<br\s*\/?>|<\/?(?:p|div|span|li|ul)[^<>]*>)*$/i.test(rest);
  return isAll ? { label: labels.filter((one) => one !== '').join(', '), labels, addresses } : null;
}

/** `=HYPERLINK("https://acme.com","Acme")` */
function linkedByFormula(cell: string): Linked | null {
  const [, address = '', label = ''] = linkFormula.exec(cell.trim()) ?? [];
  return address === '' || label === '' ? null : { label, labels: [label], addresses: [address] };
}

const linkFormula = /^=HYPERLINK\("([^"]*)"\s*[,;]\s*"([^"]*)"\)$/i;

const longest = 5000;

const link = pattern('gis')`
  <a\s[^<>]*?\bhref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))[^<>]*>(.*?)<\/a\s*>
  |\[([^[\]]+)\]\(((?:https?:|mailto:)[^()\s]+)(?:\s+"[^"]*")?\)
`;
