import { ActionIcon } from '@mantine/core';
import { IconPin, IconPinFilled } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Company } from '#shared/domain/company.ts';
import { formatCount } from '#shared/domain/formats.ts';
import { withoutPlaceholder } from '#shared/domain/text.ts';
import { ownTitle, ownValueText } from '#shared/fields/ownValues.ts';
import { usePinnedColumns } from '../../data/pinnedColumns.ts';
import classes from './CompanyDetails.module.css';

type OwnValue = Company['own'][number];

/** The own columns that the user has pinned, as facts among the others; they stand in a list of terms. */
export function PinnedColumns({ company: { own } }: { readonly company: Company }): ReactNode {
  const { pinned } = usePinnedColumns();
  const said = own.filter(({ value }) => saysSomething(value));
  return pinned.flatMap((name) =>
    said
      .filter((one) => one.name === name)
      // A file may have two columns of one name.
      // oxlint-disable-next-line react/no-array-index-key -- the list never changes its order
      .map((one, index) => <OwnFact key={`${index} ${name}`} one={one} isPinned />),
  );
}

/**
 * The other own columns of imported files under their own headers, for whoever opens them: the user's own things and
 * what is known of every company come first.
 */
export function FromFiles({
  company: { own },
  heading: Heading,
}: {
  readonly company: Company;
  readonly heading: 'h2' | 'h3';
}): ReactNode {
  const { pinned } = usePinnedColumns();
  const said = own.filter(({ name, value }) => saysSomething(value) && !pinned.includes(name));
  if (said.length === 0) return null;
  return (
    <section aria-label="From your files">
      <details className={classes.own}>
        <summary>
          <Heading className={classes.title}>{formatCount(said.length)} more from your files</Heading>
        </summary>
        <dl className={classes.facts}>
          {said.map((one, index) => (
            // A file may have two columns of one name.
            // oxlint-disable-next-line react/no-array-index-key -- the list never changes its order
            <OwnFact key={`${index} ${one.name}`} one={one} isPinned={false} />
          ))}
        </dl>
      </details>
    </section>
  );
}

/** What one column says, and the pin that puts it among the facts of every company, or takes it from there. */
function OwnFact({
  one: { name, value },
  isPinned,
}: {
  readonly one: OwnValue;
  readonly isPinned: boolean;
}): ReactNode {
  const { pin } = usePinnedColumns();
  const title = ownTitle(name);
  return (
    <div className={`${classes.fact} ${classes.ownFact}`}>
      <dt dir="auto">{title}</dt>
      <dd dir="auto">{ownValueText({ name, value })}</dd>
      <dd>
        <ActionIcon
          size="xs"
          className={classes.pin}
          aria-label={`${isPinned ? 'Unpin' : 'Pin'} ${title}`}
          aria-pressed={isPinned}
          title={isPinned ? 'Unpin: with the others from your files' : 'Pin: among the facts of every company'}
          onClick={() => pin(name, !isPinned)}
        >
          {isPinned ? <IconPinFilled size={12} aria-hidden /> : <IconPin size={12} stroke={1.6} aria-hidden />}
        </ActionIcon>
      </dd>
    </div>
  );
}

/** Words that files write where there is nothing to say. */
const nothingSaid: ReadonlySet<string> = new Set([
  'false',
  'no',
  'null',
  'none',
  'undefined',
  'nan',
  'n/a',
  '[]',
  '{}',
]);

/** A value of an own column is worth a line if it is neither false nor empty nor a placeholder. */
export function saysSomething(value: string): boolean {
  const text = withoutPlaceholder(value).trim();
  return /[\p{L}\p{N}]/u.test(text) && !nothingSaid.has(text.toLowerCase());
}
