import { HeaderNames } from '../columns/fields.ts';
import { headerKey } from '../columns/headerKey.ts';
import { isWrapped, type JsonPlace } from './jsonScanner.ts';

/** Where a document's companies are, and which of its other lists are left out. */
export interface CompanyPlaces {
  /** Several where a document has them in groups (`{"A": […], "B": […]}`). */
  readonly places: readonly string[];
  readonly note: string;
}

/** What lists of companies are called, and lists that belong to them. */
const ofCompanies =
  /^(?:compan(?:y|ies)|startups?|start ups|organi[sz]ations?|orgs?|business(?:es)?|firms?|ventures|portfolio(?: companies)?|accounts?|unternehmen|empresas|societes|entreprises|aziende)$/;
const ofOthers =
  /^(?:people|persons?|contacts?|founders?|team(?: members)?|users?|members|employees|investors?|funds|investments?|rounds|funding rounds|deals|acquisitions?|products?|news|articles?|events|jobs|included|offices|locations|categories|industries|tags|sectors|countries|cities)$/;

/** What lists of anything are called. */
const neutral =
  /^(?:|data|results?|items?|list|records?|rows|hits|values?|entries|edges|nodes?|docs|content|response)$/;

/** The places whose objects look most like companies: known fields first, then their number; null where none does. */
export function companyPlaces(places: ReadonlyMap<string, JsonPlace>): CompanyPlaces | null {
  const names = new HeaderNames();
  const scores = new Map([...places].map(([path, found]) => [path, placeScore(path, found, places, names)]));
  // What is wrapped counts only where its list has no companies itself: an address would win over its company.
  const isOuter = (path: string): boolean =>
    !isWrapped(path) || (scores.get(path.slice(0, path.lastIndexOf('.'))) ?? 0) <= 0;
  const [best] = [...scores]
    .filter(([path]) => isOuter(path))
    .map(([path, score]) => ({ path, score }))
    .toSorted((a, b) => b.score - a.score);
  if (best === undefined || best.score <= 0) return null;
  const groups = groupsBeside(best.path, places).filter((path) => (scores.get(path) ?? 0) > 0);
  const chosen = [best.path, ...groups];
  return { places: chosen, note: noteOf(chosen, places) };
}

function placeScore(
  path: string,
  place: JsonPlace,
  places: ReadonlyMap<string, JsonPlace>,
  names: HeaderNames,
): number {
  const fieldOf = (key: string) => names.match(key)?.field;
  const fields = new Set([...place.keys].map(fieldOf).filter((field) => field !== undefined));
  const isNamed = [...place.keys].some((key) => {
    const field = fieldOf(key);
    if (field !== 'name' && field !== 'website') return false;
    return !place.nested.has(key) || isValue(places, `${path}.${key}`);
  });
  if (!isNamed) return 0;
  const depth = path.split('[]').length;
  const score = Math.min(fields.size, 8) * 2 + Math.log2(1 + place.count) - depth - (path === '$' ? 2 : 0);
  const name = listName(path);
  return ofCompanies.test(name) ? score + 6 : ofOthers.test(name) ? score / 4 : score;
}

/**
 * Whether an object within a record stands for one value (`{"value": "Acme"}`), or for the company itself; `links` and
 * lists do not. Of objects further within nothing is known, which speaks for them.
 */
function isValue(places: ReadonlyMap<string, JsonPlace>, path: string): boolean {
  const keys = places.get(path)?.keys;
  if (keys !== undefined) return valueKeys.some((key) => keys.has(key));
  return path.includes('[]') && !places.has(`${path}[]`);
}

const valueKeys = ['value', 'name', 'text', 'label', 'rendered', 'url', 'en'];

/** The name of the list that a place is of, or `''`; passing over names that say nothing. */
function listName(path: string): string {
  const list = path.slice(0, path.lastIndexOf('[]'));
  const parts = list.split(/\.|\[\]/).map(headerKey);
  return parts.findLast((part) => !neutral.test(part)) ?? '';
}

/** Lists beside one, with much the same keys. */
function groupsBeside(path: string, places: ReadonlyMap<string, JsonPlace>): string[] {
  const keys = places.get(path)?.keys;
  if (keys === undefined || !isOuterList(path)) return [];
  const parent = parentOf(path);
  return [...places]
    .filter(([other, place]) => {
      if (other === path || !isOuterList(other) || parentOf(other) !== parent) return false;
      const shared = [...place.keys].filter((key) => keys.has(key)).length;
      return !ofOthers.test(listName(other)) && shared * 2 > new Set([...keys, ...place.keys]).size;
    })
    .map(([other]) => other);
}

function isOuterList(path: string): boolean {
  return path.length > 2 && path.indexOf('[]') === path.length - 2;
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('.')));
}

/** Lists named in a note. */
const namedAtMost = 5;

function noteOf(chosen: readonly string[], places: ReadonlyMap<string, JsonPlace>): string {
  const isPart = (path: string): boolean => chosen.some((one) => path.startsWith(one) || one.startsWith(path));
  const left = [...places].filter(([path, { count }]) => isOuterList(path) && count > 1 && !isPart(path));
  if (left.length === 0) return '';
  const read = chosen.length === 1 ? `The list ${quoted(chosen)} is read` : `The lists ${quoted(chosen)} are read`;
  return `${read}; left out: ${quoted(left.map(([path]) => path))}.`;
}

function quoted(paths: readonly string[]): string {
  const more = paths.length - namedAtMost;
  const named = paths.slice(0, namedAtMost).map((path) => `“${path.split('[]', 1)[0] ?? ''}”`);
  return `${named.join(', ')}${more > 0 ? ` and ${String(more)} more` : ''}`;
}
