import { Checkbox, NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import {
  fileToken,
  type ColumnMatch,
  type ColumnReading,
  type ImportPreview,
  type Rates,
} from '#shared/bridge/workspace.ts';
import { importFields } from '#shared/domain/importFields.ts';
import { counted, formatCount } from '#shared/domain/formats.ts';
import { FileFacts, FilesWithDays, type Days, type FileGroup, type OnDay } from './FilesWithDays.tsx';
import { fieldOf, readingOf, withField, withReading, type Corrections } from './columnCorrections.ts';
import { ReadingChoice } from './ReadingChoice.tsx';
import { RowPreview } from './RowPreview.tsx';
import { useReadFile } from './filesAsRead.ts';
import type { ChosenSheets } from './useFilePreviews.ts';
import review from '../../ui/Review.module.css';
import classes from './Workspace.module.css';

/** Sample values of a column that are shown. */
const samplesShown = 3;

/** Files by their columns: those of one shape (the same list, year after year) are one group. */
export function groupsOf(previews: readonly ImportPreview[]): FileGroup[] {
  return [...Map.groupBy(previews, shapeOf).values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [[first, ...others]],
  );
}

/** The parts of each file, in the order of the files. */
export function filesOf(previews: readonly ImportPreview[]): FileGroup[] {
  return [...Map.groupBy(previews, ({ token }) => fileToken(token)).values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [[first, ...others]],
  );
}

function shapeOf({ token, problem, columns }: ImportPreview): string {
  if (problem !== '' || columns.length === 0) return token;
  return JSON.stringify(columns.map(({ header, field, open }) => [header, field, open?.parts ?? []]));
}

/**
 * What files of one shape are: their format, and each column with some of its values and the field that it goes to,
 * which can be corrected. Fields come first, then what is kept under its own header, then what is left out.
 */
export function FilePreview({
  group,
  corrections,
  onCorrect,
  days,
  onDay,
  rates,
}: {
  readonly group: FileGroup;
  readonly corrections: Corrections;
  readonly onCorrect: (corrections: Corrections) => void;
  readonly days: Days;
  readonly onDay: OnDay;
  readonly rates: Rates | undefined;
}): ReactNode {
  const [preview] = group;
  const { columns, problem } = preview;
  const fields = columns.map((column) => fieldOf(column, preview, corrections));
  // As the files came: a column that is corrected stays where it is.
  const ordered = columns.toSorted((a, b) => rankOf(a.field) - rankOf(b.field) || a.index - b.index);
  const choose = (column: ColumnMatch, field: string): void =>
    onCorrect(group.reduce((all, one) => withField(all, one, column, field), corrections));
  const read = (column: ColumnMatch, reading: ColumnReading): void =>
    onCorrect(group.reduce((all, one) => withReading(all, one, column, reading), corrections));
  const readFile = useReadFile(preview, { corrections, day: days[preview.token] ?? '', rates });
  return (
    <div className={classes.file}>
      {problem === '' ? (
        <FilesWithDays group={group} days={days} inRows={fields.includes('valuesOn')} onDay={onDay} />
      ) : (
        <FileFacts preview={preview} />
      )}
      {problem === '' ? (
        <>
          <RowPreview file={preview.file} rows={readFile?.companies ?? []} />
          <p className={classes.hint}>{columnsText(fields)}</p>
        </>
      ) : (
        <p className={review.problem}>Can’t be imported: {problem}</p>
      )}
      {columns.length > 0 && (
        <table
          className={`${review.columns} ${classes.columns}`}
          aria-label={`Columns of ${group.map(({ file }) => file).join(', ')}`}
        >
          <thead>
            <tr>
              <th scope="col">Column</th>
              <th scope="col">Example</th>
              <th scope="col">Field</th>
            </tr>
          </thead>
          <tbody>
            {ordered.map((column) => (
              <ColumnRow
                key={column.index}
                column={column}
                asRead={readFile?.columns.find(({ index }) => index === column.index) ?? column}
                field={fieldOf(column, preview, corrections)}
                reading={readingOf(column, preview, corrections)}
                onChoose={(field) => choose(column, field)}
                onRead={(reading) => read(column, reading)}
              />
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}

/** The sheets of a spreadsheet that has several, to choose from: at least one of them. */
export function SheetChoice({
  parts,
  choosing,
  disabled,
  onChoose,
}: {
  /** The previews of one file. */
  readonly parts: FileGroup;
  /** The choice that is being looked at: it shows at once. */
  readonly choosing: ChosenSheets | null;
  readonly disabled: boolean;
  readonly onChoose: (sheets: readonly string[]) => void;
}): ReactNode {
  const [{ token, file, sheets }] = parts;
  const read = new Set(choosing?.token === token ? choosing.sheets : parts.flatMap((part) => part.read));
  if (sheets.length < 2) return null;
  const toggled = (name: string): string[] =>
    sheets.filter((sheet) => read.has(sheet.name) !== (sheet.name === name)).map((sheet) => sheet.name);
  return (
    <fieldset className={classes.sheets}>
      <legend>
        <strong>{file}</strong> has {counted(sheets.length, 'sheet', 'sheets')}. Which do you want to import?
      </legend>
      {sheets.map(({ name, rows, isHidden }) => (
        <Checkbox
          key={name}
          size="xs"
          label={`${name}, ${counted(rows, 'row', 'rows')}${isHidden ? ', hidden' : ''}`}
          checked={read.has(name)}
          disabled={disabled || (read.size === 1 && read.has(name))}
          onChange={() => onChoose(toggled(name))}
        />
      ))}
    </fieldset>
  );
}

function rankOf(field: string): number {
  if (field === '') return 2;
  return field === 'own' ? 1 : 0;
}

/** Below this score, a recognised column is shown as unsure. */
const sureFrom = 0.6;

function ColumnRow({
  column,
  asRead,
  field,
  reading,
  onChoose,
  onRead,
}: {
  /** The column as it is found. */
  readonly column: ColumnMatch;
  /** The same with what the user says of the file. */
  readonly asRead: ColumnMatch;
  readonly field: string;
  readonly reading: ColumnReading;
  readonly onChoose: (field: string) => void;
  readonly onRead: (reading: ColumnReading) => void;
}): ReactNode {
  const header = column.header === '' ? `Column ${column.index + 1}` : column.header;
  const isFound = field === column.field;
  const isUnsure = rankOf(field) === 0 && isFound && column.confidence < sureFrom;
  const reason = isFound ? reasonText(column) : '';
  const samples = column.samples.slice(0, samplesShown).join(' · ');
  const said = [
    ...(isUnsure ? [`Not sure, please check. ${reason}`.trim()] : []),
    ...(asRead.asks !== '' && (isFound || asRead !== column) ? [asRead.asks] : []),
  ];
  const isNoted = said.length > 0 || (asRead.open ?? null) !== null;
  return (
    <>
      <tr data-left-out={field === ''} data-noted={isNoted}>
        <th scope="row" dir="auto" title={header}>
          {header}
        </th>
        <td dir="auto" title={samples}>
          {samples}
        </td>
        <td title={reason}>
          <NativeSelect
            size="xs"
            aria-label={`Field for ${header}`}
            value={field}
            onChange={(event) => onChoose(event.currentTarget.value)}
          >
            <option value="">Skip</option>
            {importFields.map(({ name, label }) => (
              <option key={name} value={name}>
                {label}
              </option>
            ))}
          </NativeSelect>
        </td>
      </tr>
      {isNoted && (
        <tr>
          <td colSpan={3} className={classes.reason}>
            {said.join(' ')}
            <ReadingChoice
              column={asRead}
              isForeign={column.asks !== '' && column.open?.parts.includes('unit') !== true}
              header={header}
              field={field}
              reading={reading}
              onRead={onRead}
            />
          </td>
        </tr>
      )}
    </>
  );
}

/** Why a column goes where it does, as a sentence; `''` if a server does not say it. */
function reasonText({ reason }: Pick<ColumnMatch, 'reason'>): string {
  return reason === '' ? '' : `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`;
}

/** Where the columns of a file go: `6 of 9 columns matched, 2 kept under their own headers, 1 skipped.` */
export function columnsText(fields: readonly string[]): string {
  const own = fields.filter((field) => field === 'own').length;
  const left = fields.filter((field) => field === '').length;
  const matched = formatCount(fields.length - own - left);
  const parts = [`${matched} of ${counted(fields.length, 'column', 'columns')} matched`];
  if (own > 0) parts.push(`${formatCount(own)} kept under ${own === 1 ? 'its own header' : 'their own headers'}`);
  if (left > 0) parts.push(`${formatCount(left)} skipped`);
  return `${parts.join(', ')}.`;
}
