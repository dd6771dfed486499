import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { ImportPreview } from '#shared/bridge/workspace.ts';
import { formatBytes, formatCount, formatDay } from '#shared/domain/formats.ts';
import { DayField } from '../../ui/DayField.tsx';
import classes from './Workspace.module.css';

/** Files with the same columns, which are corrected together. */
export type FileGroup = readonly [ImportPreview, ...ImportPreview[]];

/** The days that the user says values are of, by token; null for what is no day. */
export type Days = Readonly<Record<string, string | null>>;

/** Says of which day files' values are, by their tokens: `''` for what each file says, null for what is no day. */
export type OnDay = (tokens: readonly string[], day: string | null) => void;

interface DaysOfGroup {
  readonly group: FileGroup;
  readonly days: Days;
  /** Whether a column says it for each row. */
  readonly inRows: boolean;
  readonly onDay: OnDay;
}

/**
 * The files of a group and the day that their values are of: one for all, and each its own where it is another one. A
 * newer value goes before an older one, whichever file comes first.
 */
export function FilesWithDays(props: DaysOfGroup): ReactNode {
  const { group } = props;
  const [first] = group;
  return (
    <>
      <div className={classes.fileHead}>
        {group.length === 1 ? (
          <FileFacts preview={first} />
        ) : (
          <strong className={classes.fileName}>{formatCount(group.length)} files with the same columns</strong>
        )}
        <DayOfAll {...props} />
      </div>
      {group.length > 1 && <EachDay {...props} />}
      <p className={classes.hint}>The day decides which value wins where files differ: that of the newest day.</p>
    </>
  );
}

/** The day of all files of a group; empty where they differ. */
function DayOfAll({ group, days, inRows, onDay }: DaysOfGroup): ReactNode {
  const [first] = group;
  const [day = '', ...others] = new Set(group.map((one) => dayOf(one, days)));
  const common = others.length === 0 ? day : '';
  const isOne = group.length === 1;
  const which = isOne ? `in ${first.file}` : `in all ${formatCount(group.length)} files`;
  const from = isOne ? sourceOf(first, days) : common === '' ? 'each file its own' : '';
  const tokens = group.map(({ token }) => token);
  return (
    <span className={classes.day}>
      <span className={classes.hint}>{inRows ? 'Undated values are from' : 'Values are from'}</span>
      <DayField
        className={classes.dayField ?? ''}
        aria-label={`Day of the values ${which}`}
        day={common}
        max={today()}
        onDay={(next) => onDay(tokens, next)}
      />
      <span className={classes.hint}>{[formatDay(common), from].filter((part) => part !== '').join(', ')}</span>
    </span>
  );
}

/** Each file of a group with its day, which can be another one. */
function EachDay({ group, days, onDay }: DaysOfGroup): ReactNode {
  const [apart, setApart] = useState<ReadonlySet<string>>(new Set());
  return (
    <ul className={classes.dated}>
      {group.map((one) => (
        <li key={one.token} className={classes.fileHead}>
          <FileFacts preview={one} />
          {apart.has(one.token) ? (
            <DayField
              className={classes.dayField ?? ''}
              aria-label={`Day of the values in ${one.file}`}
              day={dayOf(one, days)}
              max={today()}
              hasFocus
              onDay={(day) => onDay([one.token], day)}
            />
          ) : (
            <span className={classes.day}>
              <span className={classes.hint}>
                {formatDay(dayOf(one, days))}, {sourceOf(one, days)}
              </span>
              <Button
                size="compact-xs"
                variant="subtle"
                aria-label={`Another day for ${one.file}`}
                onClick={() => setApart(new Set([...apart, one.token]))}
              >
                Change
              </Button>
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

/** The day that a file's values are of. */
function dayOf({ token, day }: ImportPreview, days: Days): string {
  return days[token] || day;
}

/** What says so. */
function sourceOf(preview: ImportPreview, days: Days): string {
  if (days[preview.token] && days[preview.token] !== preview.day) return 'as you say';
  return preview.dayFrom === 'name' ? 'from the file name' : 'from its last change';
}

/** The local day. */
function today(): string {
  return new Date().toLocaleDateString('sv-SE');
}

/** What a file is: its name, format, encoding and size. */
export function FileFacts({ preview }: { readonly preview: ImportPreview }): ReactNode {
  const { file, format, encoding, delimiter, bytes, problem, sheets, read } = preview;
  // What is read of several sheets is to be seen where they are chosen.
  const isOfSeveral = sheets.length > 1;
  const note = isOfSeveral ? '' : preview.note;
  const facts = [
    format.toUpperCase(),
    encoding,
    delimiterName(delimiter),
    problem === '' ? formatBytes(bytes) : '',
  ].filter((fact) => fact !== '');
  return (
    <p className={classes.fileName}>
      <strong>{isOfSeveral ? `${file}: ${read.join(', ')}` : file}</strong>{' '}
      <span className={classes.hint}>{facts.join(' · ')}</span>{' '}
      {note !== '' && <span className={classes.hint}>{note}</span>}
    </p>
  );
}

function delimiterName(delimiter: string): string {
  const names: Record<string, string> = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar' };
  return names[delimiter] ?? delimiter;
}
