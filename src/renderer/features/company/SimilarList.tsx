import { Anchor, Button } from '@mantine/core';
import { useEffect, useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useApiQuery } from '../../data/useApi.ts';
import { CompanyLogo } from '../../ui/CompanyLogo.tsx';
import { LoadingFace } from '../../ui/Faces.tsx';
import { CompanyMarks } from '../../ui/CompanyMarks.tsx';
import { KnownChips } from '../../ui/KnownChips.tsx';
import details from './CompanyDetails.module.css';
import { similarInPane, similarInput, similarOf } from './insight.ts';
import classes from './Similar.module.css';

/** How long the focus has to rest on a company before those similar to it are asked for, in milliseconds. */
const rest = 250;

/** The companies most like one, in short: for the reading pane, where one passes many. */
export function SimilarList({ companyId }: { readonly companyId: number }): ReactNode {
  const rests = useRest();
  const query = useApiQuery('getCompanyInsight', similarInput(companyId, similarInPane), { enabled: rests });
  return (
    <section aria-label="Similar">
      <h3 className={details.title}>Similar</h3>
      {query.data !== undefined ? (
        <Names companies={similarOf(query.data)} />
      ) : query.isError ? (
        <p className={classes.missing} role="alert">
          Couldn’t load similar companies. {query.error.message}{' '}
          <Button variant="subtle" size="compact-xs" onClick={() => void query.refetch()}>
            Retry
          </Button>
        </p>
      ) : (
        <LoadingFace lines={similarInPane} label="Loading similar companies" />
      )}
    </section>
  );
}

function Names({ companies }: { readonly companies: ReturnType<typeof similarOf> }): ReactNode {
  if (companies.length === 0) return <p className={classes.missing}>No similar companies found.</p>;
  return (
    <ul className={classes.short}>
      {companies.map(({ id, name, logo, location, is_sample, status }) => (
        <li key={id}>
          <CompanyLogo name={name} logo={logo} size={20} />
          <Anchor component={Link} to={`/company/${id}`} title={name} dir="auto">
            {name}
          </Anchor>
          <CompanyMarks company={{ is_sample, status }} />
          <KnownChips companyId={id} />
          <span title={location.country.name}>{location.country.name}</span>
        </li>
      ))}
    </ul>
  );
}

/** True once the component has stood for a moment. */
function useRest(): boolean {
  const [rests, setRests] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setRests(true), rest);
    return () => clearTimeout(timer);
  }, []);
  return rests;
}
