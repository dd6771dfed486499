import type { Clock, Log, PdfPrinter } from '#main/ports.ts';
import { PrintQueue } from '#main/shellCommon/printQueue.ts';
import { appOrigin } from './appScheme.ts';
import type { ShellWindow } from './electronApi.ts';

export interface ElectronPrinterParts {
  readonly clock: Pick<Clock, 'after'>;
  readonly log: Log;
  /** A hidden window, without scripts and with its own session. */
  readonly openHidden: () => ShellWindow;
}

/** The only address that a printing window can load. */
export const printAddress = `${appOrigin}/print`;

const scheme = new URL(appOrigin).protocol.slice(0, -1);

/** Prints with Electron itself: each page in a hidden window that runs no script and cannot fetch anything (S41). */
export function electronPdfPrinter({ clock, log, openHidden }: ElectronPrinterParts): PdfPrinter {
  const queue = new PrintQueue(clock, log);
  let open: ShellWindow | null = null;
  const discard = async (): Promise<void> => {
    const window = open;
    open = null;
    if (window === null || window.isDestroyed()) return;
    // The session outlives its window; the page must not.
    window.webContents.session.protocol.unhandle(scheme);
    window.destroy();
  };
  return {
    print: (html, signal) =>
      queue.run(signal, {
        print: async () => {
          const window = openHidden();
          open = window;
          serveOnly(window, html, log);
          const gone = new Promise<never>((_resolve, reject) => {
            window.webContents.once('render-process-gone', () => {
              reject(new Error('Printing stopped unexpectedly.'));
            });
          });
          const pdf = await Promise.race([printed(window), gone]);
          await discard();
          return pdf;
        },
        discard,
      }),
    close: async () => {
      queue.close();
      await discard();
    },
  };
}

async function printed(window: ShellWindow): Promise<Uint8Array> {
  await window.loadURL(printAddress);
  return await window.webContents.printToPDF({
    preferCSSPageSize: true,
    printBackground: true,
    generateTaggedPDF: true,
    generateDocumentOutline: true,
  });
}

/** The window's session serves the page at its one address and refuses everything else. */
function serveOnly({ webContents: { session } }: ShellWindow, html: string, log: Log): void {
  session.webRequest.onBeforeRequest(({ url, resourceType }, answer) => {
    const isKnown = url === printAddress || url.startsWith('data:');
    if (!isKnown) log.warn('pdf.request', { type: resourceType });
    answer({ cancel: !isKnown });
  });
  session.setPermissionRequestHandler((_contents, _permission, answer) => {
    answer(false);
  });
  session.protocol.handle(
    scheme,
    () => new Response(html, { headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' } }),
  );
}
