/**
 * `node scripts/drawIcons.mjs`: draws the images in `resources/` from one mark, in each size that a system may ask for,
 * so that none is scaled. Run it when the mark changes; it needs rsvg-convert and ImageMagick.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root } from './lib/paths.mjs';

const resources = path.join(root, 'resources');
const temporary = mkdtempSync(path.join(tmpdir(), 'winnow-icons-'));

/** In units of a 64 by 64 grid. Small images have a larger and bolder mark than `icon.svg`. */
const tile = '<rect width="64" height="64" rx="14" fill="#0e1216" />';
const mark = (/** @type {string} */ line, /** @type {number} */ width, color = '#37c6ab') =>
  `<path d="${line}" fill="none" stroke="${color}" stroke-width="${width}" ` +
  'stroke-linecap="round" stroke-linejoin="round" />';
const drawings = {
  icon: readFileSync(path.join(resources, 'icon.svg'), 'utf8'),
  tray: tile + mark('M11 17 L22 47 L32 24 L42 47 L53 17', 8),
  // macOS uses its shape in the color of the menu bar.
  template: mark('M6 13 L19 51 L32 21 L45 51 L58 13', 8, '#000'),
};

/**
 * @param {keyof typeof drawings} drawing
 * @param {number} size in pixels
 * @param {string} file
 */
function draw(drawing, size, file) {
  const svg = path.join(temporary, `${drawing}.svg`);
  writeFileSync(svg, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">${drawings[drawing]}</svg>`);
  execFileSync('rsvg-convert', ['-w', String(size), '-h', String(size), '-o', file, svg]);
}

/** The scales that Electron looks for beside an image of 16 pixels; `''` is the image itself. */
const scales = { '': 16, '@1.25x': 20, '@1.5x': 24, '@2x': 32, '@2.5x': 40, '@3x': 48, '@4x': 64 };
for (const [scale, size] of Object.entries(scales)) draw('tray', size, path.join(resources, `tray${scale}.png`));
for (const scale of /** @type {const} */ (['', '@2x', '@3x'])) {
  draw('template', scales[scale], path.join(resources, `trayTemplate${scale}.png`));
}
draw('icon', 1024, path.join(resources, 'icon.png'));
draw('icon', 256, path.join(resources, 'window.png'));
// Windows picks the size from one file.
const pictures = Object.keys(scales).map((scale) => path.join(resources, `tray${scale}.png`));
execFileSync('convert', [...pictures, path.join(resources, 'tray.ico')]);
rmSync(temporary, { recursive: true });
