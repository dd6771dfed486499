/**
 * `node scripts/houseFigures.mjs [CHECKOUT]`: the figures of docs/ARCHITECTURE.md about the code itself, of this
 * checkout or another one.
 */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { houseFigures } from './lib/houseFigures.mjs';
import { root } from './lib/paths.mjs';

const checkout = path.resolve(process.argv[2] ?? root);
const files = globSync('{src,tests,scripts}/**/*.{ts,tsx,mjs}', {
  cwd: checkout,
  exclude: (name) => name === 'node_modules' || name === 'fixtures',
})
  .map((file) => file.split(path.sep).join('/'))
  .toSorted()
  .map((file) => ({ file, source: readFileSync(path.join(checkout, file), 'utf8') }));
const { layers } = await import(pathToFileURL(path.join(checkout, 'scripts/lib/layers.mjs')).href);

for (const { name, value, where } of houseFigures(files, layers)) {
  process.stdout.write(`${name}: ${value}\n`);
  for (const line of where) process.stdout.write(`  ${line}\n`);
}
