import { namesIn, once, readTable } from '#node/resources.ts';
import { knownRoles, type KnownColumn, type KnownColumns, type KnownRole } from '#shared/domain/known.ts';
import { domainOf } from '#shared/domain/webAddress.ts';
import { addressesIn } from '../values/web.ts';
import { headerKey } from './headerKey.ts';

/** How many cells of a column are shown as examples, and looked at. */
const samplesShown = 3;
const cellsLookedAt = 200;

interface RoleName {
  readonly role: KnownRole;
  /** Its place in the table: of two columns for one thing the name above counts. */
  readonly place: number;
}

const names = once(() => {
  const table = readTable('import/known.tsv', ['role', 'name']);
  for (const row of table.rows) {
    if (!knownRoles.some((role) => role === row.role)) throw table.problem(row, `“${row.role}” is no role.`);
  }
  const roles = namesIn(
    table,
    ({ name }) => headerKey(name),
    ({ role }) => role,
  );
  return new Map([...roles].map(([key, role], place): [string, RoleName] => [key, { role: role as KnownRole, place }]));
});

/**
 * What the columns of an export of a CRM or a portfolio say, one column for each thing, by their headers and the user's
 * choice. A column of sites has addresses in it, whatever it is called.
 */
export function knownColumnsOf(
  headers: readonly string[],
  rows: readonly (readonly string[])[],
  chosen: KnownColumns = {},
): KnownColumn[] {
  const roles = new Map<number, KnownRole>();
  for (const [index, role] of Object.entries(chosen)) if (role !== '') roles.set(Number(index), role);
  for (const role of knownRoles) {
    if ([...roles.values()].includes(role)) continue;
    const [best] = headers
      .map((header, index) => ({ index, name: names().get(headerKey(header)) }))
      .filter(({ index, name }) => name?.role === role && !Object.hasOwn(chosen, index) && fits(role, rows, index))
      .toSorted((a, b) => (a.name?.place ?? 0) - (b.name?.place ?? 0));
    if (best !== undefined) roles.set(best.index, role);
  }
  return headers.map((header, index) => ({
    index,
    header,
    role: roles.get(index) ?? '',
    samples: filledOf(rows, index).slice(0, samplesShown),
  }));
}

/** Whether a column may be what its header says: one without a value is left to another of that name. */
function fits(role: KnownRole, rows: readonly (readonly string[])[], index: number): boolean {
  const filled = filledOf(rows, index);
  if (role !== 'website') return filled.length > 0 || rows.length === 0;
  return filled.some((cell) => addressesIn(cell).some((address) => domainOf(address) !== ''));
}

function filledOf(rows: readonly (readonly string[])[], index: number): string[] {
  return rows
    .slice(0, cellsLookedAt)
    .map((row) => (row[index] ?? '').trim())
    .filter((cell) => cell !== '');
}

/** By which headers a product's export is recognised; each pattern must be met by one. */
const products: readonly { readonly name: string; readonly headers: readonly RegExp[] }[] = [
  { name: 'Affinity', headers: [/^(?:organization id|affinity row id|list entry id)$/] },
  { name: 'HubSpot', headers: [/^(?:company domain name|lifecycle stage)$/] },
  { name: 'Salesforce', headers: [/^account (?:id|name|owner)$/] },
  { name: 'Attio', headers: [/^(?:record id|entry id)$/, /^(?:domains|record name|record domains|record)$/] },
];

/** By what the name of a file says whose export it is. */
const fileNames: readonly { readonly name: string; readonly form: RegExp }[] = [
  ...['Affinity', 'Attio', 'HubSpot', 'Salesforce', 'Notion', 'Airtable'].map((name) => ({
    name,
    form: new RegExp(`(?<![a-z])${name}(?![a-z])`, 'i'),
  })),
  // A view of Airtable, and a page of Notion with its id.
  { name: 'Airtable', form: /-(?:grid view|all \w+)\.\w+$/i },
  { name: 'Notion', form: / [0-9a-f]{32}(?:_all)?\.\w+$/i },
];

/** Where a file is from, as far as its name or its headers say; `''` if neither does. */
export function sourceOfFile(file: string, headers: readonly string[]): string {
  const keys = headers.map(headerKey);
  const named = fileNames.find(({ form }) => form.test(file));
  if (named !== undefined) return named.name;
  return products.find((one) => one.headers.every((form) => keys.some((key) => form.test(key))))?.name ?? '';
}
