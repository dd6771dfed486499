import { describe } from 'vitest';
import { entryContract } from './entries.ts';
import { knownContract } from './known.ts';
import { ledgerContract } from './ledger.ts';
import { teamContract } from './team.ts';
import { restoringContract } from './restoring.ts';
import { smartListContract } from './smartLists.ts';
import type { StateAdapter } from './stateUnderTest.ts';
import { undoContract } from './undo.ts';
import { userContract } from './users.ts';

/** What every store of the state does. Each part opens a store of its own for each of its tests. */
export function stateContract(adapter: StateAdapter): void {
  describe('users and their own', () => userContract(adapter));
  describe('smart lists and collections', () => smartListContract(adapter));
  describe('entries and companies', () => entryContract(adapter));
  describe('decisions', () => ledgerContract(adapter));
  describe('undo', () => undoContract(adapter));
  describe('what is known from elsewhere', () => knownContract(adapter));
  describe('a team', () => teamContract(adapter));
  describe('what is restored', () => restoringContract(adapter));
}
