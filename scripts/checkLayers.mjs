/**
 * Fails when a source file imports what its layer may not (scripts/lib/layers.mjs), stands in no layer, or breaks a
 * rule of security (scripts/lib/securityRules.mjs).
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

for (const file of files) {
  if (layerOf(file) === undefined) {
    problems.push(`${file}: stands in no layer`);
    continue;
  }
  const isTest = /\.test\.tsx?$/.test(file) || file.includes('/testing/');
  const source = readFileSync(path.join(root, file), 'utf8');
  // Tests break the rules on purpose, to see what happens then.
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
