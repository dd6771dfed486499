import { chromium, type Browser } from 'playwright';

/** A real headless Chromium, for the rows about screens. */
export async function launchChromium(): Promise<Browser> {
  const { findChromium } = (await import(new URL('../../../scripts/lib/chromium.mjs', import.meta.url).href)) as {
    findChromium: (enough: { shell: boolean }) => string;
  };
  const isRoot = process.getuid?.() === 0;
  return chromium.launch({
    executablePath: findChromium({ shell: false }),
    args: [
      ...(isRoot ? ['--no-sandbox'] : []),
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}
