import { namesIn, once, readTable } from '#node/resources.ts';
import { importFieldNames, type ImportFieldName } from '#shared/domain/importFields.ts';
import { pattern } from '#shared/domain/pattern.ts';
import { composedField, namesRounds, namesSeveralRounds } from './composedHeaders.ts';
import { headerKey } from './headerKey.ts';
import { headerWords } from './headerWords.ts';
import { questionAbout, withoutNumber } from './questionHeaders.ts';
import { isUnitWord, saysChange, saysMoney } from './headerSays.ts';

/** What a column of a file can be recognised as; `''` in a report stands for "left out". */
export const fieldNames = importFieldNames;
export type FieldName = ImportFieldName;

/** The field a header names, and how certainly. */
export interface NameMatch {
  readonly field: FieldName;
  /** 0 to 1. */
  readonly strength: number;
}

/** Looks up headers. */
export class HeaderNames {
  readonly #byKey = headers();

  /** The field a header names, or undefined. For a `nested` JSON key (`location.city`) its last part may decide. */
  match(header: string, nested = false): NameMatch | undefined {
    // Rows are examined as headers, too, and their cells may be of any length.
    if (header.length > longestHeader) return undefined;
    const match = this.#named(header, nested);
    if (match !== undefined && !numbers.has(match.field)) return match;
    const key = headerKey(header);
    if (match !== undefined && saysChange(header, key)) return undefined;
    if (match !== undefined && (match.field !== 'employees' || !saysMoney(header, key))) return match;
    return isSizeOfMoney(header, key) ? { field: 'lastRoundAmount', strength: 0.5 } : undefined;
  }

