import { describe, expect, test } from 'vitest';
import { IndustryNames } from './industries.ts';

describe('industries', () => {
  const names = new IndustryNames();

  test.each([
    ['ecommerce', ['E-Commerce']],
    ['games_video', ['Gaming', 'Video']],
    ['Mobile, Linux, Search Engine', ['Mobile', 'Linux', 'Search Engine']],
    ['health care|FINTECH', ['Health Care', 'FinTech']],
    ['Biotechnolgy', ['Biotechnology']],
    ['Semiconductors', ['Semiconductor']],
    ['Travel & Hospitality', ['Travel', 'Hospitality']],
    ['AI; Underwater basket weaving', ['Artificial Intelligence', 'Underwater basket weaving']],
    ['Security, Orchestration', ['Security', 'Orchestration']],
    ['other', []],
    ['FinTech > Payments > Online Payments', ['FinTech', 'Payments']],
    ['FinTech > Payments > Buy now', ['FinTech', 'Payments', 'Buy now']],
    ['COMPUTER_SOFTWARE', ['Software']],
    ['HOSPITAL_HEALTH_CARE', ['Hospital', 'Health Care']],
    ['TRAVEL_AND_HOSPITALITY', ['Travel', 'Hospitality']],
    ['Computer, Software', ['Computer', 'Software']],
    ['Enterprise Software (SaaS)', ['Enterprise Software', 'SaaS']],
    ['Health Care (US)', ['Health Care', 'Health Care (US)']],
    ['B2B SaaS', ['SaaS', 'B2B']],
    ['E-commerce & direct-to-consumer', ['E-Commerce']],
    ['Life sciences: biotech', ['Life Science', 'Biotechnology']],
    ['AI/Lendtech', ['Artificial Intelligence', 'Lending']],
    ['Energías renovables', ['Renewable Energy']],
    ['Glass, Ceramics & Concrete', ['Building Material']],
    ['62012 - Business and domestic software development', ['Software']],
    ['Health & Safety', ['Health & Safety']],
    ['Security: how we keep the doors of houses shut', ['Security: how we keep the doors of houses shut']],
  ])('%j is %j', (cell, expected) => {
    expect(names.parse(cell)).toEqual(expected);
  });

  test('a group adds nothing where its industries are known, and is kept where they are not', () => {
    expect(names.parseGroups('Software, Platforms', ['Linux'])).toEqual([]);
    expect(names.parseGroups('Platforms', [])).toEqual(['Platforms']);
  });
});

test.each([
  ['C10', []],
  ['K', []],
  ['J62.01', []],
  ['6201Z', []],
  ['62.01', []],
  ['C10, K', []],
  ['J62 - Kite making', ['Kite making']],
  // Short trades that only look like codes.
  ['5G', ['5G']],
  ['H2', ['H2']],
  ['4K video', ['4K video']],
  ['Web3 kites', ['Web3 kites']],
  // Names as classifications write them, and lists.
  [
    'Manufacture of electric motors, generators and transformers',
    ['Manufacture of electric motors generators and transformers'],
  ],
  ['Growing of rice, wheat and corn', ['Growing of rice wheat and corn']],
  ['Repair of clocks, kites n.e.c.', ['Repair of clocks kites n.e.c.']],
  ['Kite making, kite mending', ['Kite making', 'kite mending']],
  ['Kite making, Kite Mending and Sale', ['Kite making', 'Kite Mending and Sale']],
  ['Kites, ropes and tails', ['Kites', 'ropes and tails']],
  // The main one is marked.
  ['Kite Monitoring Software*, Rope Walks', ['Kite Monitoring Software', 'Rope Walks']],
  ['Kite Monitoring Software, Kite Monitoring Software*', ['Kite Monitoring Software']],
  ['★ Rope Walks; Kite Mending (primary)', ['Rope Walks', 'Kite Mending']],
  ['FinTech*', ['FinTech']],
  ['C*-algebras', ['C*-algebras']],
])('the categories of %j', (cell, expected) => {
  expect(new IndustryNames().parse(cell)).toEqual(expected);
});
