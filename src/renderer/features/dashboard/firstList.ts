import type { Facets } from '#shared/api/schemas.ts';
import { capitalised } from '#shared/domain/filterSentence.ts';
import { counted } from '#shared/domain/formats.ts';

/** “19,310 companies from companies.csv: make your first list”. */
export function firstListTitle({ count, facets }: Facets): string {
  const files = Object.keys(facets['from_files'] ?? {});
  const from = files.length === 0 ? '' : ` from ${files.length === 1 ? (files[0] ?? '') : `${files.length} files`}`;
  return `${counted(count, 'company', 'companies')}${from}: make your first list`;
}

/** The fields that one filters by, by what the interface calls them. */
const named = [
  ['location', 'Place'],
  ['industry', 'Industry'],
  ['funding_total', 'Raised'],
  ['founded', 'Founded'],
  ['stages', 'Stage'],
  ['size', 'Employees'],
] as const;

/** From this share of the companies on, a field is one to filter by. */
const well = 0.5;

/** Most fields to name. */
const mostNamed = 4;

/**
 * Which fields of the companies are well filled, and whether words find more than names: “Place 98%, Industry 97%; no
 * descriptions: words find names only.” `''` where that is not known.
 */
export function filledText({ count, filled = {} }: Facets): string {
  if (count === 0 || Object.values(filled).every((of) => of === 0)) return '';
  const fields = named
    .map(([field, label]) => ({ label, share: (filled[field] ?? 0) / count }))
    .filter(({ share }) => share >= well)
    .toSorted((a, b) => b.share - a.share)
    .slice(0, mostNamed)
    .map(({ label, share }) => `${label} ${percent(share)}`);
  const texts = [fields.join(', '), describedText((filled['description'] ?? 0) / count)].filter((text) => text !== '');
  return texts.length === 0 ? '' : `${capitalised(texts.join('; '))}.`;
}

function describedText(share: number): string {
  if (share === 0) return 'no descriptions: words find names only';
  return share < well ? `descriptions ${percent(share)}: words mostly find names` : '';
}

/** Never all of them where one is missing, never none where there is one. */
function percent(share: number): string {
  return `${Math.max(1, Math.floor(share * 100))}%`;
}