  #named(header: string, nested: boolean): NameMatch | undefined {
    const own = withoutSource(withoutNumber(header.normalize('NFKC')));
    const key = headerKey(own);
    if (key === '' || key === pipedrivesPeople) return undefined;
    // `CB` is Crunchbase's, as a prefix of other names and in names of its own (`CB Rank`).
    const exact = this.#byKey.get(key) ?? (key.startsWith('cb ') ? this.#byKey.get(key.slice(3)) : undefined);
    if (exact !== undefined) return exact;
    const near =
      this.#byLanguage(own) ??
      this.#byWords(key) ??
      this.#byUnit(key) ??
      this.#byBracket(own, nested) ??
      this.#byParts(own) ??
      composed(key);
    if (near !== undefined || nested) return near ?? this.#byPath(header);
    return this.#bySentence(header, key);
  }

  /** A question of a form, or a path with words around it. */
  #bySentence(header: string, key: string): NameMatch | undefined {
    const asked = questionAbout(key, /[?？]/.test(header));
    if (asked !== undefined) return { field: asked, strength: 0.7 };
    const ofRecord = attiosPath.exec(header)?.[1];
    return ofRecord === undefined ? undefined : this.#named(ofRecord, false);
  }

  /** `name_en`, `Description (German)`: English goes before other languages, and all give way to a plain header. */
  #byLanguage(header: string): NameMatch | undefined {
    const written = languageOf(header);
    if (written === undefined) return undefined;
    const match = this.#byKey.get(written.what) ?? this.#byWords(written.what);
    return match !== undefined && translated.has(match.field)
      ? weaker(match, written.english ? 0.95 : 0.85)
      : undefined;
  }

  /** Looks up what remains without words that say whose, which or what number. */
  #byWords(key: string): NameMatch | undefined {
    const unnumbered = /^\d{1,2} (.+)$/.exec(key)?.[1];
    if (unnumbered !== undefined) return this.#byKey.get(unnumbered) ?? this.#byWords(unnumbered);
    const words = key.split(' ').filter((word) => !headerWords('whose').has(word));
    const plain = this.#byKey.get(words.join(' '));
    if (plain !== undefined) return weaker(plain, 0.9);
    const place = this.#byKey.get(words.filter((word) => !headerWords('place').has(word)).join(' '));
    if (place !== undefined && places.has(place.field)) return weaker(place, 0.9);
    const one = /^\d{1,2}$/.test(words.at(-1) ?? '') ? this.#byKey.get(words.slice(0, -1).join(' ')) : undefined;
    return one !== undefined && numbered.has(one.field) ? weaker(one, 0.9) : undefined;
  }

  /**
   * `funding_usd_mn`, `Nº de empleados`, `Date dd/mm/yyyy`: without the unit, the word for a number, the date format.
   */
  #byUnit(key: string): NameMatch | undefined {
    const amount = this.#byKey.get(withoutUnit(key));
    if (amount?.field === 'fundingTotal' || amount?.field === 'lastRoundAmount') return weaker(amount, 0.9);
    const count = this.#byKey.get(whatIsCounted(key));
    if (count?.field === 'employees') return weaker(count, 0.9);
    const date = this.#byKey.get(withoutDateForm(key));
    return date?.field === 'fundedOn' || date?.field === 'founded' ? date : undefined;
  }

  /** `Total funding (USD M)`: brackets say how, not what; but for a place they may say which part. */
  #byBracket(header: string, nested: boolean): NameMatch | undefined {
    const [, before, within] = /^(.*\S)\s*\(([^()]*)\)\s*$/.exec(header) ?? [];
    const outside = before === undefined ? undefined : this.match(before, nested);
    if (outside === undefined || (ofTheCompany.has(outside.field) && isAnothers(within ?? '', outside.field)))
      return undefined;
    const part = outside.field === 'location' ? this.#byKey.get(headerKey(within ?? '')) : undefined;
    return weaker(part !== undefined && places.has(part.field) ? part : outside, 0.9);
  }

  /** `Country / Land`: names in several languages that agree. */
  #byParts(header: string): NameMatch | undefined {
    const parts = header.split(/\s*[/|\n]\s*/).filter((part) => part.trim() !== '');
    if (parts.length < 2) return undefined;
    const [first, ...rest] = parts.map((part) => this.#byKey.get(headerKey(part)));
    return first !== undefined && rest.every((match) => match?.field === first.field) ? weaker(first, 0.9) : undefined;
  }

  /** `location.name` means what its parent says, `address.city` what it says itself, `investor.website` nothing. */
  #byPath(header: string): NameMatch | undefined {
    const dot = header.lastIndexOf('.');
    if (dot === -1) return undefined;
    const parent = header.slice(0, dot);
    const child = header.slice(dot + 1);
    const own = this.match(child);
    const isValue = headerWords('value').has(headerKey(child));
    const isParents =
      own === undefined ? isValue : own.field === 'name' || (own.field === 'website' && isOfPicture(parent));
    let match = isParents ? this.match(parent, true) : own;
    // A weak name of its own (`date`) says less than what it is the date of.
    if (isValue && own?.strength === 0.5) {
      const ofParent = this.match(parent, true);
      // A number of rounds has no date; the rounds that it counts have.
      if (ofParent !== undefined && !counts.has(ofParent.field)) match = ofParent;
    }
    match = ofOneRound(match ?? ofListedRound(parent, child), parent);
    return match === undefined || (match === own && isAnothers(parent, own.field)) ? undefined : weaker(match, 0.8);
  }
}

/** `funding_history.type` is what the last round is, whatever the list of rounds is called. */
function ofListedRound(parent: string, child: string): NameMatch | undefined {
  if (!namesRounds(parent)) return undefined;
  return composed(`last round ${headerKey(child)}`);
}

/** The amount of each of several rounds is no total. */
function ofOneRound(match: NameMatch | undefined, parent: string): NameMatch | undefined {
  return match?.field === 'fundingTotal' && namesSeveralRounds(parent) ? { ...match, field: 'lastRoundAmount' } : match;
}

/** Fields of numbers: what a header says of their growth, or of money in place of heads, is something else. */
const numbers: ReadonlySet<FieldName> = new Set([
  'employees',
  'fundingTotal',
  'lastRoundAmount',
  'fundingRounds',
  'investorCount',
  'founderCount',
  'followers',
  'cbRank',
]);

/** `Size ($M)`, `Größe in Mio. €`: how large a round was, if the file is about rounds. */
function isSizeOfMoney(header: string, key: string): boolean {
  // A key has its Korean letters taken apart.
  const whole = key.normalize('NFC');
  if (key.length > longestSize || !sizeWord.test(whole) || !saysMoney(header, key)) return false;
  return whole
    .replace(sizeWord, '')
    .split(' ')
    .every((word) => word === '' || /^(?:of|de|di|d|r|mi)$/.test(word) || isUnitWord(word));
}

