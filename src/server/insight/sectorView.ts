import type { FilterSet } from '#shared/domain/filters.ts';
import type { SectorCounts } from '../index/port.ts';
import type { Themes } from './themes.ts';

/**
 * A part of the store to describe. `why` says how it became a company's sector; `asked` means that it is no company's
 * sector but a list or a search that was named.
 */
export interface Sector {
  readonly kind: 'industry' | 'group' | 'all' | 'list';
  /** The name of the industry, group or list; `All companies`. */
  readonly name: string;
  readonly why: 'own' | 'group' | 'alike' | 'none' | 'asked';
  readonly filters: FilterSet;
  /** Only these companies, or null for all that the filters let through. */
  readonly onlyIds: ReadonlySet<number> | null;
  /** For a list: the sentence that says what it is; otherwise `''`. */
  readonly said: string;
}

/** Everything the texts of an overview are written from. */
export interface SectorView {
  readonly sector: Sector;
  /** The newest digest week, `2026-W47`. */
  readonly week: string;
  readonly counts: SectorCounts;
  /** The same for all companies. */
  readonly all: SectorCounts;
  readonly subSectors: readonly string[];
  readonly themes: Themes;
}
