import { expect, type Page, type TestInfo } from 'playwright/test';

/** How many of the window's pixels, in each direction, make one pixel of a picture. */
const reduction = 8;

/** Two looks this far apart, in milliseconds, must be equal for the window to count as still. */
const steadyFor = 500;

/**
 * Expects the window to look like its picture. It may still be loading: retries until it matches or the time is up.
 * When pictures are updated, the first steady look counts.
 */
export async function expectLook(page: Page, name: string, info: TestInfo): Promise<void> {
  // Nothing is under the pointer, so that no row or button is drawn as hovered.
  await page.mouse.move(0, 0);
  await page.evaluate(async () => {
    await document.fonts.ready;
  });
  let seen: Buffer | null = null;
  try {
    await expect(async () => {
      seen = await steadyLook(page);
      await expectPicture(page, seen, name);
    }).toPass({ timeout: 60_000 });
  } catch (error) {
    // The compared pictures are too small to read.
    if (seen !== null) await info.attach(`${name} in full`, { body: seen, contentType: 'image/png' });
    throw error;
  }
}

/** Expects a PNG, once reduced, to match the picture of this name. */
export async function expectPicture(page: Page, png: Buffer, name: string): Promise<void> {
  expect(await reduced(page, png)).toMatchSnapshot(`${name}.png`);
}

/** The window once it is still. */
async function steadyLook(page: Page): Promise<Buffer> {
  let before = await look(page);
  for (;;) {
    await page.waitForTimeout(steadyFor);
    const after = await look(page);
    if (after.equals(before)) return after;
    before = after;
  }
}

async function look(page: Page): Promise<Buffer> {
  return page.screenshot({ animations: 'disabled', caret: 'hide', scale: 'css' });
}

/**
 * Reduces an image: each pixel is the mean of those it stands for, so that different letter rendering changes little
 * and something that has moved changes much.
 */
async function reduced(page: Page, png: Buffer): Promise<Buffer> {
  const blank = await page.context().newPage();
  const made = await blank.evaluate(
    async ([data, by]) => {
      const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob());
      const size = { resizeWidth: Math.round(image.width / by), resizeHeight: Math.round(image.height / by) };
      const small = await createImageBitmap(image, { ...size, resizeQuality: 'medium' });
      const canvas = document.createElement('canvas');
      canvas.width = small.width;
      canvas.height = small.height;
      canvas.getContext('2d')?.drawImage(small, 0, 0);
      return canvas.toDataURL('image/png').split(',')[1] ?? '';
    },
    [png.toString('base64'), reduction] as const,
  );
  await blank.close();
  return Buffer.from(made, 'base64');
}
