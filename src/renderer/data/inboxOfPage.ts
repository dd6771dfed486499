import { useSearchParams } from 'react-router-dom';
import { routeId } from './routeState.ts';

/** The smart list that the page's company was opened from (`companyPath`); undefined for another place. */
export function useInboxOfPage(): number | undefined {
  const list = useSearchParams()[0].get('list');
  return list === null ? undefined : routeId(list);
}
