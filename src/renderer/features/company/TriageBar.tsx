import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ListName } from '#shared/domain/listName.ts';
import { KeyTip, Keys } from '../../keyboard/Keys.tsx';
import classes from './TriageBar.module.css';
import { decisionButtons } from '../../ui/decisionButtons.ts';

const small = { root: classes.button ?? '', section: classes.section ?? '', label: classes.label ?? '' };

/** The three lists as buttons; the one a company is in is pressed, and pressing it again takes it back to None. */
export function TriageBar({
  list,
  isSmall = false,
  onDecide,
}: {
  readonly list: ListName;
  /** Names without icons, and in a narrow place icons without names. */
  readonly isSmall?: boolean;
  readonly onDecide: (to: ListName) => void;
}): ReactNode {
  return (
    <fieldset className={isSmall ? `${classes.bar} ${classes.small}` : classes.bar} aria-label="Decide">
      {decisionButtons.map(({ list: choice, command, Icon }) => {
        const pressed = list === choice;
        return (
          <KeyTip key={choice} id={pressed ? 'triage.none' : command}>
            <Button
              variant={pressed ? 'filled' : 'default'}
              aria-pressed={pressed}
              leftSection={<Icon size={15} stroke={1.7} aria-hidden />}
              {...(isSmall ? { size: 'xs', classNames: small } : {})}
              rightSection={pressed ? null : <Keys id={command} />}
              onClick={() => onDecide(pressed ? 'None' : choice)}
            >
              {choice}
            </Button>
          </KeyTip>
        );
      })}
    </fieldset>
  );
}
