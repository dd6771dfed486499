import { describe, expect, test } from 'vitest';
import { nameKey } from '#shared/domain/text.ts';
import type { CompanyCandidate } from '../index/port.ts';
import { recordOf } from '../record/testing/records.ts';
import { matchAmong } from './knownMatches.ts';

function company(id: number, name: string, ...domains: string[]): CompanyCandidate {
  return { id, record: recordOf({ name }), domains, nameKeys: [nameKey(name)] };
}

const is = (companyId: number) => ({ companyId, candidates: [], isByName: false });
const isByName = (companyId: number) => ({ companyId, candidates: [], isByName: true });
const among = (...candidates: number[]) => ({ companyId: 0, candidates, isByName: false });

describe('a row of a CRM is about', () => {
  test.each([
    [
      'the company with its site, whatever it is called',
      'Acme',
      'acme.example',
      [company(1, 'Alma', 'acme.example')],
      is(1),
    ],
    [
      'of two with its site, the one of its name',
      'Acme',
      'acme.example',
      [company(1, 'Alma', 'acme.example'), company(2, 'Acme, Inc.', 'acme.example')],
      is(2),
    ],
    [
      'of two with its site and its name, the one that the user chooses',
      'Acme',
      'acme.example',
      [company(2, 'Acme', 'acme.example'), company(1, 'ACME', 'acme.example')],
      among(1, 2),
    ],
    ['without a site, the only one of its name', 'Acme', '', [company(1, 'Acme', 'acme.example')], isByName(1)],
    ['without a site, the only one of its name but for the form', 'Acme', '', [company(1, 'Acme, Inc.')], isByName(1)],
    [
      'without a site, the one of exactly its name before one of another form',
      'Acme',
      '',
      [company(1, 'Acme, Inc.'), company(2, 'Acme')],
      isByName(2),
    ],
    [
      'without a site, of several of its name, the one that the user chooses',
      'Acme',
      '',
      [company(1, 'Acme', 'acme.example'), company(2, 'Acme', 'acme.test')],
      among(1, 2),
    ],
    ['the one of its name that has no site', 'Acme', 'acme.example', [company(1, 'Acme')], isByName(1)],
    ['no company of its name with another site', 'Acme', 'acme.example', [company(1, 'Acme', 'other.test')], is(0)],
    [
      'perhaps a company of its name whose site is called the same',
      'Acme',
      'acme.example',
      [company(1, 'Acme', 'acme.co.uk')],
      among(1),
    ],
    ['no company of another name', 'Acme', '', [company(1, 'Alma')], is(0)],
    ['none where there is none', 'Acme', 'acme.example', [], is(0)],
  ] as const)('%s', (_, name, domain, found, match) => {
    expect(matchAmong({ name, domain }, found)).toEqual(match);
  });
});
