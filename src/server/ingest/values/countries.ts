import isoCountries from 'i18n-iso-countries';
import { countries } from '#shared/reference/countries.ts';
import { fold } from '#shared/domain/text.ts';
import { remembered } from './remembered.ts';

/** Codes and names that files use beside ISO 3166-1: former countries, territories, continents are none. */
const formerNames: Readonly<Record<string, string>> = {
  AN: 'netherlands antilles|ant',
  CZ: 'czech republic|ceska republika',
  GB: '英國|イギリス|בריטניה|uk|u k|gbr|england|scotland|wales|northern ireland|britain|great britain|ukm|england uk',
  US: '美國|アメリカ|米国|الولايات المتحدة الأمريكية|usa|u s a|u s|america|united states america|the united states|estados unidos de america|vereinigte staaten von amerika|eeuu|ee uu|etats unis d amerique',
  AE: 'الإمارات|uae|u a e|dubai|emirates|vereinigte arabische emirate',
  KR: '韓國|한국|korea rep|south korea|korea|korea republic of|republic of korea|korea south',
  KP: 'north korea|korea north|korea democratic people s republic of|korea democratic peoples republic of',
  DE: '德國',
  FR: '法國',
  RU: 'рф|russian fed|russia|russian federation',
  NL: 'the netherlands|holland|niederlande',
  CN: 'p r china|pr china|china|prc|mainland china|中国|中國',
  HK: 'hong kong|hong kong sar|hong kong s a r|hong kong sar china|china hong kong sar|hong kong china|hongkong',
  MO: 'macau sar|macao sar|macau s a r|macao s a r|china macao sar',
  TW: '台灣|臺灣|台湾|taiwan|taiwan roc|taiwan province of china|taiwan r o c',
  VN: 'vietnam|viet nam',
  MK: 'n macedonia|macedonia the former yugoslav republic of|macedonia|north macedonia|fyrom',
  CI: 'ivory coast|cote divoire|cote d ivoire',
  CD: 'democratic republic of the congo|democratic republic of congo|congo democratic republic of the|congo the democratic republic of the|congo democratic republic|dr congo|congo dem rep|d r congo|congo dr|drc|congo kinshasa|zaire',
  CG: 'congo rep|congo republic of the|congo republic|congo brazzaville',
  TZ: 'tanzania|tanzania the united republic of|tanzania united republic of',
  BO: 'bolivia|bolivia plurinational state of',
  VE: 'venezuela|venezuela rb|venezuela bolivarian republic of',
  PS: 'palestine state of|state of palestine|palestine|palestinian territory|palestinian territories|palestinian territory occupied',
  LA: 'laos',
  SY: 'syria',
  MD: 'moldova|moldova republic of|republic of moldova',
  IR: 'iran|iran islamic rep|iran islamic republic of',
  BN: 'brunei',
  TR: 'turkey|turkiye',
  RO: 'romania|rom',
  XK: 'kosovo',
  MM: 'burma|myanmar',
  CV: 'cape verde',
  TH: 'ประเทศไทย',
  IL: 'ישראל',
  SZ: 'swaziland',
  SA: 'ksa|kingdom of saudi arabia|المملكة العربية السعودية',
  EG: 'egypt arab rep|جمهورية مصر العربية',
  IE: 'republic of ireland',
  RS: 'republic of serbia',
  ZA: 'rsa',
  BS: 'the bahamas',
  VG: 'bvi',
  KG: 'kyrgyz republic',
  BA: 'bosnia',
  TT: 'trinidad',
};

const usStates =
  'AL alabama|AK alaska|AZ arizona|AR arkansas|CA california|CO colorado|CT connecticut|DE delaware|DC district of columbia|' +
  'FL florida|GA georgia|HI hawaii|ID idaho|IL illinois|IN indiana|IA iowa|KS kansas|KY kentucky|LA louisiana|ME maine|' +
  'MD maryland|MA massachusetts|MI michigan|MN minnesota|MS mississippi|MO missouri|MT montana|NE nebraska|NV nevada|' +
  'NH new hampshire|NJ new jersey|NM new mexico|NY new york|NC north carolina|ND north dakota|OH ohio|OK oklahoma|OR oregon|' +
  'PA pennsylvania|RI rhode island|SC south carolina|SD south dakota|TN tennessee|TX texas|UT utah|VT vermont|VA virginia|' +
  'WA washington|WV west virginia|WI wisconsin|WY wyoming|PR puerto rico';

