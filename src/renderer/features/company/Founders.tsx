import { IconBrandLinkedin } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { personOf } from '#shared/domain/person.ts';
import { useApiQuery } from '../../data/useApi.ts';
import { CompanyLogo } from '../../ui/CompanyLogo.tsx';
import { LoadingFace } from '../../ui/Faces.tsx';
import classes from './CompanyDetails.module.css';
import { ExternalLink } from './Links.tsx';
import { openableUrl } from './links.ts';

/** The founders of a company (SPEC 7 `GET /api/people/`). */
export function Founders({ companyId }: { readonly companyId: number }): ReactNode {
  const query = useApiQuery('listPeople', { query: { company_id: companyId, page_size: 100 } });
  if (query.isPending) return <LoadingFace lines={2} label="Loading the founders" />;
  if (query.isError) {
    return (
      <p className={classes.missing} role="alert">
        The founders could not be loaded. {query.error.message}{' '}
        <button type="button" className={classes.inlineButton} onClick={() => void query.refetch()}>
          Retry
        </button>
      </p>
    );
  }
  const people = query.data.results.map((record) => personOf(record));
  if (people.length === 0) return <p className={classes.missing}>No founders are known.</p>;
  return (
    <ul className={classes.people}>
      {people.map((person) => {
        const profile = openableUrl(person.linkedInUrl);
        return (
          <li key={`${person.name} ${person.title}`} className={classes.person}>
            <CompanyLogo name={person.name} logo={person.imageUrl} size={32} round />
            <span className={classes.personText}>
              <span>{person.name}</span>
              <span className={classes.personTitle}>{person.title}</span>
            </span>
            {profile !== null && (
              <ExternalLink url={profile} label={`LinkedIn of ${person.name}`}>
                <IconBrandLinkedin size={16} stroke={1.6} aria-hidden />
              </ExternalLink>
            )}
          </li>
        );
      })}
    </ul>
  );
}
