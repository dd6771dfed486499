/** `npm run build`: builds both shells, the preload, the renderer and the server into `out/`. */
import { script } from './lib/child.mjs';
import { build, continueUnderProjectNode, ensureInstalled } from './lib/setup.mjs';

await script(async () => {
  ensureInstalled();
  const code = await continueUnderProjectNode();
  if (code !== null) return code;
  build();
  return 0;
});
