import { Anchor, Button } from '@mantine/core';
import { IconArrowLeft, IconReportOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router-dom';
import type { Company } from '#shared/domain/company.ts';
import { AppError } from '#shared/errors.ts';
import type { SectorData } from '#shared/domain/sector.ts';
import { useApiQuery } from '../../data/useApi.ts';
import { EmptyFace, ErrorFace, LoadingFace } from '../../ui/Faces.tsx';
import { formatCount, formatDay } from '../../ui/numbers.ts';
import { useTitle } from '../../ui/Screen.tsx';
import { sectorInput, sectorOf } from '../company/insight.ts';
import { SectorOverview } from '../company/SectorOverview.tsx';
import { reportTitle, statedQuery } from './reportTexts.ts';
import classes from './SectorReportScreen.module.css';

/** The sector report of a company (DECISIONS `/reports/:companyId`), as a document. */
export function SectorReportScreen(): ReactNode {
  return (
    <div className={classes.scroll}>
      <div className={classes.page}>
        <Button
          component={Link}
          to="/reports"
          variant="subtle"
          color="gray"
          className={classes.back ?? ''}
          leftSection={<IconArrowLeft size={15} aria-hidden />}
        >
          All reports
        </Button>
        <ReportOfRoute />
      </div>
    </div>
  );
}

function ReportOfRoute(): ReactNode {
  const id = Number(useParams().companyId);
  const isId = Number.isSafeInteger(id) && id > 0;
  const company = useApiQuery('getCompany', { params: { id } }, { enabled: isId, gcTime: Infinity });
  const insight = useApiQuery('getCompanyInsight', sectorInput(id), { enabled: isId });
  const sector = insight.data === undefined ? null : sectorOf(insight.data);
  useTitle(sector === null ? 'Sector report' : reportTitle(sector));
  const error = company.error ?? insight.error;
  if (!isId || (error instanceof AppError && error.code === 'not_found')) {
    return (
      <EmptyFace
        icon={IconReportOff}
        title="There is no company to report on here"
        text="It may have been removed, or it belongs to a digest that has not been released yet."
      >
        <Button component={Link} to="/reports">
          Choose a company
        </Button>
      </EmptyFace>
    );
  }
  if (company.data !== undefined && sector !== null) {
    return <Report company={company.data} sector={sector} madeAt={new Date(insight.dataUpdatedAt)} />;
  }
  if (error !== null) {
    const retry = (): void => {
      if (company.isError) void company.refetch();
      if (insight.isError) void insight.refetch();
    };
    return <ErrorFace title="The report could not be made." error={error} onRetry={retry} />;
  }
  return <LoadingFace lines={12} label="Making the report" />;
}

function Report({
  company,
  sector,
  madeAt,
}: {
  readonly company: Company;
  readonly sector: SectorData;
  readonly madeAt: Date;
}): ReactNode {
  const facts = [
    { term: 'Company', value: <CompanyLink company={company} /> },
    { term: 'Query', value: statedQuery(sector) },
    { term: 'Date', value: formatDay(madeAt.toISOString()) },
    { term: 'Companies', value: formatCount(sector.figures.companies) },
  ];
  return (
    <article className={classes.paper} aria-labelledby="report-title">
      <header className={classes.head}>
        <h1 id="report-title" className={classes.title}>
          {reportTitle(sector)}
        </h1>
        <dl className={classes.facts}>
          {facts.map(({ term, value }) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </header>
      <SectorOverview sector={sector} companyName={company.name} level={2} />
    </article>
  );
}

function CompanyLink({ company }: { readonly company: Company }): ReactNode {
  return (
    <Anchor component={Link} to={`/company/${company.id}`}>
      {company.name}
    </Anchor>
  );
}
