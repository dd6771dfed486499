import { Button, Group, NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatCount } from '#shared/domain/formats.ts';
import { likelyText, type LikelyChoices, type LikelyRow, type LikelyRows as Rows } from '#shared/domain/likelyRows.ts';
import review from '../../ui/Review.module.css';
import { choiceOf, effectText, rowKey, type Chosen } from './likelyChoices.ts';
import classes from './Workspace.module.css';

const forAll = {
  match: 'Match all',
  add: 'Add all',
  ask: 'Ask later',
} as const satisfies Record<LikelyChoices['others'], string>;

/**
 * The rows of checked files that may be companies that are here: the user says which are, for all and for each. What
 * is not chosen is added, and asked about among the likely duplicates.
 */
export function LikelyRows({
  likely,
  chosen,
  onChoose,
}: {
  readonly likely: Rows;
  readonly chosen: Chosen;
  readonly onChoose: (chosen: Chosen) => void;
}): ReactNode {
  const { count, rows } = likely;
  if (count === 0) return null;
  return (
    <section className={classes.likely} aria-label="Rows that may be companies that are here">
      <p className={classes.text}>
        <strong>{likelyText(likely)}</strong> Match gives a row’s values to that company, Add makes a new one. What you
        don’t choose is added and stays under “Likely duplicates”.
      </p>
      <Group gap="xs" mt="xs">
        {(['match', 'add', 'ask'] as const).map((others) => {
          const isChosen = chosen.others === others && Object.keys(chosen.rows).length === 0;
          return (
            <Button
              key={others}
              size="compact-sm"
              variant={isChosen ? 'light' : 'default'}
              aria-pressed={isChosen}
              onClick={() => onChoose({ others, rows: {} })}
            >
              {forAll[others]}
            </Button>
          );
        })}
        <span className={classes.hint} aria-live="polite">
          {effectText(likely, chosen)}
        </span>
      </Group>
      <div className={`${review.frame} ${classes.likelyRows}`}>
        <table className={`${review.columns} ${classes.likelyTable}`} aria-label="Rows and the companies they may be">
          <thead>
            <tr>
              <th scope="col">Row</th>
              <th scope="col">May be</th>
              <th scope="col">Import as</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <ChoiceRow
                key={rowKey(row)}
                row={row}
                choice={choiceOf(row, chosen)}
                onChoose={(choice) => onChoose({ ...chosen, rows: { ...chosen.rows, [rowKey(row)]: choice } })}
              />
            ))}
          </tbody>
        </table>
      </div>
      {count > rows.length && (
        <p className={classes.note}>and {formatCount(count - rows.length)} more, chosen for together above</p>
      )}
    </section>
  );
}

type Choice = ReturnType<typeof choiceOf>;

/** One of them: what the row says, the companies that it may be, and what becomes of it. */
function ChoiceRow({
  row,
  choice,
  onChoose,
}: {
  readonly row: LikelyRow;
  readonly choice: Choice;
  readonly onChoose: (choice: Choice) => void;
}): ReactNode {
  return (
    <tr>
      <th scope="row" dir="auto">
        {row.name}
        <Says text={row.says} />
      </th>
      <td dir="auto">
        {row.companies.map(({ id, name, says, by }) => (
          <div key={id}>
            {name}
            <Says text={[says, by === 'site' ? 'same website' : ''].filter((part) => part !== '').join(' · ')} />
          </div>
        ))}
      </td>
      <td>
        <NativeSelect
          size="xs"
          aria-label={`Import ${row.name} as`}
          value={choice === null ? 'add' : String(choice)}
          onChange={(event) => onChoose(choiceIn(event.currentTarget.value))}
        >
          <option value="ask">Ask later (adds it)</option>
          {row.companies.map(({ id, name, says }) => (
            <option key={id} value={id}>
              {`Match ${name}${row.companies.length > 1 && says !== '' ? ` (${says})` : ''}`}
            </option>
          ))}
          <option value="add">Add as a new company</option>
        </NativeSelect>
      </td>
    </tr>
  );
}

function choiceIn(value: string): Choice {
  if (value === 'ask') return value;
  return value === 'add' ? null : Number(value);
}

function Says({ text }: { readonly text: string }): ReactNode {
  return text === '' ? null : <span className={classes.says}>{text}</span>;
}
