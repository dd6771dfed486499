import { expect, test } from 'vitest';
import { importText } from './testing/importText.ts';

/** Places as lists from all over the world shorten them. */

const placesOf = async (cells: readonly string[]): Promise<string[]> => {
  const rows = cells.map((cell, index) => `Firm ${String(index)}\tfirm${String(index)}.io\t${cell}\n`);
  const { writer } = await importText(`Company\tWebsite\tLocation\n${rows.join('')}`);
  return writer.records.map(({ city, countryCode }) => `${city} ${countryCode}`.trim());
};

test('F23 a code behind a city that is its region’s is not taken for a country or an American state', async () => {
  expect(
    await placesOf(['Florianópolis, SC', 'Recife, PE', 'Milano, MI', 'Torino (TO)', 'Mumbai, MH', 'Chennai, TN']),
  ).toEqual(['Florianópolis BR', 'Recife BR', 'Milano IT', 'Torino IT', 'Mumbai IN', 'Chennai IN']);
  expect(
    await placesOf(['Genève, GE', 'Berlin, BE', 'Monterrey, NL', 'Utrecht, UT', 'Perth, WA', 'Adelaide, SA']),
  ).toEqual(['Genève CH', 'Berlin DE', 'Monterrey MX', 'Utrecht NL', 'Perth AU', 'Adelaide AU']);
  expect(await placesOf(['London, ON', 'Kitchener, ON', 'Newcastle, NSW'])).toEqual([
    'London CA',
    'Kitchener CA',
    'Newcastle AU',
  ]);
});

test('F23 American cities named after others, and countries’ codes, stay what they were', async () => {
  expect(
    await placesOf([
      'Rome, GA',
      'Florence, SC',
      'Dublin, OH',
      'Manchester, NH',
      'Melbourne, FL',
      'Madrid, ES',
      'Austin, TX',
    ]),
  ).toEqual(['Rome US', 'Florence US', 'Dublin US', 'Manchester US', 'Melbourne US', 'Madrid ES', 'Austin US']);
});

test('F23 a region is no city, a lone state says the country', async () => {
  expect(
    await placesOf([
      'California, United States',
      'England, United Kingdom',
      'Karnataka, India',
      'Texas',
      'New York',
      'Georgia',
    ]),
  ).toEqual(['US', 'GB', 'IN', 'US', 'New York US', 'GE']);
  expect(await placesOf(['New York, United States', 'Madrid, Spain', 'Luxembourg, Luxembourg'])).toEqual([
    'New York US',
    'Madrid ES',
    'Luxembourg LU',
  ]);
});

test('F23 a lone code is an American state where all other places are American', async () => {
  expect(await placesOf(['CA', 'Austin, TX', 'Boston, MA', 'New York, NY', 'DE'])).toEqual([
    'US',
    'Austin US',
    'Boston US',
    'New York US',
    'US',
  ]);
  expect(await placesOf(['CA', 'Oslo, NO', 'DE'])).toEqual(['CA', 'Oslo NO', 'DE']);
});

test('F23 what LinkedIn says around a city is left out', async () => {
  expect(
    await placesOf([
      'SF Bay Area',
      'Greater London',
      'Greater Boston Area',
      'London Area, United Kingdom',
      'Greater Noida, India',
      'Hybrid, Berlin',
    ]),
  ).toEqual(['San Francisco US', 'London GB', 'Boston US', 'London GB', 'Greater Noida IN', 'Berlin DE']);
});

/** What becomes of lines under a header, as `city country`. */
const under = async (header: string, lines: readonly string[]): Promise<string[]> => {
  const rows = lines.map((line, index) => `Firm ${String(index)}\tfirm${String(index)}.io\t${line}\n`);
  const { writer } = await importText(`Company\tWebsite\t${header}\n${rows.join('')}`);
  return writer.records.map(({ city, countryCode }) => `${city} ${countryCode}`.trim());
};

