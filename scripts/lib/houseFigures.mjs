/** Counts what can be counted of the code: lines, circles between folders, floors, tests. */
import path from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { importsOf, resolveImport } from './imports.mjs';

/** @typedef {{ readonly file: string, readonly source: string }} SourceFile */
/** @typedef {{ readonly name: string, readonly value: number, readonly where: readonly string[] }} Figure */

/** The longest test, in lines. */
const longestTest = 60;

/**
 * The figures of a checkout's sources.
 * @param {readonly SourceFile[]} files
 * @param {readonly { readonly name: string, readonly house?: string, readonly own: readonly string[] }[]} layers
 * @returns {Figure[]}
 */
export function houseFigures(files, layers) {
  const production = files.filter(({ file }) => isProduction(file));
  const tests = files.filter(({ file }) => /\.(?:test|spec)\.tsx?$/.test(file));
  const names = new Set(files.map(({ file }) => file));
  return [
    { name: 'production lines', value: sum(production.map(({ source }) => linesOf(source))), where: [] },
    { name: 'production files', value: production.length, where: [] },
    ...['server', 'renderer'].map((house) => listed(`circles in ${house}`, circlesIn(house, production))),
    ...['server', 'renderer'].map((house) => ({
      name: `floors of ${house}`,
      value: floorsOf(house, layers),
      where: [],
    })),
    listed('files with logic and no test beside them', filesWithoutTest(production, names)),
    listed(`tests over ${longestTest} lines`, tests.flatMap(longTestsIn)),
    listed('waits for a time in tests', files.filter(({ file }) => isTest(file)).flatMap(waitsIn)),
  ];
}

/** @param {string} name @param {readonly string[]} where @returns {Figure} */
function listed(name, where) {
  return { name, value: where.length, where };
}

/** @param {readonly number[]} values */
function sum(values) {
  return values.reduce((total, value) => total + value, 0);
}

/** @param {string} source */
function linesOf(source) {
  return source.split('\n').length - 1;
}

/** @param {string} file */
function isTest(file) {
  return /\.(?:test|spec)\.tsx?$/.test(file) || file.includes('/testing/') || file.startsWith('tests/');
}

/** @param {string} file */
function isProduction(file) {
  return /^src\/.*\.tsx?$/.test(file) && !isTest(file);
}

/**
 * The circles between the folders of a house: each is a set of folders that need each other.
 * @param {string} house
 * @param {readonly SourceFile[]} production
 */
export function circlesIn(house, production) {
  const inside = new RegExp(`^src/${house}/(?:([^/]+)/)?`);
  const folderOf = (/** @type {string} */ file) => inside.exec(file)?.[1] ?? (inside.test(file) ? '(root)' : undefined);
  /** @type {Map<string, Set<string>>} */
  const needs = new Map();
  for (const { file, source } of production) {
    const from = folderOf(file);
    if (from === undefined) continue;
    const known = needs.get(from) ?? new Set();
    needs.set(from, known);
    for (const { specifier } of importsOf(file, source)) {
      const target = resolveImport(specifier, file);
      const to = target.kind === 'own' ? folderOf(target.file) : undefined;
      if (to !== undefined && to !== from) known.add(to);
    }
  }
  const reached = new Map([...needs.keys()].map((folder) => [folder, reachedFrom(folder, needs)]));
  const circles = [...needs.keys()].map((folder) =>
    [...needs.keys()].filter((other) => reached.get(folder)?.has(other) && reached.get(other)?.has(folder)).toSorted(),
  );
  return [...new Set(circles.filter((circle) => circle.length > 1).map((circle) => circle.join(', ')))];
}

/** @param {string} start @param {ReadonlyMap<string, ReadonlySet<string>>} needs */
function reachedFrom(start, needs) {
  /** @type {Set<string>} */
  const reached = new Set();
  const open = [start];
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    for (const next of needs.get(folder) ?? []) {
      if (reached.has(next)) continue;
      reached.add(next);
      open.push(next);
    }
  }
  return reached;
}

/**
 * How many floors a house has: a room lies one floor above the highest of those that it may import.
 * @param {string} house
 * @param {readonly { readonly name: string, readonly house?: string, readonly own: readonly string[] }[]} layers
 */
export function floorsOf(house, layers) {
  const rooms = layers.filter((layer) => layer.house === house);
  const below = rooms.map(({ own }) => own.filter((name) => rooms.some((room) => room.name === name)).length);
  return new Set(below).size;
}

/** @param {readonly SourceFile[]} production @param {ReadonlySet<string>} names */
function filesWithoutTest(production, names) {
  return production
    .filter(({ file, source }) => {
      const stem = file.replace(/\.tsx?$/, '');
      const tests = ['.test.ts', '.test.tsx', '.property.test.ts'].map((ending) => stem + ending);
      return !tests.some((test) => names.has(test)) && hasLogic(file, source);
    })
    .map(({ file }) => file);
}

/** Whether a file has a function. @param {string} file @param {string} source */
function hasLogic(file, source) {
  let found = false;
  const note = () => {
    found = true;
  };
  new Visitor({
    FunctionDeclaration: note,
    FunctionExpression: note,
    ArrowFunctionExpression: note,
  }).visit(parseSync(file, source).program);
  return found;
}

/** @param {SourceFile} test */
export function longTestsIn({ file, source }) {
  /** @type {string[]} */
  const found = [];
  new Visitor({
    CallExpression: ({ callee, start, end }) => {
      const called = source.slice(callee.start, callee.end);
      if (!/^(?:test|it)(?:\.|$)/.test(called) || /\.(?:each|describe|for)$/.test(called)) return;
      const lines = source.slice(start, end).split('\n').length;
      const line = source.slice(0, start).split('\n').length;
      if (lines > longestTest) found.push(`${file}:${line} (${lines})`);
    },
  }).visit(parseSync(file, source).program);
  return found;
}

/** Places where a test lets time pass: `waitForTimeout(…)`, `await sleep(…)`, `await setTimeout(…)`. @param {SourceFile} test */
export function waitsIn({ file, source }) {
  return source.split('\n').flatMap((line, index) => {
    const waits = /waitForTimeout\(|await (?:sleep|delay|pause|wait|setTimeout)\(\s*[\d_]/.test(line);
    return waits ? [`${path.posix.normalize(file)}:${index + 1}`] : [];
  });
}
