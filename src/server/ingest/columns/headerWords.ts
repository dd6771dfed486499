import { namesIn, once, readTable } from '#node/resources.ts';

const roles = ['person', 'other', 'whose', 'place', 'unit', 'value'] as const;

/**
 * What a word in a header may say, in `resources/import/headerWords.tsv`:
 * - `person`: the value is one of the company's people's (`Founder LinkedIn`); mail to them reaches it;
 * - `other`: it is another company's, one of ours, or a page about it (`Investor Country`, `Old Website`, `Source
 * URL`);
 * - `whose`: whose a value is, not what it is: `Company City` is a city;
 * - `place`: which of a company's places is meant (`Billing City`);
 * - `unit`: in what an amount is counted (`Funding USD mn`);
 * - `value`: in JSON, a key of a value that is what its parent says (`founded_on.value`, `country.code`).
 */
type Role = (typeof roles)[number];

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

/** The words of a role, in the form `headerKey` gives headers. */
export function headerWords(role: Role): ReadonlySet<string> {
  return words().get(role) ?? new Set();
}
