/**
 * The layer table of docs/adr/0001-two-shells-and-layers.md: which room of the house may import which. First match
 * wins; a source file that no row covers is an error, so a new folder must be given its place.
 *
 * `own` are rooms of the project, `packages` npm packages (a `*` at the end matches any rest of the name), `node` says
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
 * @property {string} [house] the house it is a room of
 */

/**
 * The rooms of a house from the ground up, each named by its folder: a room may import those on the floors below it,
 * never one beside or above it, so that no two rooms need each other. `''` stands for the files in the house's own
 * folder.
 *
 * @param {Omit<Layer, 'files'> & { folder: string }} house
 * @param {readonly (readonly string[])[]} floors
 * @returns {Layer[]} the deepest folders first, because the first match wins
 */
function roomsOf({ folder, name, own, ...rest }, floors) {
  const nameOf = (/** @type {string} */ room) => (room === '' ? name : `${name}/${room}`);
  return floors
    .flatMap((rooms, floor) =>
      rooms.map((room) => ({
        ...rest,
        name: nameOf(room),
        house: name,
        files: new RegExp(`^src/${folder}/${filesOf(room)}`),
        own: [...own, nameOf(room), ...floors.slice(0, floor).flat().map(nameOf)],
      })),
    )
    .toSorted((a, b) => b.name.split('/').length - a.name.split('/').length);
}

/** The files of a room: a folder, one file, or the files in the house's own folder. */
function filesOf(/** @type {string} */ room) {
  if (room === '') return '(?:testing/)?[^/]+$';
  return room.endsWith('.ts') ? `${room.replace('.', '\\.')}$` : `${room}/`;
}

/** The API, from what a record is to the command line (docs/adr/0001). */
const serverFloors = [
  ['record', 'postgres', 'api/http', 'index/bits', 'ingest/values'],
  ['index/words', 'ingest/columns', 'jobs/sample'],
  ['index/analysis', 'ingest/file'],
  ['index/port.ts', 'state'],
  ['index/segment', 'accounts', 'lists', 'ingest/company'],
  ['index/query', 'accounts/provider', 'ingest'],
  ['insight', 'index/csv', 'state/sql'],
  ['index', 'state/sqlite', 'state/postgres', 'api/routes', 'api/openapi'],
  ['api', 'jobs/copies'],
  ['jobs'],
  ['thread'],
  [''],
  ['thread/entries', 'commandLine'],
];

/** The app's services; `compose` puts them together. */
const serviceFloors = [['api'], [''], ['files', 'moves', 'session'], ['exports', 'reports', 'refresh', 'diagnostics']];

/** The interface, from the bridge to the routes. What several screens need is below them; no screen imports another. */
const rendererFloors = [
  ['bridge', 'ui', 'keyboard'],
  ['data', 'grid/cells'],
  ['grid', 'decide'],
  ['features/files', 'features/filters', 'features/moves', 'features/auth', 'features/collect', 'features/sharing'],
  ['features/company', 'features/export'],
  ['features/reports', 'features/merge', 'features/known'],
  ['lists'],
  [
    'features/collections',
    'features/companyPage',
    'features/dashboard',
    'features/help',
    'features/inbox',
    'features/mine',
    'features/onboarding',
    'features/profile',
    'features/search',
    'features/settings',
    'features/team',
    'features/workspace',
  ],
  ['app/frame'],
  ['app'],
  [''],
];

const serviceNames = serviceFloors.flat().map((room) => (room === '' ? 'main/services' : `main/services/${room}`));

/** @type {Layer[]} */
export const layers = [
  {
    name: 'shared',
    files: /^src\/shared\//,
    own: ['shared'],
    packages: ['zod', 'countries-list', 'echarts'],
    node: false,
  },
  { name: 'node', files: /^src\/node\//, own: ['shared', 'node'], packages: ['zod'], node: true },
  ...roomsOf(
    {
      folder: 'server',
      name: 'server',
      own: ['shared', 'node'],
      packages: [
        'zod',
        'hono',
        '@hono/node-server',
        'saxen',
        'papaparse',
        'iconv-lite',
        'i18n-iso-countries',
        'countries-list',
        'pg',
        'pg-copy-streams',
        'openid-client',
        'prom-client',
      ],
      node: true,
    },
    serverFloors,
  ),
  {
    name: 'main/ports',
    files: /^src\/main\/ports\.ts$/,
    own: ['shared'],
    typesOnly: ['node'],
    packages: [],
    node: false,
  },
  ...roomsOf(
    {
      folder: 'main/services',
      name: 'main/services',
      own: ['shared', 'node', 'main/ports'],
      packages: ['zod', 'uuid', 'eventsource-parser'],
      node: true,
    },
    serviceFloors,
  ),
  {
    name: 'main/rpc',
    files: /^src\/main\/rpc\//,
    own: ['shared', 'node', 'main/ports', 'main/rpc', ...serviceNames],
    packages: ['zod'],
    node: true,
  },
  {
    name: 'main/compose',
    files: /^src\/main\/(?:app|compose)\.ts$/,
    own: ['shared', 'node', 'main/ports', 'main/compose', 'main/rpc', ...serviceNames, 'server/handle'],
    packages: [],
    node: true,
  },
  {
    name: 'main/shellCommon',
    files: /^src\/main\/shellCommon\//,
    own: ['shared', 'node', 'main/ports', 'main/shellCommon'],
    packages: ['keytar', 'zod'],
    node: true,
  },
  {
    name: 'main/startShell',
    files: /^src\/main\/startShell\.ts$/,
    own: ['shared', 'node', 'main/ports', 'main/compose', 'main/shellCommon'],
    packages: [],
    node: true,
  },
  {
    name: 'main/electron',
    files: /^src\/main\/(?:index\.ts$|electron\/)/,
    own: ['shared', 'node', 'main/ports', 'main/compose', 'main/shellCommon', 'main/startShell', 'main/electron'],
    packages: ['electron', 'electron-store', 'electron-updater', 'zod'],
    node: true,
  },
  {
    name: 'main/browser',
    files: /^src\/main\/(?:browserShell\.ts$|browser\/)/,
    own: ['shared', 'node', 'main/ports', 'main/compose', 'main/shellCommon', 'main/startShell', 'main/browser'],
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
  ...roomsOf(
    {
      folder: 'renderer',
      name: 'renderer',
      own: ['shared'],
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
    rendererFloors,
  ),
];

/** The only file of the server that main may import. */
const serverHandle = 'src/server/thread/workerHandle.ts';

/**
 * The layer a file of the project belongs to.
 * @param {string} file relative to the project's folder, with `/`
 */
export function layerOf(file) {
  return layers.find((layer) => layer.files.test(file));
}

/**
 * Why `importer` may not import `imported`, or null if it may.
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
    if (isTest && ['vitest', 'fast-check', 'wabt'].includes(imported.name)) return null;
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
  // A test may assemble the house that its room is in.
  if (isTest && layer.house !== undefined && layer.house === target.house) return null;
  if (typeOnly && layer.typesOnly?.includes(target.name)) return null;
  return `${layer.name} may not import ${target.name}`;
}
