import { describe, expect, test } from 'vitest';
import { securityProblems } from './lib/securityRules.mjs';

/** A file, its source, and the row of docs/quality.md that it breaks. */
const bad: readonly (readonly [string, string, string])[] = [
  ['src/main/electron/systemParts.ts', 'const window = new BrowserWindow({});', 'S1'],
  ['src/main/electron/run.ts', 'new electron.BrowserWindow(\n{ show: false })', 'S1'],
  ['src/main/electron/run.ts', 'new electron.WebContentsView({})', 'S1'],
  ['src/main/electron/windows.ts', 'const safe = { nodeIntegration: true };', 'S1'],
  ['src/main/electron/windows.ts', 'const safe = { contextIsolation: false };', 'S1'],
  ['src/main/electron/windows.ts', 'const safe = { sandbox: false };', 'S1'],
  ['src/main/electron/windows.ts', "const safe = { 'webSecurity': false };", 'S1'],
  ['src/main/electron/windows.ts', 'const safe = { webviewTag: true };', 'S1'],
  ['src/main/electron/windows.ts', 'const safe = { allowRunningInsecureContent: true };', 'S1'],
  ['src/renderer/ui/Faces.tsx', 'const view = <webview src="x" />;', 'S1'],
  ['src/main/electron/windows.ts', "contents.setWindowOpenHandler(() => ({ action: 'allow' }));", 'S6'],
  ['src/main/electron/systemParts.ts', 'void electron.shell.openExternal(url);', 'S7'],
  ['src/main/electron/systemParts.ts', "void electron.shell['openExternal'](url);", 'S7'],
  ['src/main/electron/run.ts', 'await shell.openPath(folder);', 'S7'],
  ['src/renderer/features/company/Links.tsx', 'window.open(url);', 'S7'],
  ['src/main/electron/run.ts', "fork('worker.js');", 'S12'],
  ['src/main/electron/run.ts', "utilityProcess.fork('worker.js');", 'S12'],
  ['src/main/index.ts', 'spawn(process.execPath, [], { env: { ELECTRON_RUN_AS_NODE: "1" } });', 'S12'],
  ['src/main/index.ts', "process.env['ELECTRON_RUN_AS_NODE'] = '1';", 'S12'],
  ['src/main/shellCommon/openBrowser.ts', "import { exec } from 'node:child_process';", 'S12'],
  ['src/main/browser/run.ts', 'spawn(command, [], { shell: true });', 'S12'],
  ['src/renderer/ui/Faces.tsx', 'const text = <p dangerouslySetInnerHTML={{ __html: text }} />;', 'S44'],
  ['src/renderer/ui/Faces.tsx', "createElement('p', { dangerouslySetInnerHTML: { __html: text } });", 'S44'],
  ['src/renderer/grid/cells/NameCell.ts', 'cell.innerHTML = name;', 'S44'],
  ['src/renderer/grid/cells/NameCell.ts', "cell.insertAdjacentHTML('beforeend', name);", 'S44'],
  ['src/renderer/grid/cells/NameCell.ts', 'document.write(name);', 'S44'],
  ['src/renderer/grid/cells/NameCell.ts', 'cell.style.cssText = text;', 'S44'],
  ['src/renderer/ui/Faces.tsx', 'const link = <a href={company.url}>x</a>;', 'S44'],
  ['src/renderer/ui/Faces.tsx', 'const link = <a href={`https://${host}`}>x</a>;', 'S44'],
  ['src/renderer/ui/Faces.tsx', 'const text = <p style="color: red">x</p>;', 'S44'],
  ['src/main/rpc/router.ts', "new Function('return 1');", 'S50'],
  ['src/main/rpc/router.ts', 'eval(text);', 'S50'],
  ['src/main/electron/run.ts', 'await window.webContents.executeJavaScript(text);', 'S50'],
  ['src/main/services/api/apiClient.ts', 'new Agent({ connect: { rejectUnauthorized: false } });', 'S50'],
  ['src/main/index.ts', "process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';", 'S50'],
  ['src/main/electron/run.ts', "app.on('certificate-error', listener);", 'S50'],
  ['src/main/electron/run.ts', "app.commandLine.appendSwitch('no-sandbox');", 'S50'],
  ['src/renderer/main.tsx', "contextBridge.exposeInMainWorld('winnow', {});", 'S50'],
  ['src/main/electron/run.ts', "electron.ipcMain.handle('winnow:more', listener);", 'S50'],
  ['src/node/loopbackServer.ts', "server.listen({ port, host: '0.0.0.0' });", 'S14'],
  ['src/server/api/http/httpServer.ts', "server.listen(port, 'localhost');", 'S14'],
];

describe('S50 the house’s own rules', () => {
  test.for(bad)('S50 %s: %s breaks %s', ([file, source, row]) => {
    expect(securityProblems(file, source).map((problem) => problem.row)).toContain(row);
  });

  test('S50 say the line', () => {
    expect(securityProblems('src/main/electron/run.ts', '\n\nfork(\n1);')).toMatchObject([{ line: 3, row: 'S12' }]);
  });

  test('S50 a thing in its one place, in a comment or in a text is no problem', () => {
    const good: readonly (readonly [string, string])[] = [
      ['src/main/electron/windows.ts', 'new electron.BrowserWindow({ webPreferences: { sandbox: true } });'],
      ['src/main/electron/guards.ts', "contents.setWindowOpenHandler(() => ({ action: 'deny' }));"],
      ['src/main/electron/run.ts', 'electron.shell.openExternal(url);'],
      ['src/preload/index.ts', "contextBridge.exposeInMainWorld('winnow', bridge);"],
      ['src/main/electron/run.ts', '// never fork(), never eval()'],
      ['src/main/electron/run.ts', "const text = 'new BrowserWindow(), innerHTML = 1';"],
      ['src/renderer/ui/Faces.tsx', 'const text = <p style={{ color }}>{name}</p>;'],
      ['src/renderer/ui/Faces.tsx', 'const link = <a href="/help">x</a>;'],
      ['src/renderer/grid/cells/NameCell.ts', 'cell.textContent = name;'],
      ['src/node/loopbackServer.ts', "server.listen({ port, host: '127.0.0.1' });"],
    ];
    for (const [file, source] of good) expect([file, securityProblems(file, source)]).toEqual([file, []]);
  });
});
