import type { ReactNode } from 'react';
import { highlights, labelOf } from '#shared/domain/choices.ts';
import { highlightsOf } from '#shared/domain/company.ts';
import classes from './CompanyDetails.module.css';

const groups = [
  { group: 'people', title: 'Team' },
  { group: 'company', title: 'Company' },
] as const;

/** The company's highlights as chips, in their two groups (SPEC 3 `tags`). */
export function Highlights({ tags }: { readonly tags: string }): ReactNode {
  const has = highlightsOf(tags);
  const known = new Set<string>(highlights.map(({ value }) => value));
  const others = has.filter((value) => !known.has(value));
  return groups.map(({ group, title }) => {
    const values = highlights
      .filter((item) => item.group === group && has.includes(item.value))
      .map(({ value }) => value);
    // A highlight that this version does not know is told as it came.
    const shown: string[] = group === 'company' ? [...values, ...others] : values;
    if (shown.length === 0) return null;
    return (
      <div key={group} className={classes.highlightGroup}>
        <span className={classes.highlightTitle}>{title}</span>
        <ul className={classes.chips} aria-label={`${title} highlights`}>
          {shown.map((value) => (
            <li key={value} className={classes.chip} data-group={group}>
              {labelOf(highlights, value)}
            </li>
          ))}
        </ul>
      </div>
    );
  });
}
