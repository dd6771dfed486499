import { ActionIcon, Anchor } from '@mantine/core';
import { IconExternalLink, IconFolderPlus } from '@tabler/icons-react';
import { useRef, useState, type ReactNode, type RefObject } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import type { Company } from '#shared/domain/company.ts';
import type { ListName } from '#shared/domain/listName.ts';
import { call, shellInfo } from '../../bridge/bridge.ts';
import { useInboxOfPage } from '../../data/inboxOfPage.ts';
import { useApiQuery } from '../../data/useApi.ts';
import { useCommands } from '../../keyboard/CommandProvider.tsx';
import { KeyTip } from '../../keyboard/Keys.tsx';
import { useConfirm } from '../../ui/Dialog.tsx';
import { ErrorFace, LoadingFace } from '../../ui/Faces.tsx';
import { isolated } from '../../ui/title.ts';
import { AddToCollectionDialog } from '../collect/AddToCollectionDialog.tsx';
import { CompanyDetails } from '../company/CompanyDetails.tsx';
import { KnownOf } from '../company/KnownOf.tsx';
import { ColleaguesOf } from '../company/ColleaguesOf.tsx';
import { Decisions } from '../company/Decisions.tsx';
import { Notes } from '../company/Notes.tsx';
import { Membership } from '../company/Membership.tsx';
import classes from '../company/Sector.module.css';
import { SectorOverview } from '../company/SectorOverview.tsx';
import { TriageBar } from '../company/TriageBar.tsx';
import { sectorInput, sectorOf } from '../company/insight.ts';
import { openPage, useOpenPage } from '../company/useOpenPage.ts';
import { useCompanyTriage, type CompanyTriage } from '../company/useCompanyTriage.ts';
import { useAskAssign } from '../moves/AssignStrip.tsx';
import { useAskNote } from '../moves/NoteStrip.tsx';
import { useAskLater } from '../moves/LaterStrip.tsx';
import { useUndo } from '../moves/TriageProvider.tsx';
import { SaveReportButton } from '../reports/SaveReportButton.tsx';
import { SimilarSection, useSeen } from './SimilarSection.tsx';

/** Where a company's page goes when its company was decided, or a decision was undone. */
export interface Guide {
  decided: (to: ListName) => void;
  undone: () => void;
}

/**
 * A company with everything that can be done about it: on its page (with a button for its own window) and in that
 * window.
 */
export function CompanyView({
  company,
  canOpenWindow,
  guideRef,
}: {
  readonly company: Company;
  readonly canOpenWindow: boolean;
  readonly guideRef?: RefObject<Guide>;
}): ReactNode {
  const inboxId = useInboxOfPage();
  const own = useCompanyTriage(company, inboxId);
  const triage = {
    ...own,
    decide: (to: ListName): void => {
      own.decide(to);
      guideRef?.current.decided(to);
    },
  };
  const question = useCompanyCommands(company, triage, () => guideRef?.current.undone());
  const [collecting, setCollecting] = useState(false);
  const collect = (): void => setCollecting(true);
  useCommands({ 'company.collect': collect });
  const navigate = useNavigate();
  useCommands(
    { 'company.report': () => void navigate(`/reports/${company.id}`) },
    // A window of its own has no frame, and shows companies only.
    { enabled: canOpenWindow },
  );
  return (
    <>
      {question}
      <CompanyDetails
        company={company}
        layout="page"
        actions={
          <>
            <TriageBar list={triage.list} onDecide={triage.decide} />
            <KeyTip id="company.collect">
              <ActionIcon aria-label="Add to collection" size="lg" onClick={collect}>
                <IconFolderPlus size={17} stroke={1.6} />
              </ActionIcon>
            </KeyTip>
            {canOpenWindow && shellInfo().capabilities.ownWindow && (
              <KeyTip id="company.ownWindow">
                <ActionIcon
                  aria-label="Open in its own window"
                  size="lg"
                  onClick={() => void call('shell.openCompany', { companyId: company.id, inboxId })}
                >
                  <IconExternalLink size={17} stroke={1.6} />
                </ActionIcon>
              </KeyTip>
            )}
          </>
        }
        after={<Whereabouts company={company} triage={own} />}
      />
      <SimilarSection company={company} />
      <SectorSection company={company} hasReport={canOpenWindow} />
      {collecting && (
        <AddToCollectionDialog
          companies={{ ids: [company.id], label: isolated(company.name) }}
          onClose={() => setCollecting(false)}
        />
      )}
    </>
  );
}

/** What was decided about a company, and the lists and collections that it is in. */
function Whereabouts({
  company,
  triage: { list, entries },
}: {
  readonly company: Company;
  readonly triage: CompanyTriage;
}): ReactNode {
  return (
    <>
      <Notes company={company} />
      <Decisions company={company} isDecided={list !== 'None'} />
      <ColleaguesOf companyId={company.id} />
      <KnownOf companyId={company.id} />
      <Membership companyId={company.id} entries={entries} />
    </>
  );
}

/** The sector of a company on its page; loaded when it comes into view. `hasReport`: whether reports can be opened. */
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
              Open as report
            </Anchor>
            <SaveReportButton subject={{ kind: 'company', id: company.id }} variant="default" />
          </div>
        )}
      </header>
      {sector !== null && <SectorOverview sector={sector} companyName={company.name} />}
      {sector === null && query.isError && (
        <ErrorFace title="Couldn’t load the sector." error={query.error} onRetry={() => void query.refetch()} />
      )}
      {sector === null && !query.isError && <LoadingFace lines={6} label="Loading sector" />}
    </section>
  );
}

/**
 * The keys of one company, on its page or in its own window: the same outcome as in a list (product 10.2). Returns the
 * question that a key may ask.
 */
export function useCompanyCommands(
  company: Company,
  triage: CompanyTriage,
  onUndone: () => void = () => undefined,
): ReactNode {
  const { dialog, confirm } = useConfirm();
  const openBest = useOpenPage(confirm);
  const inboxId = useInboxOfPage();
  const { decide } = triage;
  const undo = useUndo();
  const askLater = useAskLater();
  const askNote = useAskNote();
  const askAssign = useAskAssign();
  useCommands({
    'triage.watchlist': () => decide('Watchlist'),
    'triage.opportunities': () => decide('Opportunities'),
    'triage.archive': () => decide('Archive'),
    'triage.none': () => decide('None'),
    'triage.later': () => askLater({ what: company.name, put: (later) => decide('Later', later) }),
    'company.note': () => askNote({ companyId: company.id, name: company.name, noteId: null, text: '' }),
    'triage.undo': () => {
      undo();
      onUndone();
    },
    'company.website': () => openBest(company),
    'company.linkedin': () => openPage(company, 'linkedin'),
  });
  useCommands(
    { 'company.ownWindow': () => void call('shell.openCompany', { companyId: company.id, inboxId }) },
    { enabled: shellInfo().capabilities.ownWindow },
  );
  useCommands(
    { 'company.assign': () => askAssign?.({ what: company.name, companyIds: [company.id] }) },
    { enabled: askAssign !== null },
  );
  return dialog;
}
