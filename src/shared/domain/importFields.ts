import type { companyFields } from '../fields/companyFields.ts';
import { generalFields } from './generalFields.ts';

/** What a column of a file is read as, if it is no field of a company by itself. */
const ownImportFields = [
  { name: 'name', label: 'Name' },
  { name: 'website', label: 'Website' },
  { name: 'descriptionShort', label: 'Short description' },
  { name: 'descriptionLong', label: 'Long description' },
  { name: 'descriptionLlm', label: 'Machine-written description' },
  { name: 'customerProblem', label: 'Customer problem' },
  { name: 'targetCustomer', label: 'Target customer' },
  { name: 'businessModel', label: 'Business model' },
  { name: 'country', label: 'Country' },
  { name: 'state', label: 'State or province' },
  { name: 'city', label: 'City' },
  { name: 'location', label: 'City, region and country in one column' },
  { name: 'industries', label: 'Industries and tags' },
  { name: 'industryGroups', label: 'Industry groups' },
  { name: 'founded', label: 'Founded' },
  { name: 'employees', label: 'Employees' },
  { name: 'stage', label: 'Stage or last round' },
  { name: 'cbRank', label: 'Crunchbase rank' },
  { name: 'score', label: 'Score' },
  { name: 'emails', label: 'Email addresses' },
  { name: 'linkedin', label: 'LinkedIn' },
  { name: 'twitter', label: 'X (Twitter)' },
  { name: 'facebook', label: 'Facebook' },
  { name: 'profilePages', label: 'Other profile pages' },
  { name: 'logo', label: 'Logo' },
  { name: 'founders', label: 'Founders' },
  { name: 'followers', label: 'Followers' },
  { name: 'universities', label: "Founders' universities" },
  { name: 'regions', label: 'Countries or regions served' },
  { name: 'highlights', label: 'Highlights' },
  { name: 'semScorePercentile', label: 'Search visibility percentile' },
  { name: 'challenge1', label: 'Challenge 1' },
  { name: 'challenge2', label: 'Challenge 2' },
  { name: 'challenge3', label: 'Challenge 3' },
  { name: 'translated', label: 'Translated' },
  { name: 'own', label: 'Own column, kept unchanged' },
] as const;

type Fields = typeof companyFields;

/** What follows from other values, and is not read. */
const notRead = ['employeeGrowth', 'fromFiles'] as const;

/** Fields without a place of their own (`generalFields`), by their own names. */
type GeneralName = Exclude<
  { [F in keyof Fields]: Fields[F] extends { readonly label: string } ? F : never }[keyof Fields],
  (typeof notRead)[number]
>;

export type ImportFieldName = (typeof ownImportFields)[number]['name'] | GeneralName;

/** What a column of an imported file can be, with its label; `''` in a mapping means "left out". */
export const importFields: readonly { readonly name: ImportFieldName; readonly label: string }[] = [
  ...ownImportFields,
  ...generalFields
    .filter(({ field }) => !(notRead as readonly string[]).includes(field))
    .map(({ field, label }) => ({ name: field as GeneralName, label })),
];

/** The names alone, in the same order. */
export const importFieldNames: readonly ImportFieldName[] = importFields.map(({ name }) => name);
