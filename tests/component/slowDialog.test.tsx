import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { afterEach, expect, it } from 'vitest';
import { CommandProvider, useCommands } from '#renderer/keyboard/CommandProvider.tsx';
import { defaultKeySettings } from '#renderer/keyboard/keymap.ts';

afterEach(cleanup);

const archived: string[] = [];

/** A screen whose palette takes its time to open, as on a slow computer. */
function SlowScreen({ opensAfter }: { readonly opensAfter: number }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  useCommands({
    'app.palette': () => void setTimeout(() => setOpen(true), opensAfter),
    'triage.archive': () => void archived.push('e'),
  });
  if (!isOpen) return null;
  const dialog = (
    <div>
      <dialog open aria-modal="true" aria-label="Commands">
        <button type="button" onClick={() => setOpen(false)}>
          Close
        </button>
      </dialog>
    </div>
  );
  return createPortal(dialog, document.body);
}

function press(key: string, modifiers: KeyboardEventInit = {}): void {
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...modifiers }));
}

function rest(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

it('what is typed while a dialog takes long to open decides on nothing, and keys mean the list again without one', async () => {
  const { unmount } = render(
    <CommandProvider settings={defaultKeySettings} isMac={false}>
      <SlowScreen opensAfter={700} />
    </CommandProvider>,
  );
  press('e');
  expect(archived).toHaveLength(1);
  press('k', { ctrlKey: true });
  for (let time = 0; time < 6; time++) {
    await rest(100);
    press('e');
  }
  expect(archived).toHaveLength(1);
  await screen.findByRole('dialog');
  press('e');
  expect(archived).toHaveLength(1);
  unmount();

  // One that opened and has been closed gives the list back at once.
  render(
    <CommandProvider settings={defaultKeySettings} isMac={false}>
      <SlowScreen opensAfter={0} />
    </CommandProvider>,
  );
  press('k', { ctrlKey: true });
  const close = await screen.findByRole('button', { name: 'Close' });
  await rest(50);
  close.click();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  press('e');
  expect(archived).toHaveLength(2);
});
