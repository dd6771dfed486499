import { Button, Group } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { ReadRow } from '#shared/bridge/workspace.ts';
import { formatCount } from '#shared/domain/formats.ts';
import { CompanyLogo } from '../../ui/CompanyLogo.tsx';
import review from '../../ui/Review.module.css';
import { factLine } from '../company/CompanyDetails.tsx';
import { fullestOf, rowFacts } from './rowFacts.ts';
import classes from './Workspace.module.css';

/**
 * A row of a file as the company that it will be, with the columns that its values come from: the fullest of the first
 * rows, and those before and after it. Nothing while it is not known; an older server does not say.
 */
export function RowPreview({ file, rows }: { readonly file: string; readonly rows: readonly ReadRow[] }): ReactNode {
  const [chosen, setChosen] = useState<number | null>(null);
  const place = Math.min(chosen ?? fullestOf(rows), rows.length - 1);
  const row = rows[place];
  if (row === undefined) return null;
  return (
    <section className={classes.rowPreview} aria-label={`A row of ${file} as it will look`}>
      <div className={review.position}>
        <span>
          As it will look: line {formatCount(row.line)} of {file}
        </span>
        <Group gap="xs">
          <Button variant="default" size="compact-xs" disabled={place === 0} onClick={() => setChosen(place - 1)}>
            Previous row
          </Button>
          <Button
            variant="default"
            size="compact-xs"
            disabled={place === rows.length - 1}
            onClick={() => setChosen(place + 1)}
          >
            Next row
          </Button>
        </Group>
      </div>
      <RowAsCompany row={row} />
    </section>
  );
}

function RowAsCompany({ row }: { readonly row: ReadRow }): ReactNode {
  const { company, problem } = row;
  if (company === null) return <p className={review.problem}>This row would be rejected: {problem}</p>;
  return (
    <>
      <div className={classes.rowHead}>
        <CompanyLogo name={company.name} logo={company.logo} size={28} />
        <div>
          <strong dir="auto">{company.name}</strong>
          <p className={classes.hint}>{factLine(company)}</p>
        </div>
      </div>
      {/* It scrolls, which must work by key, too. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section className={classes.rowScroll} aria-label="What the row says" tabIndex={0}>
        <table className={`${review.columns} ${classes.rowFacts}`}>
          <thead>
            <tr>
              <th scope="col">Shown as</th>
              <th scope="col">Value</th>
              <th scope="col">From column</th>
            </tr>
          </thead>
          <tbody>
            {rowFacts(row).map(({ term, value, from }) => (
              <tr key={term}>
                <th scope="row">{term}</th>
                <td dir="auto" title={value}>
                  {value}
                </td>
                <td dir="auto" title={from.join(', ')}>
                  {from.length === 0 ? 'worked out' : from.join(', ')}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}
