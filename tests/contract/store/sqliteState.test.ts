import { join } from 'node:path';
import { describe } from 'vitest';
import { openState } from '#server/state/sqlite/file.ts';
import { entryContract } from './entries.ts';
import { smartListContract } from './smartLists.ts';
import { knownContract } from './known.ts';
import { ledgerContract } from './ledger.ts';
import type { StateAdapter } from './stateUnderTest.ts';
import { userContract } from './users.ts';

// Another adapter of the state store is tested by another file like this one.
const sqlite: StateAdapter = { name: 'SQLite', open: (place) => openState(join(place, 'state.db')) };

describe(`the state store on ${sqlite.name}`, () => {
  userContract(sqlite);
  smartListContract(sqlite);
  entryContract(sqlite);
  ledgerContract(sqlite);
  knownContract(sqlite);
});
