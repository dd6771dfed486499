import { expect, test } from 'vitest';
import { cityName } from './cityName.ts';

test.each([
  'West Palm Beach',
  'St. Louis',
  'Washington D.C.',
  'McLean',
  "O'Fallon",
  'Winston-Salem',
  'Aix-en-Provence',
  'Rio de Janeiro',
  'La Plata',
  "L'Aquila",
  'São Paulo',
  'København',
  'Frankfurt am Main',
  'Москва',
  'Québec (City)',
])('%s is written so, whether the file has it in capitals, in small letters or as it is', (city) => {
  expect([city.toUpperCase(), city].map(cityName)).toEqual([city, city]);
  if (/^[\p{L}\s'-]+$/u.test(city)) expect(cityName(city.toLowerCase()).toUpperCase()).toBe(city.toUpperCase());
});

test.each(['san jose', 'köln', 'são paulo'])('%s in small letters gets its capitals', (city) => {
  expect(cityName(city)).toBe(city.replaceAll(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase()));
});

test.each([
  'NYC',
  'BRA',
  '北京',
  '東京都港区',
  'Paris 9',
  '6th of October City',
  'Ho Chi Minh City',
  "'s-Hertogenbosch",
])('%s stays as it is', (city) => {
  expect(cityName(city)).toBe(city);
});

test.each(['Sep. 30', 'März 5', 'S. Harbour Way #12', 'Suite # 12', 'Box 12345', 'since 2012'])(
  '%s is no city',
  (text) => {
    expect(cityName(text)).toBe('');
  },
);
