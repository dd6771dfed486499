import type { KnownMark } from '#shared/domain/known.ts';
import { Store } from './store.ts';

/**
 * The marks of the companies that the user knows from elsewhere, by company. Tables and screens read them where they
 * draw a company, so that no list has to ask for them; `features/known` keeps them up to date.
 */
export const knownMarks = new Store<ReadonlyMap<number, readonly KnownMark[]>>(new Map());

/** What a company is known from, each once. */
export function sourcesOf(companyId: number): readonly string[] {
  return [...new Set(marksOfKnown(companyId).map(({ source }) => source))];
}

/** The marks of one company. */
export function marksOfKnown(companyId: number): readonly KnownMark[] {
  return knownMarks.get().get(companyId) ?? [];
}
