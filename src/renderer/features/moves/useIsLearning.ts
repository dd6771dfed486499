import { usePreferences } from '../../data/bridgeValues.ts';
import { useApiQuery } from '../../data/useApi.ts';

/** How many companies are decided before the keys are known. */
const known = 20;

/** Whether the user has not decided much yet, and has not switched hints off. */
export function useIsLearning(): boolean {
  const { hints } = usePreferences();
  const counts = useApiQuery('countDecided', {}, { enabled: hints }).data;
  return hints && counts !== undefined && counts.watchlist + counts.opportunities + counts.archive < known;
}
