import { useLocation } from 'react-router-dom';

/** The address of a company's page from here: in a window of its own another company opens in that window. */
export function useCompanyPath(): (companyId: number) => string {
  const isOwnWindow = useLocation().pathname.startsWith('/embed/');
  return (companyId) => (isOwnWindow ? `/embed/company/${companyId}` : `/company/${companyId}`);
}
