import { linkOf, placeText, preferredDescription, type Company } from './company.ts';
import { csvLine } from './csvText.ts';
import type { PersonRecord } from './person.ts';
import { fold, withoutPlaceholder } from './text.ts';
import { ownDomain } from './webAddress.ts';

/** The products that Winnow writes files for. */
export const handoverPresets = ['affinity', 'attio', 'hubspot'] as const;
export type HandoverPreset = (typeof handoverPresets)[number];

export const presetNames: Readonly<Record<HandoverPreset, string>> = {
  affinity: 'Affinity',
  attio: 'Attio',
  hubspot: 'HubSpot',
};

/** The files of a hand-over, in the order in which they are imported. */
export const handoverParts = ['companies', 'people', 'notes'] as const;
export type HandoverPart = (typeof handoverParts)[number];

/** Most companies of one hand-over. */
export const mostHandedOver = 10_000;

/** A company with all that is handed over of it. */
export interface HandedOver {
  readonly company: Company;
  readonly founders: readonly PersonRecord[];
  /** Domains of the companies that were merged into it. */
  readonly otherDomains: readonly string[];
  /** The user's notes about it, oldest first. */
  readonly notes: readonly { readonly createdAt: string; readonly text: string }[];
  /** What the user has decided about it; absent if nothing. */
  readonly decision?: HandedDecision | undefined;
}

/** A decision as another product has it: the list that the company is in, why, and the address of who decided. */
export interface HandedDecision {
  readonly list: string;
  readonly reason: string;
  readonly owner: string;
}

/** What a cell follows from: the company and, in their files, the founder or the note. */
interface Subject<Item> {
  readonly of: HandedOver;
  readonly item: Item;
  /** The name of the user. */
  readonly author: string;
}
type Note = HandedOver['notes'][number];
type Column<Item> = readonly [header: string, value: (subject: Subject<Item>) => string];

interface PresetColumns {
  readonly companies: readonly Column<null>[];
  readonly people: readonly Column<PersonRecord>[];
  readonly notes: readonly Column<Note>[];
}

type ValueOf = (subject: Pick<Subject<unknown>, 'of'>) => string;

const name: ValueOf = ({ of: { company } }) => company.name;
const website: ValueOf = ({ of: { company } }) => linkOf(company, 'website');
const description: ValueOf = ({ of: { company } }) => preferredDescription(company.description);
const city: ValueOf = ({ of: { company } }) => company.location.city;
const country: ValueOf = ({ of: { company } }) => company.location.country.name;
const place: ValueOf = ({ of: { company } }) => placeText(company);
const founded: ValueOf = ({ of: { company } }) => plain(company.founded);
const employees: ValueOf = ({ of: { company } }) => plain(company.size.count);
const raised: ValueOf = ({ of: { company } }) => plain(company.funding_total);
const lastRound: ValueOf = ({ of: { company } }) => withoutPlaceholder(company.last_round);
const fundedOn: ValueOf = ({ of: { company } }) => company.funded_on;
const linkedIn: ValueOf = ({ of: { company } }) => linkOf(company, 'linkedin');
const list: ValueOf = ({ of: { decision } }) => decision?.list ?? '';
const reason: ValueOf = ({ of: { decision } }) => decision?.reason ?? '';
const owner: ValueOf = ({ of: { decision } }) => decision?.owner ?? '';
const industries =
  (separator: string): ValueOf =>
  ({ of: { company } }) =>
    separated(company.industry, separator);

/** Its own domains, the website's first. A site that many companies share is none. */
function domainsOf({ company, otherDomains }: HandedOver): string[] {
  const all = [ownDomain(linkOf(company, 'website')), ...otherDomains];
  return [...new Set(all)].filter((domain) => domain !== '');
}
const domain: ValueOf = ({ of }) => domainsOf(of)[0] ?? '';
const domains: ValueOf = ({ of }) => domainsOf(of).join(',');

const firstName = ({ item }: Subject<PersonRecord>): string => item.first_name;
const lastName = ({ item }: Subject<PersonRecord>): string => item.last_name;
const title = ({ item }: Subject<PersonRecord>): string => item.job_title;
const personLinkedIn = ({ item }: Subject<PersonRecord>): string => item.linkedin_url;
const email = ({ of, item }: Subject<PersonRecord>): string => emailOf(item, of);

const noteDay = ({ item }: Subject<Note>): string => item.createdAt.slice(0, 10);
const noteText = ({ item }: Subject<Note>): string => item.text;
const author = (subject: Subject<Note>): string => subject.author;

/**
 * The columns by which each product knows its own fields without being told. Those of companies are also columns that
 * an import of Winnow's knows, so that what is read back has nothing new to say.
 */
