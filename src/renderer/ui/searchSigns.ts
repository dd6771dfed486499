/** What a search text understands (docs/api.md 3): something to type, and what it finds. */
export const searchSigns = [
  { typed: 'hospital', finds: 'the word, its singular or plural' },
  { typed: 'hosp*', finds: 'words that begin so' },
  { typed: '"drug discovery"', finds: 'the phrase' },
  { typed: '-crypto', finds: 'leaves companies with it out' },
  { typed: 'fintech OR insurtech', finds: 'either of them' },
  { typed: '(ai | "machine learning") health', finds: 'either, and the word' },
] as const;
