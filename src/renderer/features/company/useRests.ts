import { useEffect, useState } from 'react';

/** How long one has to stay with a company before more is requested about it, in milliseconds. */
const rest = 250;

/** Whether one has stayed with a company for a moment: nothing is requested while the user passes through many. */
export function useRests(companyId: number): boolean {
  const [rested, setRested] = useState(0);
  useEffect(() => {
    const timer = setTimeout(() => setRested(companyId), rest);
    return () => clearTimeout(timer);
  }, [companyId]);
  return rested === companyId;
}
