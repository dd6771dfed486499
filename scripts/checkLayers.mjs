/**
 * Fails if a source file imports what its layer may not (scripts/lib/layers.mjs), belongs to no layer, breaks a
 * security rule (scripts/lib/securityRules.mjs), or has a line that is too long to read.
 */
import { readFileSync } from 'node:fs';
import { globSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { importsOf, resolveImport } from './lib/imports.mjs';
import { layerOf, violation } from './lib/layers.mjs';
import { root } from './lib/paths.mjs';
import { securityProblems } from './lib/securityRules.mjs';

const files = globSync('src/**/*.{ts,tsx}', { cwd: root })
  .map((file) => file.split(path.sep).join('/'))
  .toSorted();
const problems = [];

/** In characters. Tables of names with their countries or industries are data, and exempt. */
const longestLine = 120;
const data = new Set(['src/shared/reference/industries.ts', 'src/shared/reference/countries.ts']);

for (const file of files) {
  if (layerOf(file) === undefined) {
    problems.push(`${file}: stands in no layer`);
    continue;
  }
  const isTest = /\.test\.tsx?$/.test(file) || file.includes('/testing/');
  const source = readFileSync(path.join(root, file), 'utf8');
  if (!isTest && !data.has(file)) {
    for (const [index, text] of source.split('\n').entries()) {
      if (text.length > longestLine) problems.push(`${file}:${index + 1}: longer than ${longestLine} characters`);
    }
  }
  // Tests break the rules on purpose, to see what happens.
  if (!isTest)
    for (const { line, row, says } of securityProblems(file, source)) problems.push(`${file}:${line}: ${row} ${says}`);
  for (const { specifier, typeOnly, line } of importsOf(file, source)) {
    if (specifier.endsWith('.css')) continue;
    const reason = violation(file, resolveImport(specifier, file), typeOnly, isTest);
    if (reason !== null) problems.push(`${file}:${line}: ${reason} (${specifier})`);
  }
}

for (const problem of problems) process.stderr.write(`${problem}\n`);
if (files.length === 0) process.stderr.write('No source files found.\n');
process.exitCode = problems.length === 0 && files.length > 0 ? 0 : 1;
