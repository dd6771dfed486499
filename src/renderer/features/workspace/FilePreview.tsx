import type { ReactNode } from 'react';
import type { ColumnMatch, ImportPreview } from '#shared/bridge/workspace.ts';
import { importFields } from '#shared/domain/importFields.ts';
import { formatBytes } from '../../ui/numbers.ts';
import { fieldOf, withField, type Corrections } from './columnCorrections.ts';
import classes from './Workspace.module.css';

/** Rows of a file to show before it is imported. */
const shownRows = 10;

/**
 * A preview of a file: its format, what each column was recognised as (which can be corrected), and its first ten rows.
 */
export function FilePreview({
  preview,
  corrections,
  onCorrect,
}: {
  readonly preview: ImportPreview;
  readonly corrections: Corrections;
  readonly onCorrect: (corrections: Corrections) => void;
}): ReactNode {
  const { file, format, encoding, delimiter, bytes, columns, rows, problem, note } = preview;
  const facts = [
    format.toUpperCase(),
    encoding,
    delimiterName(delimiter),
    problem === '' ? formatBytes(bytes) : '',
  ].filter((fact) => fact !== '');
  const used = columns.filter((column) => fieldOf(column, preview, corrections) !== '').length;
  return (
    <div className={classes.file}>
      <p className={classes.fileName}>
        <strong>{file}</strong> <span className={classes.hint}>{facts.join(' · ')}</span>
      </p>
      {problem === '' ? (
        <p className={classes.hint}>
          {used} of {columns.length} columns are used. {note}
        </p>
      ) : (
        <p className={classes.problem}>It is not imported: {problem}</p>
      )}
      {columns.length > 0 && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by keyboard.
        <section className={classes.table} aria-label={`First rows of ${file}`} tabIndex={0}>
          <table>
            <thead>
              <tr>
                {columns.map((column) => (
                  <ColumnHead
                    key={column.index}
                    column={column}
                    field={fieldOf(column, preview, corrections)}
                    onChoose={(field) => onCorrect(withField(corrections, preview, column, field))}
                  />
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.slice(0, shownRows).map((row, index) => (
                // oxlint-disable-next-line react/no-array-index-key -- rows of a file have no other name
                <tr key={index}>
                  {columns.map((column) => (
                    <td
                      key={column.index}
                      title={row[column.index]}
                      data-left-out={fieldOf(column, preview, corrections) === ''}
                    >
                      {row[column.index] ?? ''}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </div>
  );
}

/** Below this score, a recognised column is shown as unsure. */
const sureFrom = 0.6;

function ColumnHead({
  column,
  field,
  onChoose,
}: {
  readonly column: ColumnMatch;
  readonly field: string;
  readonly onChoose: (field: string) => void;
}): ReactNode {
  const header = column.header === '' ? `Column ${column.index + 1}` : column.header;
  const isUnsure = field !== '' && field === column.field && column.confidence < sureFrom;
  return (
    <th scope="col" data-left-out={field === ''}>
      <span className={classes.headerText}>
        {header}
        {isUnsure && ' · unsure'}
      </span>
      <select
        className={classes.field}
        aria-label={`What ${header} is`}
        value={field}
        onChange={(event) => onChoose(event.currentTarget.value)}
      >
        <option value="">Left out</option>
        {importFields.map(({ name, label }) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </select>
    </th>
  );
}

function delimiterName(delimiter: string): string {
  const names: Record<string, string> = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar' };
  return names[delimiter] ?? delimiter;
}
