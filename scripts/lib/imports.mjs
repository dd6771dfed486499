/** Reads the imports of TypeScript sources with oxc-parser (dependency-cruiser does not read TypeScript 7). */
import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import path from 'node:path';
import { parseSync } from 'oxc-parser';

/**
 * @typedef {{ specifier: string, typeOnly: boolean, line: number }} Import
 * @typedef {{ kind: 'own', file: string } | { kind: 'package', name: string } | { kind: 'node' }} Target
 */

/**
 * All imports and re-exports of a file, including dynamic ones with a literal specifier.
 * @param {string} file
 * @param {string} [source]
 * @returns {Import[]}
 */
export function importsOf(file, source = readFileSync(file, 'utf8')) {
  const { module } = parseSync(file, source);
  const lineAt = (/** @type {number} */ offset) => source.slice(0, offset).split('\n').length;
  const found = module.staticImports.map((item) => ({
    specifier: item.moduleRequest.value,
    typeOnly: item.entries.length > 0 && item.entries.every((entry) => entry.isType),
    line: lineAt(item.start),
  }));
  for (const item of module.staticExports) {
    for (const entry of item.entries) {
      if (!entry.moduleRequest) continue;
      found.push({ specifier: entry.moduleRequest.value, typeOnly: entry.isType, line: lineAt(item.start) });
    }
  }
  for (const item of module.dynamicImports) {
    const text = source.slice(item.moduleRequest.start, item.moduleRequest.end);
    const literal = /^(['"`])(.*)\1$/s.exec(text);
    if (literal?.[2] !== undefined) found.push({ specifier: literal[2], typeOnly: false, line: lineAt(item.start) });
  }
  return found;
}

const builtins = new Set(builtinModules);

/**
 * What an import specifier resolves to.
 * @param {string} specifier
 * @param {string} importer relative to the project's folder
 * @returns {Target}
 */
export function resolveImport(specifier, importer) {
  if (specifier.startsWith('node:') || builtins.has(specifier)) return { kind: 'node' };
  if (specifier.startsWith('.')) return { kind: 'own', file: path.posix.join(path.posix.dirname(importer), specifier) };
  if (specifier.startsWith('#')) return { kind: 'own', file: `src/${specifier.slice(1)}` };
  const parts = specifier.split('/');
  return { kind: 'package', name: specifier.startsWith('@') ? parts.slice(0, 2).join('/') : (parts[0] ?? specifier) };
}
