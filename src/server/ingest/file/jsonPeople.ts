import { pattern } from '#shared/domain/pattern.ts';
import { headerKey } from '../columns/headerKey.ts';
import { listSeparator, roleSigns } from '../values/text.ts';

/** The name of an entry of a list, `''` for none. */
type NameOf = (entry: unknown) => string;

/**
 * The people of a list (or one), each with what it says they are and where their page is: `Ann Roe ⟨CEO⟩ https://…`;
 * undefined for what are no people by its key.
 */
export function peopleOf(key: string, value: unknown, nameOf: NameOf): string | undefined {
  if (!people.test(headerKey(key)) || typeof value !== 'object' || value === null) return undefined;
  const found = (Array.isArray(value) ? value : [value]).map((entry) => personIn(entry, nameOf));
  return found.length > 0 && found.every((person) => person !== null)
    ? found.filter((person) => person !== '').join(listSeparator)
    : undefined;
}

const people = pattern()`
  \b(?:founders?|co ?founders?|founding team|team|team members|people|persons?|management|leadership|leaders|executives?
    |key people|contacts?|ceos?|board|grunder|grunderteam|fondateurs?|equipe|fundador(?:es)?|equipo|fondatori
    |oprichters|grundare|zalozyciele|основатели)$|创始人|創業者|团队|創始人|창업자
`;

/** A person with a role or a page; null for any other entry. */
function personIn(entry: unknown, nameOf: NameOf): string | null {
  if (typeof entry === 'string') return nameOf(entry);
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return null;
  const inner = withoutWrapper(entry);
  const name = nameOf(inner);
  if (name === '' || /^https?:/.test(name)) return null;
  const role = said(inner, roleKey, nameOf).replaceAll(inRole, ' ').trim();
  const page = said(inner, pageKey, nameOf);
  const title = role === '' || role === name ? '' : ` ${roleSigns.open}${role}${roleSigns.close}`;
  return `${name}${title}${/linkedin\.com\/in\//i.test(page) ? ` ${page}` : ''}`;
}

/** What GraphQL wraps in a node, and what a role has as its person. */
function withoutWrapper(entry: object): object {
  const inner = 'node' in entry ? entry.node : 'person' in entry ? entry.person : undefined;
  return typeof inner === 'object' && inner !== null ? { ...entry, ...inner } : entry;
}

/** What a person's object says under one of these keys. */
function said(person: object, keys: RegExp, nameOf: NameOf): string {
  const texts = Object.entries(person)
    .filter(([key]) => keys.test(headerKey(key)))
    .map(([, value]: [string, unknown]) => (Array.isArray(value) ? value.map(nameOf).join(' & ') : nameOf(value)));
  return texts.find((text) => text !== '') ?? '';
}

// oxlint-disable-next-line no-control-regex -- the unit separator joins lists of JSON
const inRole = /[⟨⟩\u001f]/g;

const roleKey = pattern()`
  ^(?:(?:job |current |primary )?(?:role|roles|title|titles|position|function|job|occupation|designation)
      (?: title| name)?
    |rolle|funktion|titel|poste|fonction|cargo|puesto|rol|ruolo|carica|functie|funcao|funcion|funzione|funkcja
    |stanowisko|funkce|pozice|rooli|tehtava|titteli|stilling|befattning|gorev|unvan|beosztas|functia|должность|роль
    |役職|肩書|직책|직함|職位|职位|職務|职务|角色)$
`;
const pageKey = /^(?:linkedin(?: (?:url|link|profile|page|address))*|profile(?: url)?|url|link|links|website|page)$/;
