import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parseTable, type Table, type TableRow } from '#node/resources.ts';
import { fold } from '#shared/domain/text.ts';
import { currencyOfCell } from './values/currencies.ts';
import { endColumnsIn } from './columns/endColumns.ts';
import { HeaderNames, isAnothers } from './columns/fields.ts';
import { headerWords } from './columns/headerWords.ts';
import { headerKey } from './columns/headerKey.ts';
import { partsIn } from './columns/headerParts.ts';
import { knownColumnsOf } from './columns/knownColumns.ts';
import { registerOf } from './columns/registers.ts';
import { kindOfList } from './file/otherLists.ts';
import { CellReadings } from './values/cellReadings.ts';
import { CityNames, countryOfRegion, isRegionAnywhere, isRegionOf, placeByRegion } from './values/location.ts';
import { CountryNames } from './values/countries.ts';
import { parseDate } from './values/dates.ts';
import { IndustryNames } from './values/industries.ts';
import { isTitle } from './values/people.ts';
import { isRound, stageOf } from './values/stage.ts';
import { isSum } from './values/sums.ts';
import { cellText } from './values/text.ts';
import { unitNamed } from './values/units.ts';

const folder = fileURLToPath(new URL('../../../resources/import/', import.meta.url));
const files = globSync('*.tsv', { cwd: folder }).toSorted();

const headers = new HeaderNames();
const countries = new CountryNames();
const cities = new CityNames();
const industries = new IndustryNames();
const cells = new CellReadings();

/** What reads each table, asked about one of its rows. */
const readers: Readonly<Record<string, (row: TableRow<string>) => unknown>> = {
  'businessModels.tsv': ({ model, name }) => expect(cells.businessModels(name ?? '')).toEqual([model]),
  'cities.tsv': ({ country, name }) => expect(cities.countryOf(name ?? '')).toBe(country),
  'countries.tsv': ({ country, name = '' }) => {
    // Antarctica is both.
    if (country !== '-') expect(countries.codeOf(name)).toBe(country);
    expect(countries.isNoPlace(name)).toBe(country === '-');
  },
  'headers.tsv': ({ field, name, weight }) =>
    expect(headers.match(name ?? '')).toEqual({ field, strength: Number(weight) }),
  'headerWords.tsv': ({ role, word = '' }) => {
    expect(headerWords(role as 'place')).toContain(word);
    if (role === 'person' || role === 'other') expect(isAnothers(`${word} country`, 'country')).toBe(true);
    if (role === 'whose') expect(headers.match(`${word} employees`)?.field).toBe('employees');
    if (role === 'place') expect(headers.match(`${word} city`)?.field).toBe('city');
    if (role === 'language') expect(headers.match(`name (${word})`)?.field).toBe('name');
    // What is a header itself takes precedence over its parent.
    if (role === 'value' && headers.match(word) === undefined)
      expect(headers.match(`founded_on.${word.replaceAll(' ', '_')}`, true)?.field).toBe('founded');
  },
  'headerParts.tsv': ({ part = '', word = '' }) => {
    // What says nothing is left out, and words that only end a header count at its end.
    expect(partsIn(headerKey(word)).some((parts) => parts.has(part))).toBe(part !== 'besides');
  },
  'industries.tsv': (row) => expect(industries.referenceOf(row['name'] ?? '').join(' + ')).toBe(row['industries']),
  'months.tsv': ({ month, name = '' }) =>
    expect(parseDate(`12 ${name} 2012`, 'dayFirst')).toEqual({ year: 2012, month: Number(month), day: 12 }),
  'otherLists.tsv': ({ kind, role, name = '' }) => {
    const telling = kind === 'investors' ? 'AUM' : kind === 'events' ? 'Venue' : 'Salary';
    const named = kind === 'investors' ? 'Investor' : kind === 'events' ? 'Event' : 'Vacancy';
    expect(kindOfList(role === 'named' ? [name, telling] : [named, name], headers)).toBe(kind);
  },
  'placeholders.tsv': ({ text = '' }) => expect([cellText(text), cellText(text.toUpperCase())]).toEqual(['', '']),
  'currencies.tsv': ({ currency, name = '' }) => expect(currencyOfCell(name)).toBe(currency),
  'regionCodes.tsv': ({ country, code, city = '' }) => {
    const place = city === '*' ? 'Anytown' : city;
    expect(placeByRegion(`${place}, ${code ?? ''}`)).toEqual({ countryCode: country, city: place });
  },
  'regions.tsv': ({ country = '', name = '', only }) => {
    expect([isRegionOf(country, name), isRegionAnywhere(name)]).toEqual([true, true]);
    expect(countryOfRegion(name)).toBe(only === 'yes' ? country : '');
  },
  'known.tsv': ({ role, name = '' }) => expect(knownColumnsOf([name], [['acme.example']])).toMatchObject([{ role }]),
  'registers.tsv': ({ country, name = '' }) =>
    expect(registerOf(['Name', name])).toEqual({ index: 1, countryCode: country }),
  'stages.tsv': ({ stage, name = '', match }) => {
    const text = match === 'behind' ? `a ${name}` : match === 'before' || match === 'joined' ? `${name} a` : name;
    if (stage === 'other') expect([isRound(text), stageOf(text)]).toEqual([true, undefined]);
    else expect(stageOf(text)).toBe(`inv_stage_${stage === 'series' ? 'series_a' : (stage ?? '')}`);
  },
  'statusHeaders.tsv': ({ status, name = '', value }) => {
    const [end] = endColumnsIn(
      [name],
      [{ index: 0, header: name, field: 'own', confidence: 0, reason: '', asks: '', samples: [], reads: [] }],
    );
    expect(end).toEqual({ index: 0, status, value });
    // One that is a field of ours would never be asked.
    expect(headers.match(name)).toBeUndefined();
  },
  'statuses.tsv': ({ status, name = '' }) => expect(cells.status(name)).toBe(status),
  'sums.tsv': ({ name = '' }) => expect([isSum(name), isSum(`${name} (12)`)]).toEqual([true, true]),
  'titles.tsv': ({ kind, word = '' }) => expect(isTitle(kind === 'beside' ? `${word} CEO` : word)).toBe(true),
  'units.tsv': ({ factor, word = '' }) => expect(unitNamed(fold(word))?.factor).toBe(Number(factor)),
  'usStates.tsv': ({ code = '', name = '' }) =>
    expect([countries.isUsState(code), countries.isUsState(name)]).toEqual([true, true]),
};

