/** Between the scheme of an id and its value; a scheme has none, and neither has a domain. */
const divider = '=';

/** An id of a company in a list, as it is stored and looked up: `siren=552100554`. */
export function companyId(scheme: string, value: string): string {
  return `${scheme}${divider}${value}`;
}

/** Whether two companies have ids in one list that say that they are two: of the same scheme, and none in common. */
export function haveOtherIds(a: readonly string[], b: readonly string[]): boolean {
  if (a.length === 0 || b.length === 0 || shareId(a, b)) return false;
  const schemes = new Set(a.map(schemeOf));
  return b.some((id) => schemes.has(schemeOf(id)));
}

/** Whether two companies have an id in common. */
export function shareId(a: readonly string[], b: readonly string[]): boolean {
  return a.some((id) => b.includes(id));
}

function schemeOf(id: string): string {
  return id.slice(0, id.indexOf(divider));
}
