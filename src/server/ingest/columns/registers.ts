import { headerKey } from './headerKey.ts';

/** Where a company is registered, by the column of its number there. */
export interface Register {
  readonly index: number;
  /** ISO2. */
  readonly countryCode: string;
}

/** What the numbers of companies, and the courts that keep them, are called in countries that share the name with no other. */
const numbers: Readonly<Record<string, string>> = {
  AR: 'cuit',
  AT: 'firmenbuch|firmenbuchnummer',
  AU: 'abn|acn',
  BE: 'ondernemingsnummer|kbo|bce',
  // A column of Brazil's states is as good.
  BR: 'cnpj|uf|cidade uf|municipio uf',
  CN: '统一社会信用代码|工商注册号',
  DE: 'hrb|handelsregister|handelsregisternummer|amtsgericht|registergericht',
  DK: 'cvr',
  EE: 'registrikood',
  FI: 'y tunnus',
  FR: 'siren|siret',
  HU: 'adoszam|cegjegyzekszam',
  IN: 'cin|gstin',
  IT: 'partita iva|p iva|codice fiscale',
  JP: '法人番号',
  KR: '사업자등록번호|법인등록번호',
  MX: 'rfc',
  NL: 'kvk|kv k',
  NO: 'organisasjonsnummer',
  NZ: 'nzbn',
  PL: 'nip|regon|krs',
  PT: 'nipc',
  RU: 'инн|огрн',
  SE: 'organisationsnummer',
  SG: 'uen',
  TR: 'mersis',
  TW: '統一編號',
  UA: 'едрпоу|єдрпоу',
};

const countryByNumber = new Map(
  Object.entries(numbers).flatMap(([code, names]) => names.split('|').map((name) => [headerKey(name), code] as const)),
);

const words = /^(?:numero|numer|no|nr|n) | (?:nr|no|num|number|nummer|numero|code)$/g;

/** The register that a header says its companies stand in, by the first column that does; undefined for none or several countries. */
export function registerOf(headers: readonly string[] | null): Register | undefined {
  const found = (headers ?? []).flatMap((header, index) => {
    const key = header.length > longestHeader ? '' : headerKey(header);
    const countryCode = countryByNumber.get(key) ?? countryByNumber.get(key.replaceAll(words, ''));
    return countryCode === undefined ? [] : [{ index, countryCode }];
  });
  const [first] = found;
  return found.every(({ countryCode }) => countryCode === first?.countryCode) ? first : undefined;
}

const longestHeader = 60;
