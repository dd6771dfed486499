/** A room of the project; see the table in `layers.mjs`. */
export interface Layer {
  readonly name: string;
  readonly files: RegExp;
}

export const layers: readonly Layer[];

/** The room a file belongs to; `file` is relative to the project's folder, with `/`. */
export function layerOf(file: string): Layer | undefined;

/** Why `importer` may not import `imported`, or null if it may. */
export function violation(
  importer: string,
  imported: { kind: 'own'; file: string } | { kind: 'package'; name: string } | { kind: 'node' },
  typeOnly: boolean,
  isTest: boolean,
): string | null;
