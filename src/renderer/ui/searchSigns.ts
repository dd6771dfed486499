/** What a search text understands (docs/api.md 3): something to type, and what it finds. */
export const searchSigns = [
  { typed: 'hospital', finds: 'the word, singular or plural' },
  { typed: 'hosp*', finds: 'words that begin like this' },
  { typed: '"drug discovery"', finds: 'the phrase' },
  { typed: '-crypto', finds: 'excludes companies with it' },
  { typed: 'fintech OR insurtech', finds: 'either one' },
  { typed: '(ai | "machine learning") health', finds: 'either one, plus the word' },
] as const;
