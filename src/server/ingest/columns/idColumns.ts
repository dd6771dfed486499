import { createHash } from 'node:crypto';
import { pattern } from '#shared/domain/pattern.ts';
import { fold, nameKey } from '#shared/domain/text.ts';
import { domainOf } from '#shared/domain/webAddress.ts';
import { cellText } from '../values/text.ts';
import { isAnothers } from './fields.ts';
import { headerKey } from './headerKey.ts';
import { registerOf } from './registers.ts';

/** A column whose cells are numbers or names of companies in the list that the file comes from. */
export interface IdColumn {
  readonly index: number;
  /** What its values are of: equal ids of one scheme are one company, different ones are two. */
  readonly scheme: string;
}

/** Ids of such a scheme count in files of the same headers only. */
export function isOfOneShape({ scheme }: IdColumn): boolean {
  return / [0-9a-f]{12}$/.test(scheme);
}

/** How many rows are searched for what speaks against a column. */
const rowsLooked = 20_000;

/**
 * Finds the columns of a file that tell its companies apart: `uuid`, `Organization ID`, a permalink, the number in a
 * register. An id of a row (of a deal, a person) is none, and neither is a number that only counts the rows.
 */
export class IdColumns {
  readonly #headers: readonly string[];
  readonly #candidates: Map<number, Candidate>;
  readonly #names: readonly number[];
  readonly #sites: readonly number[];
  #rows = 0;

