import type { Person } from './team.ts';

/** What a text says after an `@`: from there to its end, and whom that names; nobody if it is not understood. */
export interface SaidMention {
  readonly start: number;
  readonly end: number;
  readonly people: readonly Person[];
}

/**
 * Every `@` at the beginning of a word, with whom it names: `@Ann Lee` or, where that is one person alone, `@Ann`, in
 * any case. The longest name counts: `@Bob Ray Two` is not Bob Ray. Without a name it says where its word ends.
 */
export function mentionsIn(text: string, people: readonly Person[]): SaidMention[] {
  const called = calledOf(people);
  const said: SaidMention[] = [];
  let from = 0;
  for (const { index: start } of text.matchAll(/@/gu)) {
    if (start < from || /[\p{L}\p{M}\p{N}]$/u.test(text.slice(0, start))) continue;
    const name = called.find((each) => endOf(text, start + 1, each.name) > 0);
    const word = /^[\p{L}\p{M}\p{N}._-]*[\p{L}\p{M}\p{N}]/u.exec(text.slice(start + 1))?.[0] ?? '';
    if (name === undefined && word === '') continue;
    from = name === undefined ? start + 1 + word.length : endOf(text, start + 1, name.name);
    said.push({ start, end: from, people: name?.people ?? [] });
  }
  return said;
}

/** The people whom a text names, each once. */
export function namedIn(text: string, people: readonly Person[]): number[] {
  return [...new Set(mentionsIn(text, people).flatMap((said) => said.people.map(({ id }) => id)))];
}

/** A name in lower case, and whose it is. */
interface Called {
  readonly name: string;
  readonly people: readonly Person[];
}

/** What people are called, longest first: their names, and the first names that only one of them has. */
function calledOf(people: readonly Person[]): readonly Called[] {
  const byName = grouped(people, nameOf);
  const byFirst = grouped(people, firstNameOf).filter((each) => each.people.length === 1);
  const called = [...byName, ...byFirst.filter(({ name }) => byName.every((each) => each.name !== name))];
  return called.filter(({ name }) => name !== '').toSorted((a, b) => b.name.length - a.name.length);
}

function grouped(people: readonly Person[], by: (person: Person) => string): Called[] {
  return [...Map.groupBy(people, by)].map(([name, theirs]) => ({ name, people: theirs }));
}

function nameOf({ name }: Person): string {
  return name.trim().toLowerCase();
}

function firstNameOf(person: Person): string {
  return nameOf(person).split(/\s+/u)[0] ?? '';
}

/** Where a name in lower case that begins at a place of a text ends; 0 if it does not stand there as a whole. */
function endOf(text: string, start: number, name: string): number {
  let lower = '';
  let at = start;
  // One letter may be two in lower case.
  while (lower.length < name.length && at < text.length) {
    const [character = ''] = text.slice(at, at + 2);
    lower += character.toLowerCase();
    at += character.length;
  }
  return lower === name && !/^[\p{L}\p{M}\p{N}]/u.test(text.slice(at)) ? at : 0;
}