const columnsOf: Readonly<Record<HandoverPreset, PresetColumns>> = {
  affinity: {
    companies: [
      ['Organization Name', name],
      ['Website', website],
      ['Description', description],
      ['Industry', industries(';')],
      ['City', city],
      ['Country', country],
      ['Year Founded', founded],
      ['Number of Employees', employees],
      ['Total Funding Amount (USD)', raised],
      ['Last Round', lastRound],
      ['Last Funding Date', fundedOn],
      ['LinkedIn URL', linkedIn],
      ['Status', list],
      ['Reason', reason],
      ['Owners', owner],
    ],
    people: [
      ['First Name', firstName],
      ['Last Name', lastName],
      ['Email', email],
      ['Job Title', title],
      ['Organization Name', name],
      ['Website', website],
      ['LinkedIn URL', personLinkedIn],
    ],
    notes: [
      ['Organization Name', name],
      ['Website', website],
      ['Author', author],
      ['Date', noteDay],
      ['Note', noteText],
    ],
  },
  attio: {
    companies: [
      ['domains', domains],
      ['name', name],
      ['description', description],
      ['categories', industries(',')],
      ['primary_location', place],
      ['employees', employees],
      ['founded', founded],
      ['funding_raised_usd', raised],
      ['last_round', lastRound],
      ['last_funding_date', fundedOn],
      ['linkedin', linkedIn],
      ['status', list],
      ['reason', reason],
      ['owner', owner],
    ],
    people: [
      ['first_name', firstName],
      ['last_name', lastName],
      ['email_addresses', email],
      ['job_title', title],
      ['linkedin', personLinkedIn],
      ['company', name],
      ['domains', domains],
    ],
    notes: [
      ['domains', domains],
      ['name', name],
      ['created_at', noteDay],
      ['created_by', author],
      ['content', noteText],
    ],
  },
  hubspot: {
    companies: [
      ['Company name', name],
      ['Company domain name', domain],
      ['Description', description],
      ['City', city],
      ['Country/Region', country],
      ['Year founded', founded],
      ['Number of employees', employees],
      ['Total money raised', raised],
      ['LinkedIn company page', linkedIn],
      ['Decision', list],
      ['Decision reason', reason],
      ['Company owner', owner],
    ],
    people: [
      ['First Name', firstName],
      ['Last Name', lastName],
      ['Email', email],
      ['Job Title', title],
      ['Company name', name],
      ['Company domain name', domain],
      ['LinkedIn URL', personLinkedIn],
    ],
    notes: [
      ['Activity date', noteDay],
      ['Note body', noteText],
      ['Company name', name],
      ['Company domain name', domain],
    ],
  },
};

/** A file of a hand-over: its header, and its rows behind one another, as CSV. */
export interface HandoverFile {
  readonly header: string;
  readonly rows: number;
  readonly csv: string;
}

/** The files for a product. `userName` is the author of the notes. */
export function handoverFiles(
  preset: HandoverPreset,
  handed: readonly HandedOver[],
  userName: string,
): Record<HandoverPart, HandoverFile> {
  const { companies, people, notes } = columnsOf[preset];
  return {
    companies: fileOf(companies, handed, userName, () => [null]),
    people: fileOf(people, handed, userName, ({ founders }) => founders),
    notes: fileOf(notes, handed, userName, (of) => of.notes),
  };
}

/** Whether a file with these headers is the companies of a hand-over, for whichever product. */
export function isHandover(headers: readonly string[]): boolean {
  return handoverPresets.some((preset) => {
    const { companies } = columnsOf[preset];
    return companies.length === headers.length && companies.every(([header], index) => header === headers[index]);
  });
}

/**
 * The headers of a hand-over's companies that say what a user has decided. An import passes them over: they are no
 * facts about companies.
 */
export const decisionHeaders: ReadonlySet<string> = new Set(
  handoverPresets.flatMap((preset) =>
    columnsOf[preset].companies
      .filter(([, value]) => value === list || value === reason || value === owner)
      .map(([header]) => header),
  ),
);

/** The name of a file, `winnow-affinity-companies-2026-11-27.csv`. */
export function handoverFileName(preset: HandoverPreset, part: HandoverPart, day: string): string {
  return `winnow-${preset}-${part}-${day}.csv`;
}

function fileOf<Item>(
  columns: readonly Column<Item>[],
  handed: readonly HandedOver[],
  userName: string,
  itemsOf: (of: HandedOver) => readonly Item[],
): HandoverFile {
  const rows = handed.flatMap((of) =>
    itemsOf(of).map((item) => csvLine(columns.map(([, value]) => value({ of, item, author: userName })))),
  );
  return { header: csvLine(columns.map(([header]) => header)), rows: rows.length, csv: rows.join('') };
}

/** A number without separators. */
function plain(value: number | null): string {
  return value === null || !Number.isFinite(value) ? '' : String(value);
}

/** Several values in one cell: a separator within one of them would make it two. */
function separated(values: readonly string[], separator: string): string {
  return values.map((value) => value.replaceAll(separator, ' ').replaceAll(/\s+/g, ' ').trim()).join(separator);
}

/**
 * Which of the company's addresses is the founder's: the one that is their name, `ana.ruiz@…`, or the first name of the
 * only founder with it. `''` where none is.
 */
function emailOf(founder: PersonRecord, { company, founders }: HandedOver): string {
  const [first, last] = [founder.first_name, founder.last_name].map(letters) as [string, string];
  if (first === '') return '';
  const isOnly = founders.filter((other) => letters(other.first_name) === first).length === 1;
  const names = new Set([...(last === '' ? [] : [first + last]), ...(isOnly ? [first] : [])]);
  return company.emails.find((address) => names.has(letters(address.split('@', 1)[0]!))) ?? '';
}

function letters(text: string): string {
  return fold(text).replaceAll(/[^\p{L}\p{N}]/gu, '');
}
