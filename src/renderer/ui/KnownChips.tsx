import type { ReactNode } from 'react';
import { markText } from '#shared/domain/knownText.ts';
import classes from './CompanyMarks.module.css';
import { knownMarks } from './knownMarks.ts';
import { useStore } from './store.ts';

/** What a CRM or a portfolio says of a company, beside its name: `Affinity: Passed · Mar 2025`. */
export function KnownChips({ companyId }: { readonly companyId: number }): ReactNode {
  const marks = useStore(knownMarks).get(companyId) ?? [];
  return marks.map((mark, index) => (
    // Two rows of one source may say the same.
    <span key={`${String(index)} ${mark.source}`} className={`${classes.chip} ${classes.known}`} title={markText(mark)}>
      {markText(mark)}
    </span>
  ));
}