const longestSize = 40;
const sizeWord = pattern('u')`
  ^(?:size|grosse|taille|tamano|dimensione?|tamanho|omvang|grootte|wielkosc|velikost|storlek|storrelse|koko|boyut|размер
    |规模|規模|규모)(?=\x20|$|[^\p{L}])
`;

/** Fields whose values differ from language to language. */
const translated: ReadonlySet<FieldName> = new Set([
  'name',
  'descriptionShort',
  'descriptionLong',
  'customerProblem',
  'targetCustomer',
  'industries',
  'industryGroups',
  'founders',
  'city',
  'state',
  'country',
  'location',
]);

/** Questions of forms are headers as well. */
const longestHeader = 600;

/** Attio writes whose a column is before it: `Record > Foundation date`. */
const attiosPath = /^record\s*[>›]\s*(\S.*)$/i;

/** Pipedrive's `Organization - People` counts the persons in its address book. */
const pipedrivesPeople = 'organization people';

const counts: ReadonlySet<FieldName> = new Set(['fundingRounds', 'investorCount', 'founderCount']);

const places: ReadonlySet<FieldName> = new Set(['city', 'state', 'country', 'location']);

/** Fields whose values may each have a column of their own: `Founder 1`, `Founder 2`. */
const numbered: ReadonlySet<FieldName> = new Set(['founders', 'industries', 'industryGroups', 'emails']);

/** Not if they are a person's: `CB Rank (Person)`. */
const ofTheCompany: ReadonlySet<FieldName> = new Set(['cbRank', 'linkedin', 'twitter', 'city', 'country', 'location']);

/** `thumbnail.url` is the address of a picture, not of the company. */
function isOfPicture(parent: string): boolean {
  return /(?:^|\.)(?:logos?|images?|pictures?|icons?|thumbnails?|avatars?|screenshots?|photos?)$/i.test(parent);
}

function composed(key: string): NameMatch | undefined {
  const field = composedField(key);
  return field === undefined ? undefined : { field, strength: 0.9 };
}

function weaker({ field, strength }: NameMatch, factor: number): NameMatch {
  return { field, strength: strength * factor };
}

/** A header without the name of the data seller, and without the company's role in a deal. */
function withoutSource(header: string): string {
  return header.replace(source, '').replace(role, '');
}

/** Data sellers that address books name before the columns that come from them: `Dealroom - Total Funding`. */
const source = pattern('i')`
  ^(?:affinity(?: data)?|dealroom(?:\.co)?|crunchbase|pitchbook|clearbit|apollo|harmonic
    |tracxn|zoominfo|cb ?insights|specter|people data labs)\s*[-–—:|]\s+(?=\S)
`;

/** Words that say which company a deal is about: `Portfolio company city`. */
const role = /^(?:portfolio|target|investee) company\s+(?=\S)/i;

/** A header's key without the unit after it (`funding usd mn`); `''` if there is none, or nothing else. */
function withoutUnit(key: string): string {
  const words = key.split(' ');
  const last = words.findLastIndex((word) => !isUnitWord(word));
  return last === words.length - 1 ? '' : words.slice(0, last + 1).join(' ');
}

/** A header's key without the date format after it (`date dd mm yyyy`); `''` if there is none. */
function withoutDateForm(key: string): string {
  return dateForm.test(key) ? key.replace(dateForm, '') : '';
}

const dateForm = /(?: (?:d{1,2}|m{1,2}|y{2}|y{4})){2,3}$/;

/** What a header's key counts (`no de empleados`), or `''`. */
function whatIsCounted(key: string): string {
  const what = key.replace(counted, '');
  return what === key ? '' : what;
}

const counted = pattern()`
  ^(?:no|nr|n|num|number|numero|nombre|nb|anzahl|aantal|antal|liczba
    |qtd|qtde|cantidad|quantidade) (?:(?:of|de|d|des|di|der|van|af) )?(?=\S)
`;

