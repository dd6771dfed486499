import type { FilterSet } from '#shared/domain/filters.ts';
import type { SectorCounts } from '../index/port.ts';
import type { Themes } from './themes.ts';

/**
 * A part of the store that is described. `why` says how it came to be a company's sector; `asked`: it is no company's,
 * but a list or a search that was named.
 */
export interface Sector {
  readonly kind: 'industry' | 'group' | 'all' | 'list';
  /** Of the industry, group or list; `All companies`. */
  readonly name: string;
  readonly why: 'own' | 'group' | 'alike' | 'none' | 'asked';
  readonly filters: FilterSet;
  /** Only these companies, or null for all that the filters let through. */
  readonly onlyIds: ReadonlySet<number> | null;
  /** For a list: the sentence that says what it is; else `''`. */
  readonly said: string;
}

/** Everything the texts of an overview are written from. */
export interface SectorView {
  readonly sector: Sector;
  /** The newest digest week, `2026-W47`. */
  readonly week: string;
  readonly counts: SectorCounts;
  /** The same of all companies. */
  readonly all: SectorCounts;
  readonly subSectors: readonly string[];
  readonly themes: Themes;
}
