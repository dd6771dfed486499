import { useEffect, useState, type ReactNode } from 'react';

/** A skeleton shows only after this long, so that a quick answer never flashes (product 10.6), in milliseconds. */
const skeletonDelay = 150;

/** Shows its children after so many milliseconds, and `meanwhile` until then. */
export function Delayed({
  children,
  after = skeletonDelay,
  meanwhile = null,
}: {
  readonly children: ReactNode;
  readonly after?: number;
  readonly meanwhile?: ReactNode;
}): ReactNode {
  const [due, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), after);
    return () => clearTimeout(timer);
  }, [after]);
  return due ? children : meanwhile;
}
