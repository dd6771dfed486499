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
