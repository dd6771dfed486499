import { Button, Group, Radio, SegmentedControl, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import type { ExportHistoryRecord } from '#shared/api/schemas.ts';
import { formatCount, formatDay } from '#shared/domain/formats.ts';
import { handoverPresets, presetNames, type HandoverPreset } from '#shared/domain/handover.ts';
import { AppError } from '#shared/errors.ts';
import { useSession } from '../../data/bridgeValues.ts';
import { useApiQuery } from '../../data/useApi.ts';
import { useCommands } from '../../keyboard/CommandProvider.tsx';
import { Dialog, Problem } from '../../ui/Dialog.tsx';
import { EmptyFace, LoadingFace } from '../../ui/Faces.tsx';
import { useStartExport, whyNoExport } from './useStartExport.tsx';

/** Hands over Opportunities to another product, all or what is new since the last time. Opened by a command. */
export function HandOverDialog(): ReactNode {
  const [opened, { open, close }] = useDisclosure(false);
  useCommands({ 'app.handOver': open }, { layer: 'frame' });
  if (!opened) return null;
  return (
    <Dialog onClose={close} title="Hand over Opportunities" size="30rem">
      <Content onClose={close} />
    </Dialog>
  );
}

function Content({ onClose }: { readonly onClose: () => void }): ReactNode {
  useCommands({ 'app.handOver': onClose }, { layer: 'dialog' });
  const { data, error, isFetchedAfterMount } = useApiQuery('listExports', {}, { refetchOnMount: 'always' });
  // Read anew when it opens; what changes later changes the form, and does not take it away.
  if (data !== undefined && isFetchedAfterMount) return <Form history={data} onClose={onClose} />;
  if (error !== null) {
    return <Problem title="Your hand-overs could not be read." reason={AppError.from(error).message} />;
  }
  return <LoadingFace lines={3} />;
}

interface FormProps {
  readonly history: ExportHistoryRecord;
  readonly onClose: () => void;
}

function Form({ history, onClose }: FormProps): ReactNode {
  const { opportunities, handovers } = history;
  const [preset, setPreset] = useState<HandoverPreset>(() => lastPreset(history));
  const last = handovers.find((each) => each.preset === preset);
  const hasLast = last !== undefined && last.at !== '';
  const fresh = hasLast ? last.since : opportunities;
  const [choice, setChoice] = useState<'new' | 'all' | null>(null);
  const shown = !hasLast || fresh === 0 ? 'all' : (choice ?? 'new');
  const noExport = whyNoExport(useSession());
  const startExport = useStartExport();
  const primary = useRef<HTMLButtonElement>(null);
  // The dialog has given the keyboard to its first button, before there was a form.
  useLayoutEffect(() => primary.current?.focus({ preventScroll: true }), []);
  if (opportunities === 0) {
    return <EmptyFace title="No Opportunities yet" text="Move companies to Opportunities to hand them over." />;
  }
  const start = (): void => {
    const handover = { preset, sinceLast: shown === 'new' };
    startExport({ kind: 'tag', tag: 'opportunities' }, 'Opportunities', [], handover);
    onClose();
  };
  return (
    <Stack gap="md">
      <SegmentedControl
        fullWidth
        aria-label="For which product"
        value={preset}
        onChange={(value) => setPreset(value)}
        data={handoverPresets.map((value) => ({ value, label: presetNames[value] }))}
      />
      <Radio.Group label="Companies" value={shown} onChange={(value) => setChoice(value)}>
        <Stack gap={6} mt={6}>
          {hasLast && <Radio size="xs" value="new" disabled={fresh === 0} label={newText(fresh, last.at)} />}
          <Radio size="xs" value="all" label={allText(opportunities)} />
        </Stack>
      </Radio.Group>
      <Text size="xs" c="dimmed">
        One ZIP with CSV files of the companies, their founders and your notes, with the columns that{' '}
        {presetNames[preset]} knows. A file that nothing would be in is left out.
      </Text>
      {noExport !== '' && (
        <Text size="xs" role="alert">
          {noExport}
        </Text>
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button ref={primary} disabled={noExport !== ''} onClick={start}>
          Hand over
        </Button>
      </Group>
    </Stack>
  );
}

/** The product that was last handed over to. */
function lastPreset({ handovers }: ExportHistoryRecord): HandoverPreset {
  const [newest] = handovers.toSorted((a, b) => b.at.localeCompare(a.at));
  return newest?.preset ?? 'affinity';
}

function newText(count: number, at: string): string {
  const since = `since your last hand-over on ${formatDay(at)}`;
  if (count === 0) return `None is new ${since}`;
  return count === 1 ? `The one Opportunity ${since}` : `The ${formatCount(count)} Opportunities ${since}`;
}

function allText(count: number): string {
  return count === 1 ? 'Your one Opportunity' : `All ${formatCount(count)} Opportunities`;
}
