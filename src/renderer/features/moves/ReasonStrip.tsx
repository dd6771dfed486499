import { useState, type ReactNode } from 'react';
import { keyedReasons, usualReasons, type Reason } from '#shared/domain/reasons.ts';
import { useSession } from '../../data/bridgeValues.ts';
import { useApiQuery } from '../../data/useApi.ts';
import type { LastDecision } from '../../decide/triage.ts';
import { useCommands, useKeysFirst } from '../../keyboard/CommandProvider.tsx';
import { KeyCaps } from '../../keyboard/Keys.tsx';
import { showDone } from '../../ui/toasts.tsx';
import { useAnnounce, useTriage } from './TriageProvider.tsx';
import classes from './ReasonStrip.module.css';

interface ReasonChoice {
  /** The decision that a reason is asked for, as it was when the strip was opened; null while it is closed. */
  readonly decision: LastDecision | null;
  readonly reasons: readonly Reason[];
  readonly open: () => void;
  readonly choose: (reason: Reason) => void;
}

/**
 * The reason for what was decided last: `r` asks for it, a digit gives it. Any other key closes the strip and does what
 * it always does.
 */
export function useReasonStrip(): ReasonChoice {
  const triage = useTriage();
  const announce = useAnnounce();
  const { status } = useSession();
  const { data } = useApiQuery('listReasons', {}, { enabled: status === 'signedIn' });
  const [decision, setDecision] = useState<LastDecision | null>(null);
  // They are the usual ones until the server has said otherwise, or for a server that knows none.
  const reasons = keyedReasons(data?.reasons ?? usualReasons);

  const open = (): void => {
    const last = triage.last.get();
    if (last === null || last.to === 'None') {
      showDone('Decide first: a reason belongs to a decision.');
      return;
    }
    setDecision(last);
    announce(`Reason? ${reasons.map(({ name }, index) => `${index + 1} ${name}`).join(', ')}.`);
  };
  const choose = (reason: Reason): void => {
    if (decision !== null) triage.giveReason(decision, reason);
    setDecision(null);
  };
  useCommands({ 'triage.reason': open }, { layer: 'frame' });
  useKeysFirst(
    (notation) => {
      const digit = /^[1-9]$/.test(notation) ? Number(notation) : 0;
      const reason = reasons[digit - 1];
      if (reason === undefined) setDecision(null);
      else choose(reason);
      // A digit without a reason would move the current row.
      return digit > 0 || notation === 'Escape';
    },
    { enabled: decision !== null },
  );
  return { decision, reasons, open, choose };
}

/** The reasons with their keys. */
export function ReasonStrip({
  decision,
  reasons,
  choose,
}: Pick<ReasonChoice, 'reasons' | 'choose'> & { readonly decision: LastDecision }): ReactNode {
  return (
    <fieldset aria-label={`Reason: ${decision.label}`} className={classes.strip} data-letters="answer">
      <p className={classes.title}>
        <strong>Why?</strong> {decision.label}
      </p>
      <div className={classes.reasons}>
        {reasons.map((reason, index) => (
          <button
            key={reason.id}
            type="button"
            className={classes.reason}
            aria-pressed={reason.name === decision.reason}
            // The table keeps the keyboard.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(reason)}
          >
            <KeyCaps keys={String(index + 1)} /> {reason.name}
          </button>
        ))}
      </div>
    </fieldset>
  );
}
