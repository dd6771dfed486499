import { CloseButton } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Collection } from '#shared/domain/collection.ts';
import { listOfEntry, type InboxEntry } from '#shared/domain/inboxEntry.ts';
import { formatFullMoment, formatRelativeDay } from '#shared/domain/formats.ts';
import { useApiMutation, useApiQuery } from '../../data/useApi.ts';
import { useSmartLists } from '../../data/smartLists.ts';
import { isolated } from '../../ui/title.ts';
import { showFailure, showUndo } from '../../ui/toasts.tsx';
import classes from './CompanyDetails.module.css';

/**
 * Which smart lists and collections a company is in. A failed fetch shows what is known, without a message (product 8).
 */
export function Membership({
  companyId,
  entries,
  heading: Heading = 'h2',
}: {
  readonly companyId: number;
  readonly entries: readonly InboxEntry[];
  readonly heading?: 'h2' | 'h3';
}): ReactNode {
  const lists = useSmartLists() ?? [];
  const collections = useApiQuery('listCollections', { query: { page_size: 1000 } }).data?.results ?? [];
  const inCollections = collections.filter(({ companies }) => companies.includes(companyId));
  if (entries.length === 0 && inCollections.length === 0) return null;
  return (
    <section aria-label="In your lists">
      <Heading className={classes.title}>In your lists</Heading>
      <ul className={classes.places}>
        {entries.map((entry) => {
          const list = listOfEntry(entry);
          const name = lists.find(({ id }) => id === entry.inboxId)?.name ?? 'Smart list';
          return (
            <li key={entry.inboxEntryId}>
              <Link to={`/list/smart/${entry.inboxId}`}>{name}</Link>
              <span>
                {list === 'None' ? 'Undecided' : list}
                <DecidedOn moment={entry.decided_at} />
              </span>
            </li>
          );
        })}
        {inCollections.map((collection) => (
          <li key={collection.id}>
            <Link to={`/collections/${collection.id}`}>{collection.name}</Link>
            <span>
              Collection
              <RemoveFromHere collection={collection} companyId={companyId} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The day of a decision, with the moment in full for whoever points at it. */
function DecidedOn({ moment }: { readonly moment: string }): ReactNode {
  const [now] = useState(() => new Date());
  const day = formatRelativeDay(moment, now);
  if (day === '') return null;
  return (
    <time dateTime={moment} title={formatFullMoment(moment)}>
      · {day}
    </time>
  );
}

const onError = (error: Error): void => showFailure('Not changed', error);

/** Takes the company out of one of its collections, with undo. */
function RemoveFromHere({
  collection: { id, name, collection_items: items },
  companyId,
}: {
  readonly collection: Collection;
  readonly companyId: number;
}): ReactNode {
  const remove = useApiMutation('deleteCollectionItem');
  const add = useApiMutation('addCollectionItem');
  const item = items.find(({ company_id: company }) => company === companyId);
  if (item === undefined) return null;
  const putBack = (): void => add.mutate({ body: { collection: id, company_id: companyId } }, { onError });
  return (
    <CloseButton
      size="xs"
      aria-label={`Remove from ${name}`}
      disabled={remove.isPending}
      onClick={() =>
        remove.mutate(
          { params: { id: item.id } },
          { onError, onSuccess: () => showUndo(`Removed from ${isolated(name)}.`, putBack) },
        )
      }
    />
  );
}
