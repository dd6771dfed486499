/**
 * The licences of everything that Winnow ships, as one text: the packages in the bundles, which Vite lists for each of
 * the three builds, and those that are packed beside them. The same sources give the same text.
 */
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * @typedef {{ name: string, version: string, identifier?: string, text?: string }} Licence
 * @typedef {{ name: string, version: string, license?: string, author?: string | { name?: string } }} Manifest
 */

/** What each build writes beside its bundles (electron.vite.config.ts), and the text made from it. */
const ofBuild = '.licences.json';
const builds = ['main', 'preload', 'renderer'];
export const licencesFile = path.join('renderer', 'licences.txt');

/**
 * The same text, for a package to have beside its archive; electron-builder leaves out of the archive what it puts
 * there.
 */
const besideArchive = 'licences.txt';

/**
 * Writes the text into a built folder, for both shells to show, and removes the builds' lists.
 * @param {string} root the project's folder
 * @param {string} out
 */
export function writeLicences(root, out) {
  const files = builds.map((build) => path.join(out, build, ofBuild));
  const bundled = files.flatMap((file) => /** @type {Licence[]} */ (JSON.parse(readFileSync(file, 'utf8'))));
  const folders = new Map(bundled.map(({ name, version }) => [`${name}@${version}`, folderOf(root, name, version)]));
  for (const folder of packedFolders(root)) {
    const { name, version } = manifestOf(folder);
    folders.set(`${name}@${version}`, folder);
  }
  const text = textOf(root, [...folders.values()]);
  for (const file of [licencesFile, besideArchive]) writeFileSync(path.join(out, file), text);
  for (const file of files) rmSync(file);
}

/**
 * The packages that are packed as they are: what package-lock.json needs without tools, and keytar, which brings
 * packages that only its installation needs (electron-builder.yml leaves those out, by name).
 * @param {string} root
 * @returns {string[]} their folders
 */
export function packedFolders(root) {
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
  const places = Object.keys(packages).filter((place) => place !== '' && packages[place].dev !== true);
  const needed = places.filter((place) => !packages[place].optional && !packages[place].devOptional);
  const names = new Set([...needed.map(nameIn), 'keytar']);
  return places
    .filter((place) => names.has(nameIn(place)))
    .map((name) => path.join(root, name))
    .filter((folder) => existsSync(folder));
}

/**
 * The name of the package at a place in package-lock.json.
 * @param {string} place
 */
function nameIn(place) {
  return place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

/**
 * @param {string} root
 * @param {string} name
 * @param {string} version
 */
function folderOf(root, name, version) {
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
  const found = Object.keys(packages).find(
    (place) => place.endsWith(`node_modules/${name}`) && packages[place].version === version,
  );
  if (found === undefined) throw new Error(`${name} ${version} is bundled and not in package-lock.json.`);
  return path.join(root, found);
}

/**
 * @param {string} folder
 * @returns {Manifest}
 */
function manifestOf(folder) {
  return JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
}

const line = '-'.repeat(80);

/**
 * @param {string} root
 * @param {string[]} folders
 */
function textOf(root, folders) {
  const packages = folders
    .map((folder) => ({ folder, ...manifestOf(folder) }))
    .toSorted((a, b) => (`${a.name} ${a.version}` < `${b.name} ${b.version}` ? -1 : 1));
  const own = readFileSync(path.join(root, 'LICENSE'), 'utf8').trim();
  const head = [
    `Winnow\n\n${own}`,
    'Winnow is made with the packages below, each under its own licence. A packaged Winnow also contains Electron ' +
      'and\nChromium: their licences are the files LICENSE.electron.txt and LICENSES.chromium.html beside the program.',
  ];
  const each = packages.map((one) => {
    const texts = noticesIn(one.folder);
    const body = texts.length > 0 ? texts.join('\n\n') : standardText(one);
    return `${one.name} ${one.version} (${one.license ?? 'no identifier'})\n\n${body}`;
  });
  return `${[...head, ...each].join(`\n\n${line}\n\n`).replaceAll('\r\n', '\n')}\n`;
}

/**
 * What a package says about its licence, and the licences of what it contains.
 * @param {string} folder
 */
function noticesIn(folder) {
  const own = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && /^(?:licen[cs]e|copying|notice)/i.test(entry.name))
    .map((entry) => path.join(folder, entry.name));
  const more = path.join(folder, 'licenses');
  const others = existsSync(more) ? readdirSync(more).map((name) => path.join(more, name)) : [];
  return [...own.toSorted(), ...others.toSorted()].map((file) => readFileSync(file, 'utf8').trim());
}

/**
 * A few packages name their licence but leave out its text.
 * @param {Manifest} manifest
 */
function standardText({ name, license, author }) {
  const holder =
    (typeof author === 'string' ? author : author?.name)?.replace(/\s*[<(].*$/, '') ?? `the authors of ${name}`;
  const text = license === undefined ? undefined : standardTexts[license];
  if (text === undefined)
    throw new Error(`${name} has no text of its licence, ${license}, and scripts/lib/licences.mjs has none.`);
  return `Copyright (c) ${holder}\n\n${text}`;
}

/** @type {Readonly<Record<string, string>>} */
const standardTexts = {
  MIT: `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
documentation files (the "Software"), to deal in the Software without restriction, including without limitation the
rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit
persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`,
};
