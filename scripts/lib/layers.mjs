/**
 * The layer table of docs/adr/0001-layers.md: which room of the house may import which. First match wins; a source file
 * that no row covers is an error, so a new folder has to be given its place.
 *
 * `own` are rooms of the project, `packages` npm packages (a prefix with `*` stands for all that begin so), `node` says
 * whether Node's modules may be imported.
 */

/**
 * @typedef {object} Layer
 * @property {string} name
 * @property {RegExp} files
 * @property {string[]} own
 * @property {string[]} packages
 * @property {boolean} node
 * @property {string[]} [typesOnly] packages that may be imported for their types only
 */

/** @type {Layer[]} */
export const layers = [
  {
    name: 'shared',
    files: /^src\/shared\//,
    own: ['shared'],
    packages: ['zod', 'countries-list', 'echarts'],
    node: false,
  },
  { name: 'node', files: /^src\/node\//, own: ['shared', 'node'], packages: [], node: true },
  {
    name: 'server',
    files: /^src\/server\//,
    own: ['shared', 'node', 'server'],
    packages: [
      'zod',
      'hono',
      '@hono/node-server',
      'read-excel-file',
      'papaparse',
      'iconv-lite',
      'i18n-iso-countries',
      'countries-list',
    ],
    node: true,
  },
  { name: 'main/ports', files: /^src\/main\/ports\.ts$/, own: ['shared'], packages: [], node: false },
  {
    name: 'main/services',
    files: /^src\/main\/(?:services|rpc)\//,
    own: ['shared', 'node', 'main/ports', 'main/services'],
    packages: ['zod', 'uuid'],
    node: true,
  },
  {
    name: 'main/compose',
    files: /^src\/main\/compose\.ts$/,
    own: ['shared', 'node', 'main/ports', 'main/services', 'server/handle'],
    packages: [],
    node: true,
  },
  {
    name: 'main/shellCommon',
    files: /^src\/main\/shellCommon\//,
    own: ['shared', 'node', 'main/ports', 'main/shellCommon'],
    packages: ['keytar', 'pino', 'zod'],
    node: true,
  },
  {
    name: 'main/electron',
    files: /^src\/main\/(?:index\.ts$|electron\/)/,
    own: ['shared', 'node', 'main/ports', 'main/compose', 'main/shellCommon', 'main/electron'],
    packages: ['electron', 'electron-store', 'electron-updater', 'zod'],
    node: true,
  },
  {
    name: 'main/browser',
    files: /^src\/main\/(?:browserShell\.ts$|browser\/)/,
    own: ['shared', 'node', 'main/ports', 'main/compose', 'main/shellCommon', 'main/browser'],
    packages: ['ws', 'conf', 'puppeteer-core', 'zod'],
    node: true,
  },
  {
    name: 'preload',
    files: /^src\/preload\//,
    own: ['preload'],
    typesOnly: ['shared'],
    packages: ['electron'],
    node: false,
  },
  {
    name: 'renderer',
    files: /^src\/renderer\//,
    own: ['shared', 'renderer'],
    packages: [
      'react',
      'react-dom',
      'react-router-dom',
      '@tanstack/react-query',
      '@mantine/*',
      '@tabler/icons-react',
      'ag-grid-community',
      'ag-grid-react',
      'echarts',
      'get-nonce',
      'papaparse',
      'zod',
      '@fontsource-variable/inter',
    ],
    node: false,
  },
];

/** The handle is the one file of the server that main may import. */
const serverHandle = 'src/server/workerHandle.ts';

/**
 * The layer a file of the project belongs to.
 * @param {string} file relative to the project's folder, with `/`
 */
export function layerOf(file) {
  return layers.find((layer) => layer.files.test(file));
}

/**
 * Why `importer` may not import `imported`, or null where it may.
 * @param {string} importer
 * @param {{ kind: 'own', file: string } | { kind: 'package', name: string } | { kind: 'node' }} imported
 * @param {boolean} typeOnly
 * @param {boolean} isTest test files may also import test libraries and Node
 * @returns {string | null}
 */
export function violation(importer, imported, typeOnly, isTest) {
  const layer = layerOf(importer);
  if (layer === undefined) return 'stands in no layer';
  if (imported.kind === 'node') return layer.node || isTest ? null : `${layer.name} does not know Node`;
  if (imported.kind === 'package') {
    if (isTest && ['vitest', 'fast-check'].includes(imported.name)) return null;
    if (typeOnly && isTest) return null;
    const known = layer.packages.some((name) =>
      name.endsWith('*') ? imported.name.startsWith(name.slice(0, -1)) : name === imported.name,
    );
    return known ? null : `${layer.name} may not import the package ${imported.name}`;
  }
  if (imported.file === serverHandle && layer.own.includes('server/handle')) return null;
  const target = layerOf(imported.file);
  if (target === undefined) return `${imported.file} stands in no layer`;
  if (layer.own.includes(target.name)) return null;
  if (typeOnly && layer.typesOnly?.includes(target.name)) return null;
  return `${layer.name} may not import ${target.name}`;
}