  /** `own` are the columns that are no field, `names` and `sites` those of companies' names and sites. */
  constructor(
    own: Iterable<number>,
    headers: readonly string[] | null,
    { names, sites }: { readonly names: readonly number[]; readonly sites: readonly number[] },
  ) {
    this.#headers = headers ?? [];
    this.#names = names;
    this.#sites = sites;
    const register = registerOf(headers)?.index;
    const isId = (index: number): boolean => index === register || namesId(this.#headers[index] ?? '');
    const isPlain = (index: number): boolean => plainId.test(headerKey(this.#headers[index] ?? ''));
    this.#candidates = new Map([...own].filter(isId).map((index) => [index, new Candidate(isPlain(index))]));
  }

  /** Examines one more row. */
  add(cells: readonly string[]): void {
    if (this.#candidates.size === 0 || this.#rows >= rowsLooked) return;
    this.#rows += 1;
    const name = nameKey(cellText(cells[this.#names[0] ?? -1] ?? ''));
    const site = domainOf((cells[this.#sites[0] ?? -1] ?? '').trim());
    for (const [index, candidate] of this.#candidates) candidate.add(idOf(cells[index] ?? ''), name, site, this.#rows);
  }

  /** Those that nothing speaks against. */
  found(): IdColumn[] {
    return [...this.#candidates].flatMap(([index, candidate]) =>
      candidate.isId() ? [{ index, scheme: this.#schemeOf(index, candidate) }] : [],
    );
  }

  /**
   * Ids that are unique everywhere, and numbers of a register, are the same in every file; any other only in files of
   * the same headers, because two lists may number their companies alike.
   */
  #schemeOf(index: number, { areUuids }: Candidate): string {
    if (areUuids) return 'uuid';
    const register = registerOf(this.#headers);
    if (register?.index === index) return `register ${register.countryCode}`;
    const key = headerKey(this.#headers[index] ?? '');
    if (everywhere.test(key)) return key;
    const shape = this.#headers.map(headerKey).toSorted().join('\n');
    return `${key} ${createHash('sha256').update(shape).digest('hex').slice(0, 12)}`;
  }
}

/** What the rows of a file say about a column that may have ids. */
class Candidate {
  areUuids = true;
  /** Its header does not say that they are a company's: it may number the rows. */
  readonly #isPlain: boolean;
  readonly #companyOf = new Map<string, { readonly name: string; readonly site: string }>();
  readonly #idOf = new Map<string, string>();
  #first = Number.NaN;
  #counts = true;
  #isOfOthers = false;
  #seen = 0;

  constructor(isPlain: boolean) {
    this.#isPlain = isPlain;
  }

  add(id: string, name: string, site: string, row: number): void {
    if (id === '') return;
    this.#seen += 1;
    if (this.#seen === 1) this.#first = Number(id) - row;
    this.#counts &&= this.#isPlain && Number(id) - row === this.#first && this.#first <= 1;
    this.areUuids &&= uuid.test(id);
    if (name === '') return;
    const other = this.#companyOf.get(id);
    if (other === undefined) this.#companyOf.set(id, { name, site });
    // Companies of one kind, country or batch have many names and sites.
    else if (other.name !== name && other.site !== site && !this.areUuids) this.#isOfOthers = true;
    if (site === '') return;
    const company = `${name}\n${site}`;
    const own = this.#idOf.get(company) ?? id;
    this.#idOf.set(company, own);
    // One company in two rows of different ids: these are ids of the rows.
    if (own !== id) this.#isOfOthers = true;
  }

  isId(): boolean {
    return this.#seen > 0 && !(this.#counts && this.#seen > 1) && !this.#isOfOthers;
  }
}

/** A header may be that of companies' ids; in JSON it may be inside what the list says of the company: `crm.id`. */
function namesId(header: string): boolean {
  if (ids.test(headerKey(header).normalize('NFC'))) return true;
  const dot = header.lastIndexOf('.');
  if (dot === -1 || !ids.test(headerKey(header.slice(dot + 1)))) return false;
  const parent = headerKey(header.slice(0, dot));
  return !ofParts.test(parent) && !isAnothers(parent, 'name');
}

/** Of what a company has or belongs to, and others have, too. */
const ofParts = pattern()`
  \b(?:address|location|office|place|city|country|state|region|industry|industries|categor\S*|sector|tags?|stage|status
    |type|batch|group|round|rounds|funding|financing|deal|user|owner|team|member|author|image|logo|picture|photo|media
    |currency|language|list|collection
    |program\S*|event|cohort|fund|university|school)\b
`;

const uuid = /^\{?[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\}?$/;

/** Headers of ids of companies, by their keys. */
const ids = pattern('u')`
  ^(?:(?:the|internal|external|global|unique|record|cb|crunchbase|pitchbook|dealroom|tracxn|harmonic|affinity|attio
    |hubspot|crm|pipedrive|zoho|notion|specter|preqin|apollo|zoominfo|salesforce|airtable|company
    |companies|organi[sz]ation|org|account|start ?up|firm|business|venture|entity|portfolio
    |unternehmen|unternehmens|firmen|firma|societe|entreprise|empresa|sociedad|azienda|societa|bedrijf|bedrijfs|spolka
    |foretag|foretags|virksomhed|企業|会社|公司|企业|회사|компании)\x20?)*
    (?:id|ids|(?:hs )?object id|uuid|guid|uid|slug|permalink|identifier|identification|kennung|identifiant
    |identificador|identificatore|法人番号|编号|編號|번호)(?:\x20(?:number|code|no|nr))?$
  |^(?:pb ?id|lei|lei code|cik|duns|duns number|siren|siret|αφμ|kvk|cvr|orgnr|org nr|cnpj|nif|vat id|vat number|ein
    |registration (?:number|no)|register(?:ed)? number|company (?:number|registration number|reg no)
    |handelsregister(?:nummer)?|registernummer|hrb(?: nummer)?|(?:unternehmens|firmen|org(?:anisations)?)nummer
    |organisasjonsnummer|kvk nummer|cvr nummer|y tunnus|ust id(?: ?nr)?|partita iva|p iva|codice fiscale|cif|rut|ruc
    |rfc|numero (?:de registro|d entreprise|de registre|siren|siret|rcs)|registro mercantil|abn|acn|crn|company no
    |krs|regon|ico|инн|огрн|统一社会信用代码|統一編號|统一编号|사업자등록번호)$
`;

const plainId = /^(?:id|ids|identifier|kennung)$/;

/** Ids that mean the same in every file that has them under this header. */
const everywhere = pattern()`
  ^(?:(?:cb|crunchbase)\x20(?:uuid|slug|permalink)|pb ?id|lei|lei code|cik|duns|duns number|siren|siret|αφμ
    |kvk|cvr|cnpj|krs
    |regon)$
`;

const longest = 200;

/** An id as it is compared; `''` for none. */
export function idOf(cell: string): string {
  const text = cellText(cell);
  return text.length > longest || !/[\p{L}\p{N}]/u.test(text) ? '' : fold(text).replaceAll(/\s+/g, ' ');
}
