const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/**
 * A day as somebody types it (`2025-11-03`, `2025-11-3`, `3 Nov 2025`, `November 3, 2025`), as `YYYY-MM-DD`; null for
 * anything else. `11/3/2025` is none: in half of the world that is the 11th of March.
 */
export function dayFrom(text: string): string | null {
  const typed = text.trim().toLowerCase();
  const [, year, month, day] = /^(\d{4})[-./](\d{1,2})[-./](\d{1,2})$/.exec(typed) ?? [];
  if (year !== undefined) return dayOf(Number(year), Number(month), Number(day));
  const words = typed.replaceAll(/[,.]/g, ' ').split(/\s+/);
  const name = words.find((word) => /^\p{L}{3,}$/u.test(word));
  const numbers = words.filter((word) => /^\d+$/.test(word));
  const [first = '', second = ''] = numbers;
  if (name === undefined || words.length !== 3 || numbers.length !== 2 || second.length !== 4) return null;
  return first.length > 2 ? null : dayOf(Number(second), months.indexOf(name.slice(0, 3)) + 1, Number(first));
}

function dayOf(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  const isThere = month >= 1 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isThere && year >= 1000 ? date.toISOString().slice(0, 10) : null;
}
