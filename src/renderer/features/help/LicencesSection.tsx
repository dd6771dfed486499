import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { keys } from '../../data/keys.ts';
import { Section } from '../../ui/Screen.tsx';
import classes from './HelpScreen.module.css';

/** The licences of Winnow and of every package in it, a file that the build makes. */
export function LicencesSection(): ReactNode {
  const [open, setOpen] = useState(false);
  const { data, error } = useQuery({
    queryKey: keys.licences,
    queryFn: readLicences,
    enabled: open,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Section title="Licences">
      <p className={classes.text}>
        Winnow is free software under the MIT licence. The packages in it have licences of their own.
      </p>
      <details
        className={classes.text}
        onToggle={(event) => {
          setOpen(event.currentTarget.open);
        }}
      >
        <summary>All licences</summary>
        {error !== null && <p role="alert">{error.message}</p>}
        {data !== undefined && (
          // Scrolled by keys, so it takes the focus.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          <pre className={classes.errors} tabIndex={0} aria-label="All licences">
            {data}
          </pre>
        )}
      </details>
    </Section>
  );
}

async function readLicences(): Promise<string> {
  const response = await fetch('/licences.txt');
  if (!response.ok) throw new Error('The file of licences is not there. Build Winnow again.');
  return await response.text();
}