/** The column with the meaning, and those that together are its name. */
const meanings: Readonly<Record<string, readonly [string, ...string[]]>> = {
  'businessModels.tsv': ['model', 'name'],
  'cities.tsv': ['country', 'name'],
  'countries.tsv': ['country', 'name'],
  'currencies.tsv': ['currency', 'name'],
  'headers.tsv': ['field', 'name'],
  'headerWords.tsv': ['role', 'role', 'word'],
  'headerParts.tsv': ['part', 'part', 'word'],
  'industries.tsv': ['industries', 'name'],
  'known.tsv': ['role', 'name'],
  'months.tsv': ['month', 'name'],
  'otherLists.tsv': ['role', 'kind', 'name'],
  'placeholders.tsv': ['text', 'text'],
  'regionCodes.tsv': ['country', 'code', 'city'],
  'regions.tsv': ['country', 'name'],
  'registers.tsv': ['country', 'name'],
  'stages.tsv': ['stage', 'match', 'name'],
  'statusHeaders.tsv': ['status', 'name'],
  'statuses.tsv': ['status', 'name'],
  'sums.tsv': ['name', 'name'],
  'titles.tsv': ['kind', 'word'],
  'units.tsv': ['factor', 'word'],
  'usStates.tsv': ['code', 'name'],
};

function tableOf(file: string): Table<string> {
  const text = readFileSync(path.join(folder, file), 'utf8');
  return parseTable(text, file, (text.split('\n', 1)[0] ?? '').split('\t'));
}

test('every table has a reader, and every reader a table', () => {
  expect(files).toEqual(Object.keys(readers).toSorted());
});

describe.each(files)('%s', (file) => {
  const table = tableOf(file);

  test('is well-formed in every line, in languages that there are', () => {
    expect(table.rows.length).toBeGreaterThan(0);
    const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
    for (const row of table.rows) {
      const language = row['language'] ?? 'en';
      expect(language, table.problem(row, language).message).toMatch(/^[a-z]{2}$/);
      expect(names.of(language), table.problem(row, language).message).toBeDefined();
    }
  });

  test('means what it says: what reads it understands every line', () => {
    for (const row of table.rows) {
      try {
        readers[file]?.(row);
      } catch (error) {
        throw table.problem(row, `is not understood so: ${String(error)}`);
      }
    }
  });

  test('has no name twice for different things', () => {
    const [target, ...key] = meanings[file] ?? ['', 'name'];
    const known = new Map<string, string>();
    for (const row of table.rows) {
      const name = key.map((column) => fold(row[column] ?? '')).join(' ');
      const meant = row[target ?? ''] ?? '';
      expect(known.get(name) ?? meant, table.problem(row, name).message).toBe(meant);
      known.set(name, meant);
    }
    expect(known.size).toBeGreaterThan(1);
  });
});

