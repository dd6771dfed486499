import { ActionIcon } from '@mantine/core';
import { IconExternalLink, IconFolderPlus } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Company } from '#shared/domain/company.ts';
import { call, shellInfo } from '../../bridge/bridge.ts';
import { isolated } from '../../ui/bidi.ts';
import { useCommands } from '../../keyboard/CommandProvider.tsx';
import { KeyTip } from '../../keyboard/KeyTip.tsx';
import { AddToCollectionDialog } from '../collect/AddToCollectionDialog.tsx';
import { CompanyDetails } from '../company/CompanyDetails.tsx';
import { Membership } from '../company/Membership.tsx';
import { SectorSection } from './SectorSection.tsx';
import { SimilarSection } from './SimilarSection.tsx';
import { TriageBar } from '../company/TriageBar.tsx';
import { useCompanyCommands } from './useCompanyCommands.ts';
import { useCompanyTriage } from '../company/useCompanyTriage.ts';

/** A company with everything one can do about it: on its page (with a way into its own window) and in that window. */
export function CompanyView({
  company,
  canOpenWindow,
}: {
  readonly company: Company;
  readonly canOpenWindow: boolean;
}): ReactNode {
  const triage = useCompanyTriage(company);
  useCompanyCommands(company, triage);
  const [collecting, setCollecting] = useState(false);
  const collect = (): void => setCollecting(true);
  useCommands({ 'company.collect': collect });
  const navigate = useNavigate();
  useCommands(
    { 'company.report': () => void navigate(`/reports/${company.id}`) },
    // A window of its own has no frame around it, and shows companies only.
    { enabled: canOpenWindow },
  );
  return (
    <>
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
                  onClick={() => void call('shell.openCompany', { companyId: company.id })}
                >
                  <IconExternalLink size={17} stroke={1.6} />
                </ActionIcon>
              </KeyTip>
            )}
          </>
        }
        after={<Membership companyId={company.id} entries={triage.entries} />}
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
