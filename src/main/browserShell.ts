import { fileURLToPath } from 'node:url';
import { keepCompiledCode } from '#node/compiledCode.ts';

// Entry of the browser shell.
keepCompiledCode(import.meta.url);
const { main } = await import('./browser/main.ts');
// `src/main/` and `out/main/` are equally deep.
process.exit(await main(fileURLToPath(new URL('../../', import.meta.url))));
