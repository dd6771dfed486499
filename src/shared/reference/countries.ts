import { countries as countryNames, getCountryData, type TCountryCode } from 'countries-list';
import { sortedByName } from '../domain/text.ts';

/**
 * Which countries belong to which of Winnow's four regions, by ISO 3166-1 alpha-2 code (product 17.10). Africa and
 * Antarctica are in none of them: they belong only to "All countries".
 */
const countriesByRegion = {
  Europe:
    'AX AL AD AT BY BE BA BG HR CY CZ DK EE FO FI FR DE GI GR GG HU IS IE IM IT JE XK LV LI LT LU MT MD MC ME NL MK NO PL PT RO RU SM RS SK SI ES SJ SE CH UA GB VA',
  'North America': 'BM CA GL PM UM US',
  'South/Latin America':
    'AI AG AR AW BS BB BZ BO BQ BR VG KY CL CO CR CU CW DM DO EC SV FK GF GD GP GT GY HT HN JM MQ MX MS NI PA PY PE PR BL KN LC MF VC SX GS SR TT TC VI UY VE',
  'Asia & Pacific':
    'AF AS AM AU AZ BH BD BT IO BN KH CN CX CC CK TL FJ PF GE GU HK IN ID IR IQ IL JP JO KZ KI KW KG LA LB MO MY MV MH FM MN MM NR NP NC NZ NU NF KP MP OM PK PW PS PG PH PN QA WS SA SG SB KR LK SY TW TJ TH TK TO TM TV TR AE UZ VU VN WF YE',
} as const;

/** Other names people write for a country, separated by `|` (some of them contain commas). */
const countryAliases: Readonly<Record<string, string>> = {
  AX: 'Åland Islands|Aland Islands',
  BO: 'Bolivia, Plurinational State of',
  BQ: 'Bonaire, Sint Eustatius and Saba',
  VG: 'Virgin Islands, British',
  BN: 'Brunei Darussalam',
  CV: 'Cape Verde',
  CN: "People's Republic of China|China (Mainland)|Mainland China|PRC",
  CW: 'Curaçao',
  CZ: 'Czech Republic|Czech Rep.',
  CD: 'DR Congo|Congo, the Democratic Republic of the',
  TL: 'Timor-Leste',
  FK: 'Falkland Islands (Malvinas)',
  GM: 'Republic of The Gambia|The Gambia',
  HK: 'Hong Kong SAR|Hong Kong SAR, China',
  IR: 'Islamic Republic of Iran|Iran, Islamic Republic of',
  CI: "Cote d'Ivoire|Côte d'Ivoire",
  LA: "Lao People's Democratic Republic|Lao PDR",
  MO: 'Macau|Macao SAR',
  FM: 'Micronesia, Federated States of',
  MD: 'Moldova, Republic of',
  NL: 'The Netherlands|Netherlands (Kingdom of the)|Holland',
  MK: 'The Republic of North Macedonia|Macedonia|Macedonia, FYR',
  PS: 'State of Palestine|Palestinian Territory, Occupied',
  PN: 'Pitcairn',
  CG: 'Congo',
  RO: 'ROM',
  RU: 'Russian Federation|Russia (Russian Federation)',
  BL: 'Saint Barthélemy',
  MF: 'Saint Martin (French part)',
  SX: 'Sint Maarten (Dutch part)',
  SK: 'Slovakia (Slovak Republic)|Slovak Republic',
  KR: 'Korea, Republic of|Republic of Korea|Korea|Korea, South|South Korea (Republic of Korea)',
  SY: 'Syrian Arab Republic',
  TW: 'Taiwan, Province of China',
  TZ: 'United Republic of Tanzania',
  TR: 'Turkey',
  UM: 'United States Minor Outlying Islands',
  VI: 'Virgin Islands, U.S.',
  AE: 'UAE',
  GB: 'UK|Great Britain|England|Scotland|Wales|Northern Ireland|U.K.|United Kingdom of Great Britain and Northern Ireland',
  US: 'United States of America|USA|U.S.A.|US|U.S.',
  VA: 'Holy See (Vatican City State)',
  VE: 'Venezuela, Bolivarian Republic of',
  VN: 'Viet Nam',
};

/** The choice that stands for "no restriction"; never sent to the API (docs/api.md 2). */
export const allCountries = 'All countries';

/** The four regions a company can have; a company in Africa or Antarctica has region `''`. */
export const regions = ['Europe', 'North America', 'South/Latin America', 'Asia & Pacific'] as const;
type Region = (typeof regions)[number];

/** The five region groups of product 3, in the order of the filter panel. */
export const regionGroups = [allCountries, ...regions] as const;

const regionByCountry = new Map<string, Region>(
  regions.flatMap((region) => countriesByRegion[region].split(' ').map((code) => [code, region] as const)),
);

/** Region of a country by its ISO2 code, or `''` if it is in none of the four. */
export function regionOfCountry(code: string): Region | '' {
  return regionByCountry.get(code) ?? '';
}

/** One country. `code` is ISO 3166-1 alpha-2, `iso3` alpha-3 (product 3 `Reference data`). */
interface Country {
  readonly name: string;
  readonly code: string;
  readonly iso3: string;
  readonly region: Region | '';
  readonly aliases: readonly string[];
}

/** Exceptionally reserved codes that countries-list has in addition to ISO 3166-1. */
const notInIso3166 = new Set(['AC', 'TA']);

/** All countries, A to Z by name. */
export const countries: readonly Country[] = sortedByName(
  (Object.keys(countryNames) as TCountryCode[])
    .filter((code) => !notInIso3166.has(code))
    .map((code) => {
      const { name, iso3 } = getCountryData(code);
      const aliases = countryAliases[code]?.split('|') ?? [];
      return { name, code, iso3, region: regionOfCountry(code), aliases };
    }),
  ({ name }) => name,
);

const byCode = new Map(countries.map((country) => [country.code, country]));

/** The country with this ISO2 code, in upper case. */
export function countryByCode(code: string): Country | undefined {
  return byCode.get(code);
}
