/** Most answers remembered: the values of a column that repeats itself. */
const answersAtMost = 8192;

/** Answers longer than this come from texts that hardly ever come twice. */
const longestText = 300;

/**
 * A reading of single cells that remembers what it made of the cells it has seen: files repeat their values over and
 * over. What it returns is shared and must not be changed.
 */
export function remembered<T>(read: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    if (text.length > longestText) return read(text);
    let answer = known.get(text);
    if (answer === undefined) {
      // A cell is a window on the text that it was read in, which would stay in memory with it. A new text that is cut
      // is a window on itself only.
      const own = ` ${text}`.slice(1);
      answer = read(own);
      if (known.size >= answersAtMost) known.clear();
      known.set(own, answer);
    }
    return answer;
  };
}
