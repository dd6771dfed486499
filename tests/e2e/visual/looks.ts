import { expect, type Page, type TestInfo } from 'playwright/test';

/** How many pixels of the window, in each direction, are one pixel of a picture. */
const reduction = 8;

/** Two looks this far apart, in milliseconds, must be the same for the window to stand still. */
const steadyFor = 500;

/**
 * That the window looks as its picture. Loading may still be going on: the window is looked at until it does, or until
 * the time is up. Where the pictures are renewed, the first steady look counts.
 */
export async function expectLook(page: Page, name: string, info: TestInfo): Promise<void> {
  // Nothing lies under the pointer, so that no row and no button is shown as pointed at.
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

/** That a PNG is, made small, what the picture of this name shows. */
export async function expectPicture(page: Page, png: Buffer, name: string): Promise<void> {
  expect(await reduced(page, png)).toMatchSnapshot(`${name}.png`);
}

/** The window once it has stood still. */
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
 * A picture made small: each pixel is the mean of those it stands for, so that another way of drawing letters changes
 * little and something that has moved changes much.
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
