import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { isInRange, type ReportFont } from '#shared/report/fonts.ts';

const requireHere = createRequire(import.meta.url);

/** The subsets that names and texts of companies may need, the first of them always. */
const subsets = ['latin', 'latin-ext', 'vietnamese', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext'] as const;

const files = new Map<string, Promise<string>>();

/** Inter for a text: the Latin letters, and of the other alphabets those that it has. */
export async function fontsFor(text: string): Promise<ReportFont[]> {
  const ranges = JSON.parse(
    await readFile(requireHere.resolve('@fontsource-variable/inter/unicode.json'), 'utf8'),
  ) as Readonly<Record<string, string>>;
  // A report has a million characters and a few hundred different ones.
  const characters = new Set(text);
  const wanted = subsets.filter((subset) => subset === 'latin' || isInRange(characters, ranges[subset] ?? ''));
  return await Promise.all(
    wanted.map(async (subset) => ({ range: ranges[subset] ?? 'U+0-10FFFF', base64: await fileOf(subset) })),
  );
}

function fileOf(subset: string): Promise<string> {
  const known = files.get(subset);
  if (known !== undefined) return known;
  const path = requireHere.resolve(`@fontsource-variable/inter/files/inter-${subset}-wght-normal.woff2`);
  const read = readFile(path, 'base64');
  files.set(subset, read);
  return read;
}
