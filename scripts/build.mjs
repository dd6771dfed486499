/** `npm run build`: builds both shells, the preload, the renderer and the server into `out/`. */
import { build, prepared } from './lib/setup.mjs';

await prepared(() => {
  build();
  return 0;
});
