import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { syncFolder, syncFolderNow } from './atomicFile.ts';

it.skipIf(!existsSync('/proc/self'))(
  'a folder that cannot be synced is no failure: the file is in its place',
  async () => {
    await expect(syncFolder('/proc')).resolves.toBeUndefined();
    expect(() => syncFolderNow('/proc')).not.toThrow();
  },
);

it.skipIf(process.platform === 'win32')('a folder that is not there is one', async () => {
  await expect(syncFolder('/no/such/folder')).rejects.toMatchObject({ code: 'ENOENT' });
  expect(() => syncFolderNow('/no/such/folder')).toThrow('ENOENT');
});
