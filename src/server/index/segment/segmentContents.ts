import { FacetDictionary } from '../analysis/facetFields.ts';
import { GrowableFloat64, GrowableUint32 } from '../bits/growable.ts';
import { NumberLists } from '../bits/numberLists.ts';
import { TermDictionary } from '../words/termDictionary.ts';

/** What the builder of a segment knows of its companies, by row (the order in which they came). */
export class SegmentRows {
  readonly ids = new GrowableUint32();
  readonly scores = new GrowableFloat64();
  readonly discovered = new GrowableUint32();
  readonly funded = new GrowableUint32();
  readonly founded = new GrowableUint32();
  /** Names as they sort: folded as for searching, and trimmed. */
  readonly sortNames: string[] = [];
  /** Hashes of its own domain and of its folded name; 0 for none. */
  readonly domains = new GrowableUint32();
  readonly names = new GrowableUint32();
}

/** The words of one kind of text, and who has them. */
export class TermField {
  readonly dictionary = new TermDictionary();
  readonly lists = new NumberLists();
}

/** What makes the companies of a segment findable, gathered until it is sealed. */
export class SegmentContents {
  readonly rows = new SegmentRows();
  readonly text = new TermField();
  readonly name = new TermField();
  readonly facets = { dictionary: new FacetDictionary(), lists: new NumberLists() };
}
