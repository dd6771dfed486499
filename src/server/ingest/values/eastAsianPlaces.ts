import { once } from '#node/resources.ts';
import { eastAsianCities } from './cities.ts';
import type { CountryNames } from './countries.ts';
import type { Place } from './location.ts';

/** The countries whose places are written without separators, the largest part first. */
type EastAsian = 'CN' | 'TW' | 'JP' | 'KR';

const provinces: Readonly<Record<EastAsian, RegExp>> = {
  CN: /^(?:(?:河北|山西|辽宁|遼寧|吉林|黑龙江|黑龍江|江苏|江蘇|浙江|安徽|福建|江西|山东|山東|河南|湖北|湖南|广东|廣東|海南|四川|贵州|貴州|云南|雲南|陕西|陝西|甘肃|甘肅|青海)省?|(?:内蒙古|广西|廣西|西藏|宁夏|寧夏|新疆)(?:壮族|回族|维吾尔)?(?:自治区)?)/,
  TW: /^(?:台灣|臺灣|台湾)省/,
  JP: /^(?:北海道|(?:大阪|京都)府|(?:青森|岩手|宮城|秋田|山形|福島|茨城|栃木|群馬|埼玉|千葉|神奈川|新潟|富山|石川|福井|山梨|長野|岐阜|静岡|愛知|三重|滋賀|兵庫|奈良|和歌山|鳥取|島根|岡山|広島|山口|徳島|香川|愛媛|高知|福岡|佐賀|長崎|熊本|大分|宮崎|鹿児島|沖縄)県)/,
  KR: /^(?:경기도?|강원(?:특별자치도|도)?|충청[남북]도|충[남북]|전라[남북]도|전북특별자치도|전[남북]|경상[남북]도|경[남북]|제주특별자치도)(?=[\s,]|$)/,
};

/** A city with the word for it, where the list of cities does not know it. */
const named: Readonly<Record<EastAsian, RegExp>> = {
  CN: /^(\p{Script=Han}{2,4}?)市/u,
  TW: /^(\p{Script=Han}{2,3}?)[市縣县]/u,
  JP: /^([\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ヶケ]{1,5}?)市/u,
  KR: /^([가-힣]{2,4}?)[시군](?=[\s,]|$)/,
};

/** What stands behind a Korean city: its rank, or nothing more of the word (`대구 달서구`, not `대구텍`). */
const koreanEnd = /^(?:(?:특별자치시|특별자치도|특별시|광역시|시)?(?=[\s,]|$))/;

/** Wards that only Tokyo has. */
const tokyoWard =
  /^(?:千代田|港|新宿|文京|台東|墨田|江東|品川|目黒|大田|世田谷|渋谷|中野|杉並|豊島|荒川|板橋|練馬|足立|葛飾|江戸川)区/;

const postcode = /^(?:〒\s*)?\d{3}-?\d{4}\s*/;
const separators = /^[\s·・,，、/|>_–-]+/;
const eastAsian = /^[〒\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/;
const shortName = /^\p{L}{2,6}$/u;
const longestCountry = 8;

const countries: readonly EastAsian[] = ['CN', 'TW', 'JP', 'KR'];
const citiesOf = once(() => new Map(countries.map((country) => [country, eastAsianCities(country)])));

/**
 * A place in Chinese, Japanese or Korean, which runs from the country or province down to the street and hardly has
 * separators: `广东深圳`, `上海市浦东新区`, `서울특별시 강남구`, `東京都港区`, `美国硅谷`. Undefined for what is none that
 * we know. The city stands as it is written there, without the word for city.
 */
export function eastAsianPlace(text: string, names: CountryNames): Place | undefined {
  if (!eastAsian.test(text)) return undefined;
  const known = placeAmong(countries, text.replace(postcode, ''));
  if (known !== undefined) return known;
  const { country, behind } = countryBefore(text, names);
  if (country === '') return undefined;
  const own = isEastAsian(country) ? placeAmong([country], behind.replace(postcode, '')) : undefined;
  return own ?? { countryCode: country, city: shortName.test(behind) ? behind : '' };
}

function isEastAsian(code: string): code is EastAsian {
  return code in provinces;
}

function placeAmong(among: readonly EastAsian[], text: string): Place | undefined {
  for (const country of among) {
    const city = cityIn(text, country);
    if (city !== undefined) return { countryCode: country, city };
  }
  return undefined;
}

/** The country a text begins with, the longest name first, and what stands behind it. */
function countryBefore(text: string, names: CountryNames): { country: string; behind: string } {
  for (let length = Math.min(longestCountry, text.length); length >= 2; length--) {
    const country = names.codeOf(text.slice(0, length));
    if (country !== '') return { country, behind: text.slice(length).replace(separators, '') };
  }
  return { country: '', behind: text };
}

/** The city a text begins with, perhaps behind its province; `''` where only the province is known. */
function cityIn(text: string, country: EastAsian): string | undefined {
  if (country === 'JP' && tokyoWard.test(text)) return '東京';
  const province = provinces[country].exec(text)?.[0];
  const rest = text.slice(province?.length ?? 0).replace(separators, '');
  const known = citiesOf()
    .get(country)
    ?.find((city) => rest.startsWith(city));
  if (known !== undefined) {
    const within = rest.slice(known.length);
    if (country === 'KR' && !koreanEnd.test(within)) return undefined;
    // Tokyo is a prefecture with cities of its own.
    const inner = within.startsWith('都') ? named.JP.exec(within.slice(1))?.[1] : undefined;
    return inner ?? known.replace(/市$/, '');
  }
  if (province === undefined) return undefined;
  return named[country].exec(rest)?.[1] ?? (/^\p{L}{2,3}$/u.test(rest) ? rest : '');
}
