import { Anchor } from '@mantine/core';
import { useRef, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Company } from '#shared/domain/company.ts';
import { useApiQuery } from '../../data/useApi.ts';
import { ErrorFace, LoadingFace } from '../../ui/Faces.tsx';
import { SaveReportButton } from '../reports/SaveReportButton.tsx';
import { sectorInput, sectorOf } from '../company/insight.ts';
import classes from '../company/Sector.module.css';
import { SectorOverview } from '../company/SectorOverview.tsx';
import { useSeen } from './useSeen.ts';

/** The sector of a company on its page; asked for when it comes into view. `hasReport`: whether reports can be opened. */
export function SectorSection({
  company,
  hasReport,
}: {
  readonly company: Company;
  readonly hasReport: boolean;
}): ReactNode {
  const section = useRef<HTMLElement>(null);
  const isSeen = useSeen(section);
  const query = useApiQuery('getCompanyInsight', sectorInput(company.id), { enabled: isSeen });
  const sector = query.data === undefined ? null : sectorOf(query.data);
  return (
    <section ref={section} className={classes.section} aria-labelledby="sector-title">
      <header className={classes.sectionHead}>
        <h2 id="sector-title" className={classes.sectionTitle}>
          {sector === null ? 'Sector' : `Sector: ${sector.sector}`}
        </h2>
        {hasReport && (
          <div className={classes.actions}>
            <Anchor component={Link} to={`/reports/${company.id}`}>
              Open as a report
            </Anchor>
            <SaveReportButton subject={{ kind: 'company', id: company.id }} variant="default" />
          </div>
        )}
      </header>
      {sector !== null && <SectorOverview sector={sector} companyName={company.name} />}
      {sector === null && query.isError && (
        <ErrorFace title="The sector could not be loaded." error={query.error} onRetry={() => void query.refetch()} />
      )}
      {sector === null && !query.isError && <LoadingFace lines={6} label="Loading the sector" />}
    </section>
  );
}
