import { useState, type ReactNode } from 'react';
import { addDays } from '#shared/domain/digestWeek.ts';
import { addMonths, laterText, type Later, type LaterRule } from '#shared/domain/later.ts';
import { useServerDay } from '../../data/serverDay.ts';
import { useKeysFirst } from '../../keyboard/CommandProvider.tsx';
import { KeyCaps } from '../../keyboard/Keys.tsx';
import { useDayText } from '../../ui/DayField.tsx';
import { useStore } from '../../ui/store.ts';
import { isolated } from '../../ui/title.ts';
import { useFocusBack } from '../../ui/useFocusBack.ts';
import { useAnnounce, useLaterQuestion, type LaterQuestion } from './TriageProvider.tsx';
import classes from './ReasonStrip.module.css';

export type AskLater = (question: LaterQuestion) => void;

const months: readonly { readonly key: string; readonly months: number; readonly label: string }[] = [
  { key: '1', months: 1, label: 'a month' },
  { key: '3', months: 3, label: '3 months' },
  { key: '6', months: 6, label: '6 months' },
];

const rules: readonly { readonly key: string; readonly when: LaterRule; readonly label: string }[] = [
  { key: 'r', when: 'raises', label: 'when it raises' },
  { key: 's', when: 'stage', label: 'when its stage changes' },
  { key: 'g', when: 'grows', label: 'when it grows by 25%' },
];

/** Asks until when something is to be put off; the question is answered by one key, or dropped by any other. */
export function useAskLater(): AskLater {
  const asked = useLaterQuestion();
  const announce = useAnnounce();
  return (question) => {
    asked.set(question);
    const keys = [...months, ...rules].map(({ key, label }) => `${key} ${label}`);
    announce(`Put off ${question.what} until? ${[...keys, 'd a date'].join(', ')}.`);
  };
}

interface LaterChoice {
  readonly question: LaterQuestion | null;
  /** Whether a day is being typed. */
  readonly isDated: boolean;
  readonly setDated: (isDated: boolean) => void;
  readonly today: string;
  readonly choose: (later: Later) => void;
  readonly close: () => void;
}

/** The open question, and its keys. */
export function useLaterStrip(): LaterChoice {
  const asked = useLaterQuestion();
  const question = useStore(asked);
  const today = useServerDay();
  const [isDated, setDated] = useState(false);
  const close = (): void => {
    asked.set(null);
    setDated(false);
  };
  const choose = (later: Later): void => {
    close();
    question?.put(later);
  };
  useKeysFirst(
    (notation) => {
      const month = months.find(({ key }) => key === notation);
      const rule = rules.find(({ key }) => key === notation);
      if (month !== undefined) choose({ until: addMonths(today, month.months) });
      else if (rule !== undefined) choose({ when: rule.when });
      else if (notation === 'd') setDated(true);
      else close();
      // A digit without a meaning here would move the current row.
      return month !== undefined || rule !== undefined || notation === 'Escape' || /^[\dd]$/.test(notation);
    },
    { enabled: question !== null },
  );
  return { question, isDated, setDated, today, choose, close };
}

/** Until when: months, a day, or that something happens, each with its key. */
export function LaterStrip({
  question,
  isDated,
  setDated,
  today,
  choose,
  close,
}: LaterChoice & { readonly question: LaterQuestion }): ReactNode {
  const button = (key: string, label: string, later: Later): ReactNode => (
    <button
      key={key}
      type="button"
      className={classes.reason}
      title={laterText(later)}
      // The table keeps the keyboard.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => choose(later)}
    >
      <KeyCaps keys={key} /> {label}
    </button>
  );
  return (
    <fieldset aria-label={`Put off ${question.what}`} className={classes.strip} data-letters="answer">
      <p className={classes.title}>
        <strong>Until when?</strong> Put off {isolated(question.what)}
      </p>
      <div className={classes.reasons}>
        {months.map(({ key, months: count, label }) => button(key, label, { until: addMonths(today, count) }))}
        {isDated ? (
          <UntilDay today={today} onChoose={(until) => choose({ until })} onClose={close} />
        ) : (
          <button
            type="button"
            className={classes.reason}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => setDated(true)}
          >
            <KeyCaps keys="d" /> a date …
          </button>
        )}
        {rules.map(({ key, when, label }) => button(key, label, { when }))}
      </div>
    </fieldset>
  );
}

/** A day from tomorrow on; Enter takes it. */
function UntilDay({
  today,
  onChoose,
  onClose,
}: {
  readonly today: string;
  readonly onChoose: (day: string) => void;
  readonly onClose: () => void;
}): ReactNode {
  const [day, setDay] = useState<string | null>(addMonths(today, 1));
  const { field, problem } = useDayText(day ?? '', setDay, { min: addDays(today, 1) });
  const isDay = day !== null && day !== '' && problem === '';
  useFocusBack();
  return (
    <form
      className={classes.day}
      onSubmit={(event) => {
        event.preventDefault();
        if (isDay) onChoose(day);
      }}
    >
      <input
        {...field}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the key that opened it asks for a day
        autoFocus
        aria-label="Put off until"
        data-keeps="Escape"
        onKeyDown={(event) => {
          if (event.key === 'Escape') onClose();
        }}
      />
      <button type="submit" className={classes.reason} disabled={!isDay}>
        Put off
      </button>
      {problem !== '' && <span role="alert">{problem}</span>}
    </form>
  );
}
