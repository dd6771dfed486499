/** How many answers are remembered: the values of a column that repeats itself. */
const answersAtMost = 8192;

/** Longer texts hardly ever come twice. */
const longestText = 300;

/**
 * A reading of single cells that remembers its results: files repeat their values over and over. What it returns is
 * shared and must not be changed.
 */
export function remembered<T>(read: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    if (text.length > longestText) return read(text);
    let answer = known.get(text);
    if (answer === undefined) {
      // A cell is a slice of the text it was read from and would keep that in memory. Cutting it from a new text makes
      // it a slice of itself only.
      const own = ` ${text}`.slice(1);
      answer = read(own);
      if (known.size >= answersAtMost) known.clear();
      known.set(own, answer);
    }
    return answer;
  };
}
