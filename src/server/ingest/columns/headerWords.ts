import { namesIn, once, readTable } from '#node/resources.ts';

/** The words of a role, in the form that `headerKey` gives headers. */
export function headerWords(role: Role): ReadonlySet<string> {
  return words().get(role) ?? new Set();
}

const words = once(() => {
  const table = readTable('import/headerWords.tsv', ['role', 'language', 'word']);
  namesIn(
    table,
    ({ role, word }) => `${role} ${word}`,
    ({ role }) => role,
  );
  const byRole = new Map<string, Set<string>>(roles.map((role) => [role, new Set()]));
  for (const row of table.rows) {
    const known = byRole.get(row.role);
    if (known === undefined) throw table.problem(row, `the role must be one of ${roles.join(', ')}.`);
    known.add(row.word);
  }
  return byRole;
});

const roles = ['person', 'other', 'whose', 'place', 'value', 'language'] as const;

/**
 * What a word in a header may say, in `resources/import/headerWords.tsv`:
 * - `person`: the value belongs to one of the company's people (`Founder LinkedIn`); mail to them reaches it;
 * - `other`: it belongs to another company, to us, or to a page about it (`Investor Country`, `Old Website`,
 *   `Source URL`);
 * - `whose`: whose a value is, not what it is: `Company City` is a city;
 * - `place`: which of a company's places is meant (`Billing City`);
 * - `value`: in JSON, the key of a value that its parent names (`founded_on.value`, `country.code`);
 * - `language`: which of several languages a text is in (`name_en`).
 */
type Role = (typeof roles)[number];
