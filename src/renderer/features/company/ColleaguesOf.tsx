import { useEffect, type ReactNode } from 'react';
import { wantColleagues } from '../../data/colleagues.ts';
import { colleagueText, colleagues } from '../../ui/colleagues.ts';
import { useStore } from '../../ui/store.ts';
import details from './CompanyDetails.module.css';
import classes from './KnownOf.module.css';

/** What colleagues have decided about a company; nothing where none has. */
export function ColleaguesOf({
  companyId,
  heading: Heading = 'h2',
}: {
  readonly companyId: number;
  readonly heading?: 'h2' | 'h3';
}): ReactNode {
  const all = useStore(colleagues);
  const decisions = all.get(companyId) ?? [];
  const isKnown = all.has(companyId);
  useEffect(() => {
    if (!isKnown) wantColleagues([companyId]);
  }, [companyId, isKnown]);
  if (decisions.length === 0) return null;
  return (
    <section aria-label="Colleagues">
      <Heading className={details.title}>Colleagues</Heading>
      <ul className={classes.lines}>
        {decisions.map((decision) => (
          <li key={decision.user.id} dir="auto">
            {colleagueText(decision)}
          </li>
        ))}
      </ul>
    </section>
  );
}
