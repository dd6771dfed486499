import { useEffect, useState, type ReactNode } from 'react';

/** A skeleton shows only after this long, so that a quick answer never flashes (UX rule 6), in milliseconds. */
const skeletonDelay = 150;

/** Shows its children once they have been waited for. */
export function Delayed({ children }: { readonly children: ReactNode }): ReactNode {
  const [due, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), skeletonDelay);
    return () => clearTimeout(timer);
  }, []);
  return due ? children : null;
}
