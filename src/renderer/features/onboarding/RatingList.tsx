import { ActionIcon } from '@mantine/core';
import { IconThumbDown, IconThumbUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { preferredDescription, type Company } from '#shared/domain/company.ts';
import { CompanyLogo } from '../../ui/CompanyLogo.tsx';
import type { Feedback } from './feedbackStorage.ts';
import classes from './PostSignup.module.css';

/** Companies with a thumb up and a thumb down each. */
export function RatingList({
  companies,
  feedback,
  onRate,
}: {
  readonly companies: readonly Company[];
  readonly feedback: Feedback;
  readonly onRate: (companyId: number, opinion: boolean) => void;
}): ReactNode {
  return (
    <ul className={classes.list}>
      {companies.map((company) => {
        const opinion = feedback[String(company.id)];
        return (
          <li key={company.id} className={classes.item}>
            <CompanyLogo name={company.name} logo={company.logo} size={28} />
            <div className={classes.text}>
              <strong>{company.name}</strong>
              <p>{preferredDescription(company.description)}</p>
            </div>
            <ActionIcon
              variant={opinion === true ? 'filled' : 'default'}
              color="accent"
              size="lg"
              aria-label={`${company.name} is right`}
              aria-pressed={opinion === true}
              onClick={() => onRate(company.id, true)}
            >
              <IconThumbUp size={16} stroke={1.7} />
            </ActionIcon>
            <ActionIcon
              variant={opinion === false ? 'filled' : 'default'}
              color="accent"
              size="lg"
              aria-label={`${company.name} is not right`}
              aria-pressed={opinion === false}
              onClick={() => onRate(company.id, false)}
            >
              <IconThumbDown size={16} stroke={1.7} />
            </ActionIcon>
          </li>
        );
      })}
    </ul>
  );
}
