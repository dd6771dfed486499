/** One list of different numbers for each row: `values[starts[row]..ends[row])`. Arrays may be longer than is used. */
export interface RowLists {
  readonly values: Uint32Array<ArrayBuffer>;
  readonly starts: Uint32Array<ArrayBuffer>;
  readonly ends: Uint32Array<ArrayBuffer>;
}

/**
 * Turns lists round: calls `visit` for each number, in the order of `order` (positions to numbers), with the documents
 * that have it, ascending. `rows` gives the row of each document, of all there are. The array is valid during the call
 * only.
 */
export function invertLists(
  lists: RowLists,
  order: Uint32Array,
  rows: Uint32Array,
  visit: (value: number, documents: Uint32Array) => void,
): void {
  const counts = countsOf(lists, order.length, rows.length);
  const places = new Uint32Array(order.length);
  // A slice of the numbers at a time, because all postings at once would take as much room again as the lists.
  for (let from = 0; from < order.length;) {
    let to = from;
    let total = 0;
    while (to < order.length && (to === from || total + counts[order[to]!]! <= postingsPerPass)) {
      places[order[to]!] = total;
      total += counts[order[to]!]!;
      to += 1;
    }
    const documents = scatter(lists, order.subarray(from, to), places, rows, total);
    for (let at = 0, position = from; position < to; position++) {
      const value = order[position]!;
      const count = counts[value]!;
      if (count > 0) visit(value, documents.subarray(at, at + count));
      at += count;
    }
    from = to;
  }
}

const postingsPerPass = 1 << 25;

/** How many rows have each number. In the order of rows, as the lists lie in memory. */
function countsOf({ values, starts, ends }: RowLists, size: number, rows: number): Uint32Array {
  const counts = new Uint32Array(size);
  for (let row = 0; row < rows; row++) {
    const end = ends[row]!;
    for (let i = starts[row]!; i < end; i++) counts[values[i]!] = counts[values[i]!]! + 1;
  }
  return counts;
}

/** The documents of the numbers in `pass`, `total` in all, each number's from its place on, which is moved. */
function scatter(
  { values, starts, ends }: RowLists,
  pass: Uint32Array,
  places: Uint32Array,
  rows: Uint32Array,
  total: number,
): Uint32Array {
  const inPass = new Uint8Array(places.length);
  for (const value of pass) inPass[value] = 1;
  const documents = new Uint32Array(total);
  for (let document = 0; document < rows.length; document++) {
    const end = ends[rows[document]!]!;
    for (let i = starts[rows[document]!]!; i < end; i++) {
      const value = values[i]!;
      if (inPass[value] === 1) {
        documents[places[value]!] = document;
        places[value] = places[value]! + 1;
      }
    }
  }
  return documents;
}
