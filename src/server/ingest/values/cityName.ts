import { pattern } from '#shared/domain/pattern.ts';
import { fold } from '#shared/domain/text.ts';
import { monthOf } from './dates.ts';

/** A city's name as people write it, whatever the file shouts or whispers; `''` if the text is none. */
export function cityName(text: string): string {
  return isNoCity(text) ? '' : inUsualCase(text);
}

/** A year or a postcode in it, an office in a building (`Harbour Way #12`), a day that slipped in (`Sep. 30`). */
function isNoCity(text: string): boolean {
  const month = /^(\p{L}{3,9})\.? \d{1,2}$/u.exec(text)?.[1];
  return /\d{4}|#\s?\d/.test(text) || (month !== undefined && monthOf(fold(month)) !== undefined);
}

/** `WEST PALM BEACH` and `san jose` with capitals where they belong; `NYC` and `Rio de Janeiro` stay. */
function inUsualCase(text: string): string {
  const isShouted = text.length > 3 && /^\P{Ll}*$/u.test(text);
  if (text.length > longestName || !(isShouted || /^[\p{Ll}\p{M}\s.'’-]+$/u.test(text))) return text;
  // Letters with dots are initials: `WASHINGTON D.C.`.
  const words = text.split(/(\s+|-|\/|(?<=\()|(?<=\p{L}{2}\.)|\b\p{L}\.(?:\p{L}\.)*)/u);
  return words.map((word, at) => (at > 0 && small.test(word) ? word.toLowerCase() : withCapital(word))).join('');
}

const longestName = 60;

function withCapital(word: string): string {
  if (/^\p{L}\.(?:\p{L}\.)*$/u.test(word)) return word.toUpperCase();
  return word
    .toLowerCase()
    .replace(
      /^(mc)?(\p{L})/u,
      (_, mc: string | undefined, letter: string) => `${mc === undefined ? '' : 'Mc'}${letter.toUpperCase()}`,
    )
    .replace(/^([dlo]['’])(\p{L})/iu, (_, before: string, letter: string) => `${before}${letter.toUpperCase()}`);
}

/** Words that stay small inside the name of a city. */
const small = pattern('i')`
  ^(?:de|del|della|delle|di|da|das|do|dos|du|des|la|las|le|les|los|el|y|e|of|on|upon|by|in|am|an|im|der|den|bei
    |sur|sous|en|au|aux|aan|op)$
`;
