import { registerHooks } from 'node:module';

// `node --import ./register.ts out/main/index.js`: an import of `electron` gets the stand-in.

const standIn = new URL('electron.ts', import.meta.url).href;

registerHooks({
  resolve: (specifier, context, next) =>
    /^electron(?:\/(?:main|common))?$/.test(specifier)
      ? { url: standIn, format: 'module-typescript', shortCircuit: true }
      : next(specifier, context),
});

// Makes the shell behave as on another system, as far as it depends on the system's name.
const platform = process.env['STANDIN_PLATFORM'];
if (platform !== undefined) Object.defineProperty(process, 'platform', { value: platform });
