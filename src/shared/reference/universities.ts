import { universityData } from './universityData.ts';

/** A top university; `code` has the form `uni_*`, `country` is ISO2, `rank` is its QS 2026 rank (ties share one). */
export interface University {
  readonly code: string;
  readonly name: string;
  readonly country: string;
  readonly rank: number;
}

/** The 100 top universities, best first. */
export const universities: readonly University[] = universityData
  .trim()
  .split('\n')
  .map((line) => {
    const [code = '', country = '', rank = '', ...name] = line.split('|');
    return { code, country, rank: Number(rank), name: name.join('|') };
  });

const nameByCode = new Map(universities.map((university) => [university.code, university.name]));

/** Display name of a university code, or the code itself when it is not one of the hundred. */
export function universityName(code: string): string {
  return nameByCode.get(code) ?? code;
}