const continents = new Set([
  'africa',
  'antarctica',
  'asia',
  'europe',
  'north america',
  'south america',
  'latin america',
  'oceania',
  'australia and oceania',
  'middle east',
  'worldwide',
  'global',
  'emea',
  'apac',
]);

const languages = [
  'en',
  'de',
  'fr',
  'es',
  'it',
  'pt',
  'nl',
  'zh',
  'ja',
  'ko',
  'pl',
  'ru',
  'sv',
  'da',
  'no',
  'fi',
  'tr',
  'cs',
  'hu',
  'el',
  'ro',
  'bg',
  'uk',
  'sr',
  'hr',
  'sl',
  'sk',
  'et',
  'lv',
  'lt',
  'is',
  'ga',
  'ca',
  'he',
  'ar',
  'th',
  'vi',
  'hi',
  'id',
];

/** Finds countries by name in many languages, ISO2, ISO3 and alias. Built once per import. */
export class CountryNames {
  readonly #byKey = new Map<string, string>();
  readonly #codes = new Set(countries.map((country) => country.code));
  readonly #stateCodes = new Set<string>();
  readonly #stateNames = new Set<string>();

  constructor() {
    for (const country of countries) {
      for (const name of [country.name, country.code, country.iso3, ...country.aliases]) this.#name(name, country.code);
    }
    for (const [code, names] of Object.entries(formerNames)) {
      for (const name of names.split('|')) this.#byKey.set(key(name), code);
    }
    for (const language of languages) {
      for (const [code, name] of Object.entries(isoCountries.getNames(language, { select: 'all' }))) {
        for (const one of Array.isArray(name) ? name : [name]) if (typeof one === 'string') this.#name(one, code);
      }
    }
    this.#stateNames.add('d c');
    for (const state of usStates.split('|')) {
      this.#stateCodes.add(state.slice(0, 2));
      this.#stateNames.add(state.slice(3));
    }
  }

  /** ISO2 of the country a text names, or `''`. */
  readonly codeOf = remembered((text) => this.#byKey.get(key(text)) ?? this.#codeOfParts(text));

  /** Whether the text is an ISO2 code, `NA` (Namibia) included. */
  isIso2(text: string): boolean {
    return this.#codes.has(text);
  }

  /** Whether the text is a state of the United States, by code (upper case) or name. */
  isUsState(text: string): boolean {
    return this.#stateCodes.has(text.trim()) || this.#stateNames.has(key(text));
  }

  /** Whether the text names a continent or the world, which is no country. */
  isContinent(text: string): boolean {
    return continents.has(key(text));
  }

  /** `DE - Germany`, `Germany (DE)`, a flag: parts that name the same country, one of which we know. */
  #codeOfParts(text: string): string {
    if (text.length > 60 || text.includes(',')) return '';
    // Where OpenCorporates says that a company is registered: `us_de`.
    const registered = /^([a-z]{2})_[a-z]{2}$/.exec(text)?.[1]?.toUpperCase() ?? '';
    if (this.#codes.has(registered)) return registered;
    const flag = /\p{RI}{2}/u.exec(text)?.[0];
    if (flag !== undefined) {
      const code = Array.from(flag, (letter) =>
        String.fromCharCode((letter.codePointAt(0) ?? 0) - regionalA + 65),
      ).join('');
      return this.#codes.has(code) ? code : '';
    }
    const [, before, within] =
      /^(.*\S)\s*[([{]([^()[\]{}]+)[)\]}]$/.exec(text) ?? /^(\S.*)\s[-–|:]\s(.*\S)$/.exec(text) ?? [];
    const codes = [before, within].map((part) => (part === undefined ? '' : (this.#byKey.get(key(part)) ?? '')));
    const known = new Set(codes.filter((code) => code !== ''));
    const isCode = [before, within].some((part) => part !== undefined && /^[A-Z]{2,3}$/.test(part));
    return known.size === 1 && (isCode || codes[0] !== '') ? codes[0] || codes[1] || '' : '';
  }

  #name(name: string, code: string): void {
    const folded = key(name);
    if (folded !== '' && !this.#byKey.has(folded)) this.#byKey.set(folded, code);
  }
}

/** The letter A of flags. */
const regionalA = 0x1f1e6;

function key(name: string): string {
  return fold(name)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
