import type { ReactNode } from 'react';
import { sampleMark, type Company } from '#shared/domain/company.ts';
import classes from './SampleChip.module.css';

/** Says that a company is invented; nothing for any other. It stands beside the name. */
export function SampleChip({ company }: { readonly company: Pick<Company, 'is_sample'> }): ReactNode {
  if (!company.is_sample) return null;
  return (
    <span className={classes.chip} title={sampleMark.meaning}>
      {sampleMark.label}
    </span>
  );
}
