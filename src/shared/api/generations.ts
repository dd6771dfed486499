/** Header field of an answer: the newest change of the companies that it has. */
export const generationField = 'Winnow-Generation';

/** Header field of a request: the newest change that the caller has seen. */
export const seenField = 'Winnow-Seen';

/** Header field of an answer that is older than what the caller has seen: `true`. */
export const staleField = 'Winnow-Stale';
