import { SegmentedControl } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { Company } from '#shared/domain/company.ts';
import { useCommands } from '../../keyboard/CommandProvider.tsx';
import { KeyTip } from '../../keyboard/KeyTip.tsx';
import classes from './CompanyDetails.module.css';
import { Marked } from './Marked.tsx';
import { descriptionVariants } from './texts.ts';

/** The preferred description, with the others one key away (UX `Reading pane`). */
export function Description({
  company,
  terms,
}: {
  readonly company: Company;
  readonly terms: readonly string[];
}): ReactNode {
  const variants = descriptionVariants(company.description);
  const [chosen, setChosen] = useState('');
  const index = Math.max(
    0,
    variants.findIndex(({ kind }) => kind === chosen),
  );
  const shown = variants[index];
  useCommands(
    { 'company.text': () => setChosen(variants[(index + 1) % variants.length]?.kind ?? '') },
    { enabled: variants.length > 1, layer: 'pane' },
  );
  if (shown === undefined) return <p className={classes.missing}>There is no description of this company.</p>;
  return (
    <div>
      {variants.length > 1 && (
        <KeyTip id="company.text">
          <SegmentedControl
            size="xs"
            className={classes.variants ?? ''}
            aria-label="Description text"
            value={shown.kind}
            onChange={setChosen}
            data={variants.map(({ kind, label }) => ({ value: kind, label }))}
          />
        </KeyTip>
      )}
      <p className={classes.description}>
        <Marked text={shown.text} terms={terms} />
      </p>
      {company.isTranslated && <p className={classes.note}>Translated text</p>}
    </div>
  );
}
