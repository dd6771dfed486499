/**
 * Source rules that no linter has (S1, S7, S12, S44, S50): what is allowed in one named file only, or nowhere. They
 * read the syntax tree, so that comments and strings do not count and a line break hides nothing.
 */
import { parseSync } from 'oxc-parser';

/**
 * @typedef {{ type: string, start: number, [key: string]: any }} Node
 * @typedef {object} Rule
 * @property {string} row the row of docs/quality.md it enforces
 * @property {string} says
 * @property {RegExp} files the source it applies to
 * @property {RegExp} [door] the one place where it is allowed
 * @property {(node: Node) => boolean} finds
 */

/** @type {Rule[]} */
export const securityRules = [
  {
    row: 'S1',
    says: 'windows are made by the factory only',
    files: /^src\//,
    door: /^src\/main\/electron\/windows\.ts$/,
    finds: (node) =>
      node.type === 'NewExpression' &&
      ['BrowserWindow', 'BrowserView', 'WebContentsView', 'BaseWindow'].includes(lastName(node.callee)),
  },
  {
    row: 'S1',
    says: 'this web preference is not to be loosened',
    files: /^src\/main\//,
    finds: (node) => node.type === 'Property' && looseness.get(nameOf(node.key)) === literalOf(node.value),
  },
  {
    row: 'S1',
    says: 'no webviews',
    files: /^src\/renderer\//,
    finds: (node) => node.type === 'JSXIdentifier' && node.name === 'webview',
  },
  {
    row: 'S6',
    says: 'pages are guarded in one place',
    files: /^src\/main\//,
    // The PDF printer denies its session more than the guards do.
    door: /^src\/main\/electron\/(?:guards|pdfPrinter)\.ts$/,
    finds: (node) => isCallOf(node, 'setWindowOpenHandler', 'setPermissionRequestHandler', 'setPermissionCheckHandler'),
  },
  {
    row: 'S7',
    says: 'addresses are opened outside through the one door',
    files: /^src\/main\//,
    door: /^src\/main\/electron\/run\.ts$/,
    finds: (node) => isCallOf(node, 'openExternal'),
  },
  {
    row: 'S7',
    says: 'no other part of electron’s shell module is used',
    files: /^src\/main\//,
    finds: (node) => isCallOf(node, 'openPath', 'showItemInFolder', 'trashItem', 'writeShortcutLink'),
  },
  {
    row: 'S7',
    says: 'the page opens windows in one place only',
    files: /^src\/renderer\//,
    door: /^src\/renderer\/bridge\/browserBridge\.ts$/,
    finds: (node) => node.type === 'CallExpression' && textOf(node.callee) === 'window.open',
  },
  {
    row: 'S12',
    says: 'Electron is never run as Node, and no process is forked',
    files: /^src\//,
    finds: (node) =>
      isCallOf(node, 'fork') ||
      (node.type === 'Literal' && node.value === 'ELECTRON_RUN_AS_NODE') ||
      (node.type === 'Identifier' && node.name === 'ELECTRON_RUN_AS_NODE'),
  },
  {
    row: 'S12',
    says: 'no command is put together for a system shell',
    files: /^src\//,
    finds: (node) =>
      (node.type === 'ImportDeclaration' &&
        /^(?:node:)?child_process$/.test(node.source.value) &&
        node.specifiers.some((/** @type {Node} */ one) => ['exec', 'execSync'].includes(nameOf(one.imported)))) ||
      (node.type === 'Property' && nameOf(node.key) === 'shell' && literalOf(node.value) === true),
  },
  {
    row: 'S44',
    says: 'no HTML from text',
    files: /^src\/renderer\//,
    finds: (node) =>
      (node.type === 'JSXAttribute' && node.name.name === 'dangerouslySetInnerHTML') ||
      (node.type === 'Property' && nameOf(node.key) === 'dangerouslySetInnerHTML') ||
      (node.type === 'AssignmentExpression' && ['innerHTML', 'outerHTML', 'srcdoc'].includes(lastName(node.left))) ||
      isCallOf(node, 'insertAdjacentHTML', 'createContextualFragment', 'setHTMLUnsafe', 'parseHTMLUnsafe') ||
      (node.type === 'CallExpression' && /^document\.write(?:ln)?$/.test(textOf(node.callee))),
  },
  {
    row: 'S44',
    says: 'a style is an object, and not text',
    files: /^src\/renderer\//,
    finds: (node) =>
      (node.type === 'JSXAttribute' && node.name.name === 'style' && node.value?.type === 'Literal') ||
      (node.type === 'AssignmentExpression' && lastName(node.left) === 'cssText'),
  },
  {
    row: 'S44',
    says: 'a link to outside is the one component for it, whose addresses were checked',
    files: /^src\/renderer\//,
    door: /^src\/renderer\/features\/company\/Links\.tsx$/,
    finds: (node) =>
      node.type === 'JSXAttribute' &&
      node.name.name === 'href' &&
      node.value?.type === 'JSXExpressionContainer' &&
      node.value.expression.type !== 'Literal',
  },
  {
    row: 'S50',
    says: 'no code from text',
    files: /^src\//,
    finds: (node) =>
      (node.type === 'NewExpression' && nameOf(node.callee) === 'Function') ||
      (node.type === 'CallExpression' && ['eval', 'Function'].includes(nameOf(node.callee))) ||
      isCallOf(node, 'executeJavaScript', 'insertCSS', 'executeJavaScriptInIsolatedWorld'),
  },
  {
    row: 'S50',
    says: 'certificates are checked',
    files: /^src\//,
    // It removes the variable that would switch the check off.
    door: /^src\/main\/services\/api\/remoteTransport\.ts$/,
    finds: (node) =>
      (node.type === 'Property' && nameOf(node.key) === 'rejectUnauthorized' && literalOf(node.value) === false) ||
      (node.type === 'Literal' &&
        ['NODE_TLS_REJECT_UNAUTHORIZED', 'ignore-certificate-errors', 'certificate-error'].includes(node.value)) ||
      (node.type === 'Identifier' && node.name === 'NODE_TLS_REJECT_UNAUTHORIZED') ||
      isCallOf(node, 'setCertificateVerifyProc'),
  },
  {
    row: 'S50',
    says: 'switches of Chromium stay as they are',
    files: /^src\/main\/(?:electron\/|index\.ts$)/,
    finds: (node) => isCallOf(node, 'appendSwitch', 'appendArgument'),
  },
  {
    row: 'S50',
    says: 'the page gets what the preload exposes, and the preload exposes it once',
    files: /^src\//,
    door: /^src\/preload\/index\.ts$/,
    finds: (node) => isCallOf(node, 'exposeInMainWorld', 'exposeInIsolatedWorld'),
  },
  {
    row: 'S50',
    says: 'the bridge has its channels in one file',
    files: /^src\/main\//,
    door: /^src\/main\/electron\/bridgeIpc\.ts$/,
    finds: (node) =>
      node.type === 'CallExpression' && /(?:^|\.)ipcMain\.(?:handle|on|once|handleOnce)$/.test(textOf(node.callee)),
  },
  {
    row: 'S14',
    says: 'a server listens on 127.0.0.1, or on no port at all',
    files: /^src\/(?:main|node|server)\//,
    finds: (node) =>
      (isCallOf(node, 'listen') && node.arguments.some((/** @type {Node} */ one) => isForeignHost(one))) ||
      (node.type === 'Property' && nameOf(node.key) === 'host' && isForeignHost(node.value)),
  },
];