/** What headers mean according to `resources/import/headers.tsv`, by their keys. */
const headers = once(() => {
  const table = readTable('import/headers.tsv', ['field', 'language', 'name', 'weight']);
  const own = new Map<string, FieldName>(fieldNames.map((field) => [headerKey(field), field]));
  const fields = new Map<string, FieldName>(fieldNames.map((field) => [field, field]));
  // A field's own name counts as a header, so that a saved mapping or Winnow's own export can be read back.
  const matches = new Map<string, NameMatch>([...own].map(([key, field]) => [key, { field, strength: 1 }]));
  const keys = new Map(table.rows.map((row) => [row, headerKey(row.name)]));
  namesIn(
    table,
    (row) => keys.get(row) ?? '',
    ({ field, weight }) => `${field} (weight ${weight})`,
  );
  for (const row of table.rows) {
    const field = fields.get(row.field);
    if (field === undefined) throw table.problem(row, `there is no field “${row.field}”.`);
    if (!weights.has(row.weight)) throw table.problem(row, `the weight must be one of ${[...weights].join(', ')}.`);
    const key = keys.get(row) ?? '';
    if ((own.get(key) ?? field) !== field) throw table.problem(row, `“${key}” is the field “${own.get(key) ?? ''}”.`);
    matches.set(key, { field, strength: Number(row.weight) });
  }
  for (const row of table.rows) {
    const match = row.language === 'zh' ? matches.get(keys.get(row) ?? '') : undefined;
    const other = inTraditional(keys.get(row) ?? '');
    if (match !== undefined && !matches.has(other)) matches.set(other, match);
  }
  return matches;
});

/** A Chinese name in the letters of Taiwan and Hong Kong: `项目名称` is `項目名稱` there. */
function inTraditional(key: string): string {
  return Array.from(key, (letter) => traditional.get(letter) ?? letter).join('');
}

const traditional = new Map(
  (
    '资資 业業 轮輪 额額 称稱 总總 区區 间間 时時 数數 国國 网網 员員 册冊 队隊 团團 简簡 属屬 务務 产產 领領 邮郵 规規 ' +
    '点點 营營 状狀 态態 级級 绍紹 细細 标標 项項 办辦 详詳 计計 累累 构構 机機 讯訊 调調 经經 类類 签簽 电電 创創 别別 ' +
    '阶階 达達 运運 记記 职職 户戶 从從 当當 围圍 单單 决決 币幣 万萬 亿億 发發 开開 术術 联聯 络絡 负負 责責 历歷 话話 ' +
    '设設 立立 场場 况況 种種 进進 页頁 备備 号號 编編 执執 实實 缴繳 获獲 赛賽 园園 县縣 乡鄉 门門 关關 链鏈 线線 专專 ' +
    '服服 长長 东東 获獲 价價 值值 币幣 买買 并並 购購 选選 维維 优優 势勢 问問 题題 决決 导導 顾顧 投投 轮輪 级級'
  )
    .split(' ')
    .map((pair): [string, string] => [pair.charAt(0), pair.charAt(1)]),
);

/** The languages in which a header is a known name; none for what is no known name as it stands. */
export function languagesOfHeader(header: string): ReadonlySet<string> {
  return header.length > longestHeader ? noLanguages : (languagesByKey().get(keyWithoutUnit(header)) ?? noLanguages);
}

const noLanguages: ReadonlySet<string> = new Set();

/** A header's key without what brackets say, and without the unit. */
function keyWithoutUnit(header: string): string {
  const key = headerKey(header.replace(/\s*\([^()]*\)\s*$/, ''));
  return languagesByKey().has(key) ? key : withoutUnit(key);
}

const languagesByKey = once(() => {
  const languages = new Map<string, Set<string>>();
  for (const { name, language } of readTable('import/headers.tsv', ['field', 'language', 'name', 'weight']).rows) {
    const key = headerKey(name);
    languages.set(key, (languages.get(key) ?? new Set()).add(language));
  }
  return languages;
});

/** A usual name; a rougher one (a band for an exact number); one that may mean something else. */
const weights: ReadonlySet<string> = new Set(['1', '0.9', '0.5']);

/**
 * Whether a header says that its values are not the company's (`Investor Country`, `Founder LinkedIn`), as far as
 * `field` is concerned: a founder's e-mail address reaches the company.
 */
export function isAnothers(header: string, field: FieldName): boolean {
  const key = headerKey(header);
  if (ofOurs.test(key)) return true;
  const words = key.split(' ');
  if (words.some((word) => headerWords('other').has(word))) return true;
  return field !== 'emails' && words.some((word) => headerWords('person').has(word));
}