/** The names of months that dates were recognised by before Intl supplied them, by month, twice over. */
const monthsBefore = [
  'jan january januar janvier janv enero ene gennaio gen janeiro jaenner januari styczen stycznia leden ledna ocak январь января янв',
  'feb february februar fevrier fevr febrero febbraio fevereiro fev februari luty lutego unor unora subat февраль февраля фев',
  'mar march marz maerz mars marzo marco maart mrz marzec marca brezen brezna marts mart март марта мар',
  'apr april avril avr abril abr aprile kwiecien kwietnia duben dubna nisan апрель апреля апр',
  'may mai mayo maggio mag maio mei maj maja kveten kvetna mayıs mayis май мая',
  'jun june juni juin junio giugno giu junho czerwiec czerwca cerven cervna haziran июнь июня июн',
  'jul july juli juillet juil julio luglio lug julho lipiec lipca cervenec cervence temmuz июль июля июл',
  'aug august aout agosto ago augustus sierpien sierpnia srpen srpna agustos август августа авг augusti',
  'sep sept september septembre septiembre settembre set setembro wrzesien wrzesnia zari eylul сентябрь сентября сен сент',
  'oct october oktober okt octobre octubre ottobre ott outubro out pazdziernik pazdziernika rijen rijna ekim октябрь октября окт oktober',
  'nov november novembre noviembre novembro listopad listopada listopadu kasım kasim ноябрь ноября ноя',
  'dec december dezember dez decembre diciembre dic dicembre dezembro grudzien grudnia prosinec prosince aralık aralik декабрь декабря дек desember',
];

test('no name of a month is lost to Intl, and languages that no table had are understood', () => {
  const more = ['tammikuu', 'februarie', 'március', 'квітня', 'Μαΐου', 'Juni', 'יולי', 'أغسطس', 'september', 'жовтень'];
  for (const [index, names] of monthsBefore.entries()) {
    for (const name of [...names.split(' '), ...more.slice(index, index + 1)]) {
      const date = { year: 2012, month: index + 1, day: 0 };
      expect(parseDate(`${name} 2012`, 'dayFirst'), name).toEqual(date);
      expect(parseDate(`${name}-12`, 'dayFirst'), name).toEqual(date);
      expect(parseDate(`3 ${name} 2012`, 'dayFirst'), name).toEqual({ ...date, day: 3 });
    }
  }
});

/** Names of countries that used to be in a table of ours, and that the library and the reference know themselves. */
const countriesBefore =
  'CZ czech republic|CZ ceska republika|GB イギリス|GB uk|GB u k|GB gbr|GB england|GB scotland|GB wales|' +
  'GB northern ireland|GB great britain|US usa|US u s a|US u s|US vereinigte staaten von amerika|' +
  'US etats unis d amerique|AE uae|AE vereinigte arabische emirate|KR south korea|KR korea|' +
  'KR korea republic of|KR republic of korea|KR korea south|KP north korea|RU russia|RU russian federation|' +
  'NL the netherlands|NL holland|NL niederlande|CN china|CN prc|CN mainland china|CN 中国|HK hong kong|' +
  'HK hong kong sar|HK hong kong sar china|HK hongkong|MO macao sar|TW 台湾|TW taiwan|' +
  'TW taiwan province of china|VN vietnam|VN viet nam|MK macedonia|MK north macedonia|CI ivory coast|' +
  'CI cote d ivoire|CD democratic republic of the congo|CD congo the democratic republic of the|CD dr congo|' +
  'CD congo kinshasa|CG congo brazzaville|TZ tanzania|BO bolivia|BO bolivia plurinational state of|' +
  'VE venezuela|VE venezuela bolivarian republic of|PS state of palestine|PS palestine|' +
  'PS palestinian territory occupied|LA laos|SY syria|MD moldova|MD moldova republic of|IR iran|' +
  'IR iran islamic republic of|BN brunei|TR turkey|TR turkiye|RO romania|RO rom|XK kosovo|MM burma|' +
  'MM myanmar|CV cape verde|IL ישראל|SZ swaziland';

test('no name of a country is lost to the library', () => {
  for (const entry of countriesBefore.split('|')) {
    expect(countries.codeOf(entry.slice(3)), entry).toBe(entry.slice(0, 2));
    expect(countries.codeOf(entry.slice(3).toUpperCase()), entry).toBe(entry.slice(0, 2));
  }
});