test('the city of an American address stands before its state, whatever the door number looks like', async () => {
  expect(
    await under('Address', [
      '12675 Crenshaw Blvd, Hawthorne, CA 90250',
      '625 2nd St #101, San Francisco, CA 94107',
      '1740 Technology Dr #150, San Jose, CA 95110',
      '2210 Lebanon Road, Suite 3, Lawrenceville, GA 30043-1200',
      '7313 Andorra Place, Boca Raton FL 33433, USA',
      '1701 Page Mill Rd Palo Alto CA 94304',
      '4 Microsoft Way, Redmond, Washington 98052',
      '350 5th Ave, New York, New York 10118',
      'PO Box 682532, Franklin, TN 37068',
      '1600 Harbor Pkwy, Alameda, CA',
      'One North Jefferson Plaza, St. Louis, MO',
      '12 Peachtree St, Atlanta, Georgia 30303',
    ]),
  ).toEqual([
    'Hawthorne US',
    'San Francisco US',
    'San Jose US',
    'Lawrenceville US',
    'Boca Raton US',
    'Palo Alto US',
    'Redmond US',
    'New York US',
    'Franklin US',
    'Alameda US',
    'St. Louis US',
    'Atlanta US',
  ]);
});

test('the city of an address elsewhere is no street, suite or district', async () => {
  expect(
    await under('Address', [
      'Level 7, 2-1-1 Marunouchi, Chiyoda-ku, Tokyo 100-0005, Japan',
      '2-11-3 Meguro, Meguro-ku, Tokyo, Japan',
      'No. 1010 Huaihai Middle Rd, Xuhui District, Shanghai 200031, China',
      '4F, 123 Teheran-ro, Gangnam-gu, Seoul 06133, South Korea',
      '71 Robinson Road, #14-01, Singapore 068895',
      '#42, 3rd Cross, Koramangala, Bengaluru, Karnataka 560034',
      'Level 18, 300 Queen St, Brisbane, QLD 4000, Australia',
      '100 King St W, Toronto, ON M5X 1A9',
      'Musterstr. 5, 10115 Berlin, DE',
      'Zoomstede 5, Nieuwegein, Netherlands',
      '12 Rustaveli Ave, Tbilisi, Georgia',
    ]),
  ).toEqual([
    'Tokyo JP',
    'Tokyo JP',
    'Shanghai CN',
    'Seoul KR',
    'SG',
    'Bengaluru IN',
    'Brisbane AU',
    'Toronto CA',
    'Berlin DE',
    'Nieuwegein NL',
    'Tbilisi GE',
  ]);
});

test('cities that look like streets or postcodes stay cities', async () => {
  expect(
    await placesOf([
      'College Park, MD',
      'Overland Park, Kansas',
      'Box Hill, Victoria, Australia',
      'Flat Rock, MI',
      '6300 Zug, Zug, Switzerland',
      '1010 Wien, Austria',
      '75008 Paris, Île-de-France, France',
      'San Isidro, Lima, Peru',
    ]),
  ).toEqual([
    'College Park US',
    'Overland Park US',
    'Box Hill AU',
    'Flat Rock US',
    'Zug CH',
    'Wien AT',
    'Paris FR',
    'San Isidro PE',
  ]);
});

test('a region tells the country beside a code of its province, in any column and spelling', async () => {
  expect(
    await under('Provincia\tComune\tRegione', [
      'SS\tOLBIA\tSARDEGNA',
      'MN\tCASTIGLIONE\tEMILIA ROMAGNA',
      'CB\tTERMOLI\tMolise',
    ]),
  ).toEqual(['Olbia IT', 'Castiglione IT', 'Termoli IT']);
  expect(await under('City\tState', ['London\tON', 'Milano\tMI', 'Graz\tSteiermark'])).toEqual([
    'London CA',
    'Milano IT',
    'Graz AT',
  ]);
});

test('a town is no country because its name is a code, but a country in the place of a city is one', async () => {
  expect(await under('City', ['Bra', 'Ne', 'Ala', 'Milano', 'USA', 'Uk', 'DE', 'Germany'])).toEqual([
    'Bra',
    'Ne',
    'Ala',
    'Milano IT',
    'US',
    'GB',
    'DE',
    'DE',
  ]);
  expect(await under('Comune', ['BRA', 'NE', 'MILANO', 'GERMANIA'])).toEqual(['BRA', 'NE', 'Milano IT', 'DE']);
});

