import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

// electron-builder's own parts, loaded as it loads them itself; they are not dependencies of ours.
export const builder = createRequire(createRequire(import.meta.url).resolve('electron-builder'));
const { getConfig } = builder('app-builder-lib/out/util/config/config') as {
  readonly getConfig: (folder: string, file: string, options: object) => Promise<BuilderConfig>;
};

/** electron-builder.yml as electron-builder reads it: the list of `files` as one set. */
export type BuilderConfig = Record<string, unknown> & {
  readonly files: readonly [{ readonly filter: readonly string[] }];
};
export const builderConfig = await getConfig(root, 'electron-builder.yml', {});

interface Matcher {
  readonly createFilter: () => (file: string, stat: { isDirectory(): boolean }) => boolean;
}
const { getMainFileMatchers, getNodeModuleFileMatcher } = builder('app-builder-lib/out/fileMatcher') as {
  readonly getMainFileMatchers: (
    folder: string,
    to: string,
    expand: (pattern: string) => string,
    platform: object,
    packager: object,
    out: string,
    compiled: boolean,
  ) => Matcher[];
  readonly getNodeModuleFileMatcher: (
    folder: string,
    to: string,
    expand: (pattern: string) => string,
    platform: object,
    packager: object,
  ) => Matcher;
};

/** Our patterns have no macros. */
const asIs = (pattern: string): string => pattern;

/** Whether a file of the project is packed, by electron-builder's own matchers; `file` is relative, with `/`. */
export function packs(config: BuilderConfig): (file: string) => boolean {
  const info = { projectDir: root, buildResourcesDir: 'resources', config, debugLogger: { isEnabled: false } };
  const app = path.resolve(root);
  const own = getMainFileMatchers(app, 'to', asIs, {}, { info }, path.join(app, 'dist'), false);
  const [ofProject, ofPackages] = [
    own.map((matcher) => matcher.createFilter()),
    getNodeModuleFileMatcher(app, 'to', asIs, {}, info).createFilter(),
  ];
  const stat = { isDirectory: () => false };
  return (file) => {
    const full = path.join(app, file);
    return file.startsWith('node_modules/') ? ofPackages(full, stat) : ofProject.some((takes) => takes(full, stat));
  };
}
