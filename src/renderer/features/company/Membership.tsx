import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { listOfEntry, type InboxEntry } from '#shared/domain/inboxEntry.ts';
import { useApiQuery } from '../../data/useApi.ts';
import { useSmartLists } from '../../data/smartLists.ts';
import classes from './CompanyDetails.module.css';

/** Which smart lists and collections a company is in. A failed fetch shows what is known, without a message (SPEC 8). */
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
  const collections = useApiQuery('listCollections', { query: { page_size: 200 } }).data?.results ?? [];
  const inCollections = collections.filter(({ companies }) => companies.includes(companyId));
  if (entries.length === 0 && inCollections.length === 0) return null;
  return (
    <section aria-label="Where it is">
      <Heading className={classes.title}>Where it is</Heading>
      <ul className={classes.places}>
        {entries.map((entry) => {
          const list = listOfEntry(entry);
          const name = lists.find(({ id }) => id === entry.inboxId)?.name ?? 'Smart list';
          return (
            <li key={entry.inboxEntryId}>
              <Link to={`/list/smart/${entry.inboxId}`}>{name}</Link>
              <span>{list === 'None' ? 'not decided' : list}</span>
            </li>
          );
        })}
        {inCollections.map(({ id, name }) => (
          <li key={id}>
            <Link to={`/collections/${id}`}>{name}</Link>
            <span>collection</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
