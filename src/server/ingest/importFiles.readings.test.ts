import { expect, test } from 'vitest';

import { HeaderNames } from './columns/fields.ts';

test.each([
  ['Qtd. Funcionários', 'employees'],
  ['Total Employee Count', 'employees'],
  ['total employee estimate', undefined],
  ['What it does', 'descriptionShort'],
  ['Unternehmensgegenstand', 'descriptionShort'],
  ['Objet social', 'descriptionShort'],
  ['Founder/s', 'founders'],
  ['founder_identifiers', 'founders'],
  ['Country/countries', 'country'],
  ['Letzte Finanzierungsrunde', 'stage'],
  ['最新ラウンド', 'stage'],
  ['Round date', 'fundedOn'],
  ['Year Started', 'founded'],
  ['How Much They Raised', 'fundingTotal'],
  ['twitter_username', 'twitter'],
  ['facebook_handle', 'facebook'],
  ['ENTITYNAME', 'name'],
  ['Entity.LegalName', 'name'],
  // Codes and other things that only look like it.
  ['trancheEffectifsUniteLegale', undefined],
  ['activitePrincipaleUniteLegale', undefined],
  ['Portfolio Companies', undefined],
  ['Creation Date', undefined],
])('F23 the header %j is %j', (header, field) => {
  expect(new HeaderNames().match(header)?.field).toBe(field);
});
