import { Anchor, Button, Checkbox, Group } from '@mantine/core';
import { IconArrowLeft, IconReportOff } from '@tabler/icons-react';
import { useEffect, type ReactNode } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import type { Company } from '#shared/domain/company.ts';
import { formatWeek } from '#shared/domain/digestWeek.ts';
import { AppError } from '#shared/errors.ts';
import {
  decidedText,
  reportTitle,
  samplesText,
  scopeText,
  type SectorReport,
  subjectQuery,
  type ReportSubject,
} from '#shared/report/reportData.ts';
import { formatCount, formatDay, inFixedForm } from '#shared/domain/formats.ts';
import { useSession } from '../../data/bridgeValues.ts';
import { useApiQuery } from '../../data/useApi.ts';
import { isolated, useTitle } from '../../ui/title.ts';
import { CornerRoom } from '../../ui/Screen.tsx';
import { EmptyFace, ErrorFace, LoadingFace } from '../../ui/Faces.tsx';
import { SectorOverview } from '../company/SectorOverview.tsx';
import { CompanyLinks, remarkLines } from './LinkList.tsx';
import { rememberReport, pathOfSubject, subjectOfPath } from './recentReports.ts';
import { SaveReportButton } from './SaveReportButton.tsx';
import classes from './SectorReportScreen.module.css';

/** How many companies the screen names; the PDF names more. */
const namedOnScreen = 10;

/** A report as a document, about the subject of its route (product 2.8, 15.4). */
export function SectorReportScreen(): ReactNode {
  const { pathname, search } = useLocation();
  const subject = subjectOfPath(pathname, search);
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
        {/* Beside the report, so that it keeps the keyboard while the other one is loaded. */}
        {subject !== null && <Options subject={subject} />}
        {subject === null ? <NothingHere kind="company" /> : <ReportOn subject={subject} />}
      </div>
      <CornerRoom />
    </div>
  );
}

/** What to say if there is nothing to report on, by kind of subject. */
const nothingHere: Record<ReportSubject['kind'], { readonly title: string; readonly text: string }> = {
  company: {
    title: 'This company is no longer here',
    text: 'It was removed, or its week has not been released yet.',
  },
  smartList: {
    title: 'This smart list no longer exists',
    text: 'It was deleted, or it belongs to someone else.',
  },
  collection: {
    title: 'This collection no longer exists',
    text: 'It was deleted, or it belongs to someone else.',
  },
  search: {
    title: 'Nothing to report on',
    text: 'Something this search refers to no longer exists.',
  },
};

function NothingHere({ kind }: { readonly kind: ReportSubject['kind'] }): ReactNode {
  useTitle('Sector report');
  return (
    <EmptyFace icon={IconReportOff} {...nothingHere[kind]}>
      <Button component={Link} to="/reports">
        Choose a company
      </Button>
    </EmptyFace>
  );
}

function ReportOn({ subject }: { readonly subject: ReportSubject }): ReactNode {
  const input = { query: { ...subjectQuery(subject), n_companies: namedOnScreen } };
  const query = useApiQuery('getSectorReport', input);
  if (query.data !== undefined) {
    return <Report subject={subject} report={query.data} madeAt={new Date(query.dataUpdatedAt)} />;
  }
  if (query.error instanceof AppError && query.error.code === 'not_found') return <NothingHere kind={subject.kind} />;
  if (query.error !== null) {
    return <ErrorFace title="Couldn’t create the report." error={query.error} onRetry={() => void query.refetch()} />;
  }
  return <LoadingFace lines={12} label="Creating the report" />;
}

function Report({
  subject,
  report,
  madeAt,
}: {
  readonly subject: ReportSubject;
  readonly report: SectorReport;
  readonly madeAt: Date;
}): ReactNode {
  const { sector, company, companies, remarks, query, week } = report;
  // What is said of the subject stands with the facts, not in the list.
  const remark = remarks.find(({ companyId }) => companyId === company?.id);
  const title = reportTitle(report);
  const scope = scopeText(report);
  useTitle(title);
  useRemembering(subject, report);
  const isEmpty = sector.figures.companies === 0;
  const facts = inFixedForm(() => [
    { term: 'Query', value: query },
    ...(company === null ? [] : [{ term: 'Company', value: <CompanyLink company={company} /> }]),
    { term: 'Data as of', value: formatWeek(week) },
    { term: 'Created', value: formatDay(madeAt.toISOString()) },
    { term: 'Companies', value: formatCount(sector.figures.companies) },
    ...(decidedText(report) === '' ? [] : [{ term: 'Decided by you', value: decidedText(report) }]),
    ...(remark === undefined
      ? []
      : [{ term: 'About this company', value: <span className={classes.remark}>{remarkLines(remark)}</span> }]),
    ...(report.sampleCompanies === 0 ? [] : [{ term: 'Sample data', value: samplesText(report) }]),
  ]);
  return (
    <article className={classes.paper} aria-labelledby="report-title">
      <header className={classes.head}>
        <div className={classes.headline}>
          <h1 id="report-title" className={classes.title}>
            {title}
          </h1>
          {!isEmpty && <SaveReportButton subject={subject} />}
        </div>
        {scope !== '' && (
          <p className={classes.scope}>{company === null ? scope : `${isolated(company.name)}: ${scope}`}</p>
        )}
        <dl className={classes.facts}>
          {facts.map(({ term, value }) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </header>
      <SectorOverview sector={sector} companyName={company?.name ?? ''} level={2} />
      {companies.length > 0 && (
        <section className={classes.best} aria-label="Best-rated companies">
          <h2>Best-rated companies</h2>
          <CompanyLinks companies={companies} to="company" remarks={remarks.filter((each) => each !== remark)} />
        </section>
      )}
    </article>
  );
}

/**
 * Narrows a report to what the user keeps, and adds what they decided and wrote; the address says so, for Back and for
 * the PDF.
 */
function Options({ subject }: { readonly subject: ReportSubject }): ReactNode {
  const navigate = useNavigate();
  const change = (changed: ReportSubject): void => void navigate(pathOfSubject(changed), { replace: true });
  return (
    <Group gap="lg" mb="sm">
      {subject.kind !== 'company' && (
        <Checkbox
          size="xs"
          label="Only companies in Watchlist and Opportunities"
          checked={subject.kept}
          onChange={(event) => change({ ...subject, kept: event.currentTarget.checked })}
        />
      )}
      <Checkbox
        size="xs"
        label="With my decisions, reasons and notes"
        checked={subject.remarks === true}
        onChange={(event) => change({ ...subject, remarks: event.currentTarget.checked })}
      />
    </Group>
  );
}

/** Offers a viewed report again on the screen of all reports. */
function useRemembering(subject: ReportSubject, report: SectorReport): void {
  const { account } = useSession();
  const path = pathOfSubject(subject);
  const name = report.company === null ? '' : ` for ${report.company.name}`;
  const title = `${reportTitle(report)}${name}`;
  const { query } = report;
  useEffect(() => {
    rememberReport(account, { path, title, query, at: new Date().toISOString() });
  }, [account, path, title, query]);
}

function CompanyLink({ company }: { readonly company: Company }): ReactNode {
  return (
    <Anchor component={Link} to={`/company/${company.id}`}>
      {company.name}
    </Anchor>
  );
}