test('parts of the world and of a country are no cities, nor is what says how people work', async () => {
  expect(
    await placesOf(['New England', 'Midwest', 'Europe Germany', 'EMEA: UK', 'Asia > Japan > Tokyo', 'APAC/Singapore']),
  ).toEqual(['US', 'US', 'DE', 'GB', 'Tokyo JP', 'SG']);
  expect(await placesOf(['DACH', 'Middle East & Africa', 'Virtual', 'Remote in Germany', 'Great Falls, MT'])).toEqual([
    '',
    '',
    '',
    'DE',
    'Great Falls US',
  ]);
  expect(await under('City', ['Europe', 'Mid-Atlantic', 'Kent', 'Toronto'])).toEqual(['', 'US', 'Kent', 'Toronto CA']);
});

test('a sector beside a country is no city; a city beside one is', async () => {
  expect(
    await placesOf([
      'USA – BioTech',
      'USA/Mexico – Enterprise/B2B Software',
      'UK | SaaS',
      'Germany: FinTech',
      'Clean Energy – Canada',
      'France – Paris',
      'USA - Boston',
      'London, England, United Kingdom; Sydney, NSW, Australia; Remote',
      'Mobile, Alabama, United States',
      'Media, PA',
    ]),
  ).toEqual(['US', 'US', 'GB', 'DE', 'CA', 'Paris FR', 'Boston US', 'London GB', 'Mobile US', 'Media US']);
});

test('a site of a hub is in the city that it names', async () => {
  expect(
    await placesOf([
      'QLABS @ San Diego (San Diego)',
      'QLABS @ NYC (New York City)',
      'The Hive @ Leeds',
      'Level 5 (Paris)',
      'Virtual (Virtual)',
      'Berlin (HQ)',
      'Remote (US)',
      'Gurgaon (Delhi NCR)',
      'Halle (Saale)',
      'San Jose (Costa Rica)',
    ]),
  ).toEqual([
    'San Diego US',
    'New York City US',
    'Leeds GB',
    'Paris FR',
    '',
    'Berlin DE',
    'US',
    'Gurgaon IN',
    'Halle (Saale)',
    'San Jose CR',
  ]);
});

test('Chinese headers and parts of places are understood', async () => {
  for (const header of ['地点', '总部位置', '所在地點', '办公地址']) {
    expect(await under(header, ['广东-深圳', '上海-浦东新区', '亚洲-以色列', '欧洲/德国/柏林'])).toEqual([
      '深圳 CN',
      '上海 CN',
      'IL',
      '柏林 DE',
    ]);
  }
});

test('capitals and large cities tell their country; a name that several places share does not', async () => {
  expect(
    await under('City', [
      'Belgrade',
      'Kathmandu',
      'Nashville',
      'Skopje',
      'Santo Domingo',
      'Reykjavík',
      'Venice',
      'Durham',
    ]),
  ).toEqual([
    'Belgrade RS',
    'Kathmandu NP',
    'Nashville US',
    'Skopje MK',
    'Santo Domingo DO',
    'Reykjavík IS',
    'Venice',
    'Durham',
  ]);
});

/** The names of a list that says nothing else of places, each with its country. */
const countriesOf = async (names: readonly string[]): Promise<string[]> => {
  const { writer } = await importText(`Company,Founded\n${names.map((name) => `${name},2019\n`).join('')}`);
  return writer.records.map(({ name, countryCode }) => `${name} ${countryCode}`.trim());
};

test('a country in brackets behind the name counts where nothing else says it', async () => {
  expect(await countriesOf(['Alma (FR)', 'Bero (DE)', 'Cito Ltd. (UK)', 'Dora (IT)', 'Elmo'])).toEqual([
    'Alma (FR) FR',
    'Bero (DE) DE',
    'Cito Ltd. (UK) GB',
    'Dora (IT) IT',
    'Elmo',
  ]);
  expect(await countriesOf(['Alma (AI)', 'Bero (ML)', 'Cito (IT)', 'Dora (YC)', 'Elmo (France)'])).toEqual([
    'Alma (AI)',
    'Bero (ML)',
    'Cito (IT)',
    'Dora (YC)',
    'Elmo (France) FR',
  ]);
});