/** Who on our side handled a row: `Created By`, `Assigned to`. */
const ofOurs = pattern()`
  \b(?:created|added|modified|updated|edited|entered|submitted|uploaded|sourced|introduced
    |referred|assigned|reviewed) (?:by|to)\b
  |\bassignee\b
`;

/** What a header names in one of several languages (its key), and whether that is English. */
export interface HeaderLanguage {
  readonly what: string;
  readonly english: boolean;
  /** The word or the code for it in the header's key. */
  readonly tongue: string;
}

/**
 * The language a header says its values are in: `name_en`, `descriptionDe`, `Name (Chinese)`, `English name`, `中文简介`,
 * `name_zh_CN`. A code must be written as one: `Company IT` and `IT sector` are no Italian.
 */
export function languageOf(header: string): HeaderLanguage | undefined {
  const key = headerKey(header);
  const [, before = '', tongue = '', behind = ''] = chineseTongue.exec(key) ?? [];
  if (tongue !== '') return { what: `${before}${behind}`.trim(), english: tongue === '英文', tongue };
  const words = key.split(' ');
  return words.length < 2 ? undefined : (languageBehind(header, words) ?? languageBefore(header, words));
}

function languageBehind(header: string, words: readonly string[]): HeaderLanguage | undefined {
  const last = words.at(-1) ?? '';
  const isLocale = localePart.test(last) && isLanguage(words.at(-2) ?? '', /^[a-z]{2}$/);
  const at = words.length - (isLocale ? 2 : 1);
  const name = words[at] ?? '';
  if (at === 0 || !isLanguage(name) || (languageCode.test(name) && !codeBehind.test(header))) return undefined;
  const what = words.slice(0, words[at - 1] === 'in' ? at - 1 : at).join(' ');
  return { what, english: isEnglish.test(name), tongue: name };
}

function languageBefore(header: string, [first = '', ...rest]: readonly string[]): HeaderLanguage | undefined {
  if (!isLanguage(first) || (languageCode.test(first) && !codeBefore.test(header))) return undefined;
  return { what: rest.join(' '), english: isEnglish.test(first), tongue: first };
}

function isLanguage(word: string, form = /./): boolean {
  return form.test(word) && headerWords('language').has(word);
}

const isEnglish = /^(?:en|eng|english|englisch|anglais|ingles|inglese|engels)$/;
const languageCode = /^[a-z]{2,3}$/;

/** The country or the script behind the code of a language: `zh-Hans`, `en_US`. */
const localePart = /^(?:[a-z]{2}|hans|hant)$/;
const codeBehind = pattern('u')`
  (?:[_\-.:@([\/]|\p{Ll}(?=\p{Lu})|\p{Ll}\x20(?=\p{Lu}{2})(?!IT|AR))
  \p{L}{2,3}(?:[_\-](?:\p{L}{2}|Han[st]))?[)\]]?$
`;
const codeBefore = /^(?!it|ar)\p{L}{2,3}[_:]/iu;
const chineseTongue = /^(.*?) ?(英文|中文|日文|韩文) ?(.*)$/;

/** Whether a file lists people with their companies. */
export function isListOfPeople(headers: readonly string[]): boolean {
  return headers.some((header) => ofPeople.test(headerKey(header)));
}

/** Headers that only a list of people has: its plain `City` and `Country` are theirs. */
const ofPeople = pattern()`
  ^(?:first name|last name|given name|family name|surname|full name|job title|contact name|person \S.*
    |vorname|nachname|prenom|apellidos?|cognome)$
`;

/** Whether a file lists our own dealings with companies (an export of a CRM's pipeline). */
export function isListOfDeals(headers: readonly string[]): boolean {
  return headers.some((header) => ofDeals.test(headerKey(header)));
}

/** Headers that only a list of our own deals has: its plain `Amount` is what we would pay or be paid. */
const ofDeals = pattern()`
  ^(?:probability(?: \S.*)?|opportunity(?: (?:name|id|owner|stage|amount))?
    |deal (?:name|owner|id|probability|pipeline)|pipeline|sales stage|expected revenue|forecast \S.*
    |weighted amount(?: \S.*)?)$
`;
const ofADeal = /^(?:(?:deal|opportunity|total|weighted) )?(?:amount|value|size)(?: \S.*)?$/;

/** Whether an amount in such a list is the deal's. */
export function isOfDeal(header: string): boolean {
  return ofADeal.test(headerKey(header));
}
