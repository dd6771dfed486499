import { foldLetters } from './text.ts';

/**
 * Letters that look like another one, in their own case, each before the letter that it looks like: what people have
 * on their keyboards or find in lists of such letters. It is a part of Unicode's confusables (UTS 39), by script.
 */
const lookalikes: readonly string[] = [
  // Cyrillic
  'АA ВB ЕE ІI ЈJ КK МM НH ОO РP СC ЅS ТT УY ҮY ХX ӀI аa еe іi јj кk оo рp сc ѕs уy хx һh ԁd ԛq ԝw ѵv гr ьb ӏl',
  // Greek
  'ΑA ΒB ΕE ΖZ ΗH ΙI ΚK ΜM ΝN ΟO ΡP ΤT ΥY ΧX αa γy ιi κk νv οo ρp σo υu χx',
  // Armenian
  'ՕO ՍU օo ոn սu հh ցg զq յj',
  // Cherokee
  'ᎪA ᏴB ᏟC ᎠD ᎬE ᏀG ᎻH ᎫJ ᏦK ᏞL ᎷM ᏢP ᎡR ᏚS ᎢT ᏙV ᏔW ᏃZ',
  // Lisu
  'ꓮA ꓐB ꓚC ꓓD ꓰE ꓝF ꓖG ꓧH ꓲI ꓙJ ꓗK ꓡL ꓟM ꓠN ꓳO ꓑP ꓣR ꓢS ꓔT ꓴU ꓦV ꓪW ꓫX ꓬY ꓜZ',
  // Latin, and digits
  'ɑa ɡg ɩi ɪi ᴏo 0o',
];

const plain = new Map(
  lookalikes.flatMap((pairs) => pairs.split(' ')).map((pair) => [pair.charAt(0), pair.charAt(1)] as const),
);

/** A name without what a reader hardly sees: accents, signs, invisible characters, letters that look like others. */
function skeletonOf(name: string): string {
  const letters = name
    .normalize('NFKD')
    .replaceAll(/[\p{M}\p{Cf}\p{DI}\u2800]+/gu, '')
    .replaceAll(/./gsu, (letter) => plain.get(letter) ?? letter)
    .replaceAll(/[Il1]/g, '|');
  return foldLetters(letters)
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replaceAll(/[^\p{L}\p{N}\p{S}]+/gu, ' ')
    .trim();
}

/** As it is written, and in either case: capitals look like other letters than their small ones. */
function skeletonsOf(name: string): string[] {
  return [...new Set([name, name.toLowerCase(), name.toUpperCase()].map(skeletonOf))];
}

/** Tells of each name whether it looks like `name` to somebody who reads them quickly. */
export function looksLike(name: string): (other: string) => boolean {
  const own = new Set(skeletonsOf(name));
  return (other) => skeletonsOf(other).some((skeleton) => own.has(skeleton));
}

/** Why nobody may take a name that looks like a colleague's. */
export const nameTakenText = 'Somebody on the team has this name, or one that looks like it.';
