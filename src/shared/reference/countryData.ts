/**
 * Which countries belong to which of Winnow's four regions, by ISO 3166-1 alpha-2 code (product 17.10).
 * Africa and Antarctica stand in none: they belong only to "All countries".
 */
export const countriesByRegion = {
  Europe:
    'AX AL AD AT BY BE BA BG HR CY CZ DK EE FO FI FR DE GI GR GG HU IS IE IM IT JE XK LV LI LT LU MT MD MC ME NL MK NO PL PT RO RU SM RS SK SI ES SJ SE CH UA GB VA',
  'North America': 'BM CA GL PM UM US',
  'South/Latin America':
    'AI AG AR AW BS BB BZ BO BQ BR VG KY CL CO CR CU CW DM DO EC SV FK GF GD GP GT GY HT HN JM MQ MX MS NI PA PY PE PR BL KN LC MF VC SX GS SR TT TC VI UY VE',
  'Asia & Pacific':
    'AF AS AM AU AZ BH BD BT IO BN KH CN CX CC CK TL FJ PF GE GU HK IN ID IR IQ IL JP JO KZ KI KW KG LA LB MO MY MV MH FM MN MM NR NP NC NZ NU NF KP MP OM PK PW PS PG PH PN QA WS SA SG SB KR LK SY TW TJ TH TK TO TM TV TR AE UZ VU VN WF YE',
} as const;

/** Other names people write for a country, separated by `|` (some of them contain commas). */
export const countryAliases: Readonly<Record<string, string>> = {
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