/** The values that would loosen a window (S1). @type {Map<string, unknown>} */
const looseness = new Map([
  ['nodeIntegration', true],
  ['nodeIntegrationInWorker', true],
  ['nodeIntegrationInSubFrames', true],
  ['contextIsolation', false],
  ['sandbox', false],
  ['webSecurity', false],
  ['webviewTag', true],
  ['allowRunningInsecureContent', true],
  ['experimentalFeatures', true],
  ['plugins', true],
  ['navigateOnDragDrop', true],
]);

/**
 * The rules that a file breaks.
 * @param {string} file relative to the project's folder, with `/`
 * @param {string} source
 * @returns {{ line: number, row: string, says: string }[]}
 */
export function securityProblems(file, source) {
  const rules = securityRules.filter(({ files, door }) => files.test(file) && !door?.test(file));
  if (rules.length === 0) return [];
  /** @type {{ line: number, row: string, says: string }[]} */
  const problems = [];
  const { program } = parseSync(file, source);
  walk(program, (node) => {
    for (const { row, says, finds } of rules) {
      if (finds(node)) problems.push({ line: source.slice(0, node.start).split('\n').length, row, says });
    }
  });
  return problems;
}

/**
 * Calls back on every node of a syntax tree.
 * @param {unknown} node
 * @param {(node: Node) => void} visit
 */
function walk(node, visit) {
  if (Array.isArray(node)) {
    for (const one of node) walk(one, visit);
    return;
  }
  if (typeof node !== 'object' || node === null) return;
  if ('type' in node && typeof node.type === 'string') visit(/** @type {Node} */ (node));
  for (const value of Object.values(node)) walk(value, visit);
}

/** @param {Node} node @param {...string} names */
function isCallOf(node, ...names) {
  return node.type === 'CallExpression' && names.includes(lastName(node.callee));
}

/** The last name of `a.b.c`, or `''`. @param {Node | null | undefined} node @returns {string} */
function lastName(node) {
  if (node?.type === 'MemberExpression')
    return node.computed ? String(literalOf(node.property)) : nameOf(node.property);
  return nameOf(node);
}

/** `a.b.c` as text, or those parts that have names. @param {Node | null | undefined} node @returns {string} */
function textOf(node) {
  return node?.type === 'MemberExpression' ? `${textOf(node.object)}.${lastName(node)}` : nameOf(node);
}

/** @param {Node | null | undefined} node @returns {string} */
function nameOf(node) {
  if (node?.type === 'Identifier' || node?.type === 'JSXIdentifier') return node.name;
  return node?.type === 'Literal' ? String(node.value) : '';
}

/** A literal's value; `notLiteral` for anything else. @param {Node | null | undefined} node @returns {unknown} */
function literalOf(node) {
  return node?.type === 'Literal' ? node.value : notLiteral;
}

/** Whether a node is a string that names an interface other than 127.0.0.1. @param {Node} node */
function isForeignHost(node) {
  const value = literalOf(node);
  return typeof value === 'string' && ['', '*', '0.0.0.0', '::', '::0', '::1', 'localhost'].includes(value);
}

const notLiteral = Symbol('no literal');
