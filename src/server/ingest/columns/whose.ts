import type { FieldName } from './fields.ts';
import { headerKey } from './headerKey.ts';
import { headerWords } from './headerWords.ts';

/** Who on our side has to do with a row: `Created By`, `Assigned to`. */
const ofOurs =
  /\b(?:created|added|modified|updated|edited|entered|submitted|uploaded|sourced|introduced|referred|assigned|reviewed) (?:by|to)\b|\bassignee\b/;

/**
 * Whether a header says that its values are another's than the company's (`Investor Country`, `Founder LinkedIn`), as
 * far as `field` goes: a founder's e-mail address reaches the company.
 */
export function isAnothers(header: string, field: FieldName): boolean {
  const key = headerKey(header);
  if (ofOurs.test(key)) return true;
  const words = key.split(' ');
  if (words.some((word) => headerWords('other').has(word))) return true;
  return field !== 'emails' && words.some((word) => headerWords('person').has(word));
}

/** Headers that only a list of people has: its plain `City` and `Country` are theirs. */
const ofPeople =
  /^(?:first name|last name|given name|family name|surname|full name|job title|contact name|person \S.*|vorname|nachname|prenom|apellidos?|cognome)$/;

/** Whether a file lists people with their companies. */
export function isListOfPeople(headers: readonly string[]): boolean {
  return headers.some((header) => ofPeople.test(headerKey(header)));
}

/** Headers that only a list of our own deals has: its plain `Amount` is what we would pay or be paid. */
const ofDeals =
  /^(?:probability(?: \S.*)?|opportunity(?: (?:name|id|owner|stage|amount))?|deal (?:name|owner|id|probability|pipeline)|pipeline|sales stage|expected revenue|forecast \S.*|weighted amount(?: \S.*)?)$/;
const ofADeal = /^(?:(?:deal|opportunity|total|weighted) )?(?:amount|value|size)(?: \S.*)?$/;

/** Whether a file lists our own dealings with companies (an export of a CRM's pipeline). */
export function isListOfDeals(headers: readonly string[]): boolean {
  return headers.some((header) => ofDeals.test(headerKey(header)));
}

/** Whether an amount in such a list is the deal's. */
export function isOfDeal(header: string): boolean {
  return ofADeal.test(headerKey(header));
}
