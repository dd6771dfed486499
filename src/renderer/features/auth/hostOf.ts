/** An address without what every address has. */
export function hostOf(origin: string): string {
  return origin.replace(/^https?:\/\//, '');
}
