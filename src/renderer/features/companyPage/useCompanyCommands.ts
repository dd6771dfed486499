import type { Company } from '#shared/domain/company.ts';
import type { LinkType } from '#shared/domain/choices.ts';
import { call, shellInfo } from '../../bridge/bridge.ts';
import { useCommands } from '../../keyboard/CommandProvider.tsx';
import { useUndo } from '../moves/TriageProvider.tsx';
import type { CompanyTriage } from '../company/useCompanyTriage.ts';
import { openableLinks } from '../company/links.ts';

/** The keys of one company on its page or in its own window: the same outcome as in a list (UX rule 2). */
export function useCompanyCommands(company: Company, triage: CompanyTriage): void {
  const open = (type: LinkType) => (): boolean => {
    const link = openableLinks(company).find((item) => item.type === type);
    if (link === undefined) return false;
    void call('shell.openExternal', { url: link.url });
    return true;
  };
  const { decide } = triage;
  const undo = useUndo();
  useCommands({
    'triage.watchlist': () => decide('Watchlist'),
    'triage.opportunities': () => decide('Opportunities'),
    'triage.archive': () => decide('Archive'),
    'triage.none': () => decide('None'),
    'triage.undo': undo,
    'company.website': open('website'),
    'company.linkedin': open('linkedin'),
  });
  useCommands(
    { 'company.ownWindow': () => void call('shell.openCompany', { companyId: company.id }) },
    { enabled: shellInfo().capabilities.ownWindow },
  );
}
