/** The rules that a file breaks; `file` is relative to the project's folder, with `/`. */
export function securityProblems(
  file: string,
  source: string,
): { readonly line: number; readonly row: string; readonly says: string }[];
